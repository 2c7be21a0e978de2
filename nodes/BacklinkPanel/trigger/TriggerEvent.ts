import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { PanelReader } from './panelReader';
import type { TriggerParameters } from './TriggerParameters';

/** One entry of the trigger's menu: what it shows, what it looks at, when it starts the workflow. */
export interface TriggerEvent {
	/** The event's value as workflows store it. */
	value: string;
	/** As the menu shows it. */
	name: string;
	description: string;
	/** The fields of its form; where they are shown is added by the description. */
	fields: INodeProperties[];
	/**
	 * Looks at the panel once.
	 *
	 * @param known the state that the last look left; undefined on the first one and after a change of
	 * the node's parameters
	 * @throws PollFailure
	 */
	look(look: Look, known: IDataObject | undefined): Promise<Findings>;
	/**
	 * The latest real data, for the editor's test.
	 *
	 * @throws PollFailure, and NothingToShow if there is no data yet
	 */
	sample(look: Look): Promise<IDataObject>;
}

/** What a look has to go by. */
export interface Look {
	parameters: TriggerParameters;
	panel: PanelReader;
	/** In ms. */
	now: number;
	/** The workflow's time zone, for dates without one. */
	timezone: string;
}

/** What a look found. */
export interface Findings {
	/** The data of the items that start the workflow; empty = nothing happened. */
	items: IDataObject[];
	/** What the next look has to know; JSON only. */
	state: IDataObject;
}
