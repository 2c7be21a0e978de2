import {
	credentialRefusal,
	parseCredential,
} from '../../nodes/BacklinkPanel/api/parseCredential.ts';
import { CommandLineMistake } from '../commandLine.mts';
import type { Backlink } from './questions.mts';

/** Options of `npm run check-service` by name. */
export type CheckServiceOptions = Partial<
	Record<'base-url' | 'api-key' | 'record' | 'spend' | 'target-url' | 'anchor', string>
> & { 'wrong-key'?: boolean };

/**
 * Reads the wanted check. Address and key follow the credential's own rules.
 * @throws CommandLineMistake if an option has an invalid value
 */
export function checkOf(options: CheckServiceOptions, environment: NodeJS.ProcessEnv) {
	const access = parseCredential({
		baseUrl: options['base-url'] ?? environment.BACKLINK_PANEL_BASE_URL ?? '',
		apiKey: options['api-key'] ?? environment.BACKLINK_PANEL_API_KEY ?? '',
	});
	if (access.kind === 'failure') throw new CommandLineMistake(credentialRefusal(access));
	return {
		panel: { baseUrl: access.baseUrl, apiKey: access.apiKey },
		recordFile: options.record ?? 'record.json',
		backlink: backlinkOf(options),
		asksWithWrongKey: options['wrong-key'] === true,
	};
}

function backlinkOf(options: CheckServiceOptions): Backlink | undefined {
	const { spend, anchor = '', 'target-url': targetUrl = '' } = options;
	if (spend === undefined && targetUrl === '' && anchor === '') return undefined;
	const isComplete = /^https?:\/\/[^\s/]/i.test(targetUrl) && anchor.trim() !== '';
	if (spend === '1' && isComplete) return { targetUrl, anchorText: anchor };
	throw new CommandLineMistake(
		'--spend 1 goes with --target-url, an http or https address, and --anchor, a text',
	);
}
