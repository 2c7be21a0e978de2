import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { AccountReader } from './accountReader';
import type { CredentialChange } from './credentialChange';
import type { TriggerParameters } from '../parameters/TriggerParameters';

/** One entry of the trigger's menu: what it shows, what it reads, when it starts the workflow. */
export interface TriggerEvent {
	/** The event's value as workflows store it. */
	value: string;
	/** As the menu shows it. */
	name: string;
	description: string;
	/** The fields of its form; where they are shown is added by the description. */
	fields: INodeProperties[];
	/**
	 * Compares the account with the state of the last poll.
	 *
	 * @param known the last poll's state, whatever the node's parameters were then; undefined on the first
	 * @throws PollFailure
	 */
	poll(context: PollContext, known: IDataObject | undefined): Promise<PollResult>;
	/**
	 * The latest real data, for the editor's test.
	 *
	 * @throws PollFailure, also if there is no data yet
	 */
	sample(context: PollContext): Promise<IDataObject>;
}

/** What a poll has to go by. */
export interface PollContext {
	parameters: TriggerParameters;
	panel: AccountReader;
	/** In ms, as the machine's clock shows it: it can have been set since the last poll. */
	now: number;
	/** The workflow's time zone, for dates without one; any text. */
	timezone: string | undefined;
	/** Whether the credential was changed since the last poll: there may be another account behind it. */
	credentialChange: CredentialChange;
	log: TriggerLog;
}

/** What is worth a line in n8n's log, but does not fail the poll. */
export interface TriggerLog {
	warn(text: string): void;
	/** The same, once for each start of the trigger. */
	warnOnce(topic: LogTopic, text: string): void;
}

type LogTopic = 'ordersWithoutId' | 'ordersWithoutStatus' | 'unreadableEnds' | 'timezone';

/** What a poll found. */
export interface PollResult {
	/** The data of the items that start the workflow; empty = nothing happened. */
	items: IDataObject[];
	/** What the next poll has to know; JSON only. */
	state: IDataObject;
	/** It is not known yet whose account it is: the next poll sees the change of the credential again. */
	isAccountUnconfirmed?: boolean;
}
