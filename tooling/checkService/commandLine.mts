import { CommandLineMistake } from '../CommandLineMistake.mts';
import type { Backlink } from './backlink.mts';
import { parseCredential } from './nodeReading.mts';

/** The options of `npm run check-service`, by their names there. */
export type CheckServiceOptions = Partial<
	Record<'base-url' | 'api-key' | 'record' | 'spend' | 'target-url' | 'anchor', string>
> & { 'wrong-key'?: boolean };

/** A check that can be made. */
export interface Check {
	baseUrl: string;
	apiKey: string;
	recordFile: string;
	/** To be bought; undefined where nothing is spent. */
	backlink: Backlink | undefined;
	asksWithWrongKey: boolean;
}

/**
 * What is to be checked. Address and key go by the credential's own rules, so that what is checked is what
 * a run uses.
 * @throws CommandLineMistake when a value is none that the option can have
 */
export function checkOf(
	options: CheckServiceOptions,
	environment: Record<string, string | undefined>,
): Check {
	const access = parseCredential({
		baseUrl: options['base-url'] ?? environment.BACKLINK_PANEL_BASE_URL ?? '',
		apiKey: options['api-key'] ?? environment.BACKLINK_PANEL_API_KEY ?? '',
	});
	if (access.kind === 'unusable') {
		throw new CommandLineMistake(`${access.message}. ${access.description}`);
	}
	return {
		baseUrl: access.baseUrl,
		apiKey: access.apiKey,
		recordFile: options.record ?? 'record.json',
		backlink: backlinkOf(options),
		asksWithWrongKey: options['wrong-key'] === true,
	};
}

function backlinkOf(options: CheckServiceOptions): Backlink | undefined {
	const { spend, anchor = '', 'target-url': targetUrl = '' } = options;
	if (spend === undefined) {
		if (targetUrl === '' && anchor === '') return undefined;
		throw new CommandLineMistake('--target-url and --anchor go with --spend 1');
	}
	if (spend !== '1') throw new CommandLineMistake('--spend has to be 1: one backlink of one month');
	if (/^https?:\/\/[^\s/]/i.test(targetUrl) && anchor.trim() !== '') {
		return { targetUrl, anchorText: anchor };
	}
	throw new CommandLineMistake(
		'--spend 1 needs --target-url with an http or https address, and --anchor with a text',
	);
}
