import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { AccessChange } from './panelAccount';
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
	 * @param known the state that the last look left, whatever the node's parameters were then; undefined
	 * on the first one
	 * @throws PollFailure
	 */
	look(look: Look, known: IDataObject | undefined): Promise<Findings>;
	/**
	 * The latest real data, for the editor's test.
	 *
	 * @throws PollFailure, also if there is no data yet
	 */
	sample(look: Look): Promise<IDataObject>;
}

/** What a look has to go by. */
export interface Look {
	parameters: TriggerParameters;
	panel: PanelReader;
	/** In ms, as the machine's clock shows it: it can have been set since the last look. */
	now: number;
	/** The workflow's time zone, for dates without one; any text. */
	timezone: string | undefined;
	/** Whether there is another account behind the credential, as far as that can be seen without asking. */
	access: AccessChange;
	notes: Notes;
}

/** What is worth a line in n8n's log, but no failed execution. */
export interface Notes {
	say(text: string): void;
	/** The same, once for each start of the trigger. */
	sayOnce(topic: 'leftOut' | 'noStatus' | 'timezone', text: string): void;
}

/** What a look found. */
export interface Findings {
	/** The data of the items that start the workflow; empty = nothing happened. */
	items: IDataObject[];
	/** What the next look has to know; JSON only. */
	state: IDataObject;
	/** Nothing has shown yet whose account it is: the next look is told of the other access again. */
	isAccountOpen?: boolean;
}
