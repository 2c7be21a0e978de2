/** `npm run check-service`: asks a real panel, prints what differs, and writes an anonymised record. */
import { writeFile } from 'node:fs/promises';

import type { ServiceRecord } from '../../sandbox/recorded/serviceRecord.mts';
import { checkService } from './checkService.mts';
import { checkOf, type CheckServiceOptions } from './commandLine.mts';
import { createRedactor } from './nodeReading.mts';
import { keptWords } from './record.mts';
import { report } from './report.mts';

/** At 60 requests a minute, others that use the key keep half of them. */
const pauseMs = 2_000;

export async function run(options: CheckServiceOptions): Promise<void> {
	const { baseUrl, apiKey, recordFile, ...further } = checkOf(options, process.env);
	const redact = createRedactor(apiKey);
	const say = (text: string) => console.log(redact(text));
	say(`Asking ${baseUrl}, one request every ${pauseMs / 1000} s\n`);
	const service = { baseUrl, apiKey, pauseMs };
	const { findings, record, stopped } = await checkService(service, { ...further, say });
	if (findings.length > 0) say(report(findings));
	if (stopped !== undefined) say(`\nNot everything could be asked: ${stopped}`);
	if (stopped === undefined || 'orders' in record.answers) {
		say(`\n${aboutRecord(record)}`);
		await writeFile(recordFile, redact(`${JSON.stringify(record, null, '\t')}\n`));
		say(`\nWritten to ${recordFile}. Try it: npm run sandbox -- --from ${recordFile}`);
	}
	const differs = findings.some(({ verdict }) => verdict === 'differs');
	process.exitCode = stopped === undefined ? Number(differs) : 2;
}

function aboutRecord(record: ServiceRecord): string {
	const { fields, statuses, codes } = keptWords(record);
	return `The record has forms alone: no key, address, text, number or ID of the account. Kept as they are:
  names of fields  ${fields.join(', ') || 'none'}
  status values    ${statuses.join(', ') || 'none'}
  error codes      ${codes.join(', ') || 'none'}
If one of these is private, do not hand the record on.`;
}
