/** Loads the setup, because jest itself cannot load a global setup that is `.mts`. */
module.exports = async () => await require('./packOnce.mts').default();
