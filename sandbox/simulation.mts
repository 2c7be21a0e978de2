import { Books } from './books.mts';
import { Faults } from './faults.mts';
import { Panel } from './panel.mts';
import { RecordedForms } from './recorded/RecordedForms.mts';
import type { ServiceRecord } from './recorded/serviceRecord.mts';
import { changedSettings, defaultSettings } from './settings.mts';
import type { SettingsChange } from './settings.mts';

/** Everything that a reset throws away. */
export interface SimulationState {
	panel: Panel;
	books: Books;
	faults: Faults;
	/** Undefined unless the sandbox answers in the forms of a real panel. */
	recorded: RecordedForms | undefined;
}

/** The state of a sandbox; a request keeps the one it arrived in, so a reset cuts it off. */
export class Simulation {
	state: SimulationState;

	constructor(
		change: SettingsChange,
		private readonly record?: ServiceRecord,
	) {
		this.state = freshState(change, record);
	}

	/** Starts over with the default settings and the given ones over them; the keys stay unless given. */
	reset(change: SettingsChange): void {
		const { apiKeys } = this.state.panel.settings;
		this.state = freshState({ apiKeys, ...change }, this.record);
	}
}

function freshState(change: SettingsChange, record?: ServiceRecord): SimulationState {
	const recorded = record && new RecordedForms(record);
	const base = changedSettings(defaultSettings, recorded?.settings ?? {});
	return {
		panel: new Panel(changedSettings(base, change), recorded),
		recorded,
		books: new Books(),
		faults: new Faults(),
	};
}
