import { Books } from './books.mts';
import { Faults } from './faults.mts';
import { Panel } from './panel.mts';
import { changedSettings, defaultSettings } from './settings.mts';
import type { SettingsChange } from './settings.mts';

/** State that a reset throws away. */
export interface SimulationState {
	panel: Panel;
	books: Books;
	faults: Faults;
}

/** State of a sandbox. Each request keeps the state of its arrival, so it cannot change the state after a reset. */
export class Simulation {
	state: SimulationState;

	constructor(change: SettingsChange) {
		this.state = freshState(change);
	}

	/** Starts over with the default settings and the given changes; keys stay unless given. */
	reset(change: SettingsChange): void {
		const { apiKeys } = this.state.panel.settings;
		this.state = freshState({ apiKeys, ...change });
	}
}

function freshState(change: SettingsChange): SimulationState {
	return {
		panel: new Panel(changedSettings(defaultSettings, change)),
		books: new Books(),
		faults: new Faults(),
	};
}
