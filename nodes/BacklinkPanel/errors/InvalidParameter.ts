import type { INodeProperties } from 'n8n-workflow';

import { excerpt } from './serverText';

/** A field by its name in the workflow and its name on the screen. */
export type Field = Pick<INodeProperties, 'name' | 'displayName'>;

/** A value of a field that cannot be sent. The message names the field as the editor shows it. */
export class InvalidParameter extends Error {
	/**
	 * @param requirement what the value should be, e.g. “has to be text”
	 * @param value what it is, where that helps
	 */
	constructor({ displayName }: Field, requirement: string, value?: unknown) {
		const got = value === undefined ? '' : `, not ${excerpt(value)}`;
		super(`“${displayName}” ${requirement}${got}`);
	}
}
