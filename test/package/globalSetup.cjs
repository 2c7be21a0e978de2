/** jest cannot load a global setup that is `.mts`, but what it loads may be. */
module.exports = async () => await require('./packOnce.mts').default();
