import { waitUntil } from '../../../tooling/waitUntil.mts';
import { AUTHORIZATION } from './exampleRuns.mts';

/** What a person fills in. */
export interface FormInput {
	csv: string | Uint8Array;
	separator: 'Comma' | 'Semicolon';
	whatToDo: 'Check only' | 'Order';
}

/** The last page of the form. */
export interface FormEnding {
	message: string;
	fileName: string;
	csv: string;
}

/** Fills in the form of the example as a browser does, and waits for its last page. */
export async function fillInForm(formUrl: string, input: FormInput): Promise<FormEnding> {
	const form = new FormData();
	form.append('field-0', new Blob([input.csv], { type: 'text/csv' }), 'backlinks.csv');
	form.append('field-1', input.separator);
	form.append('field-2', input.whatToDo);
	const response = await fetch(formUrl, {
		method: 'POST',
		headers: { authorization: AUTHORIZATION },
		body: form,
	});
	// n8n answers so when a form has another page.
	const { formWaitingUrl } = (await response.json()) as { formWaitingUrl: string };
	await untilWaiting(formWaitingUrl);
	const page = await (await fetch(formWaitingUrl)).text();
	await fetch(formWaitingUrl, { method: 'POST' });
	return readEnding(page);
}

/** What n8n says of an execution until it has a page to show. */
const notEnded = ['new', 'running', 'waiting'];

async function untilWaiting(formWaitingUrl: string): Promise<void> {
	const url = new URL(formWaitingUrl);
	url.pathname += '/n8n-execution-status';
	await waitUntil('last page of the form', async () => {
		const status = await (await fetch(url)).text();
		if (status === 'form-waiting') return true;
		if (!notEnded.includes(status)) throw new Error(`The form ended as ${status}`);
		return false;
	});
}

function readEnding(page: string): FormEnding {
	const message = /<h1>Done<\/h1>\s*<p[^>]*>([^<]*)</.exec(page)?.[1];
	const embedded = /decodeURIComponent\("([^"]+)"\)/.exec(page)?.[1];
	if (message === undefined || embedded === undefined) {
		throw new Error(`Not the last page:\n${page}`);
	}
	// The page hands its file to the browser in this form.
	const files = JSON.parse(decodeURIComponent(embedded)) as EmbeddedFile | EmbeddedFile[];
	const [file] = [files].flat();
	if (file === undefined) throw new Error('The last page has no file');
	const { fileName, data } = file;
	const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data);
	return { message, fileName, csv: bytes.toString('utf8') };
}

/** n8n 1 has one of them in the page, n8n 2 a list. */
interface EmbeddedFile {
	fileName: string;
	/** A binary string where n8n keeps files in its database, otherwise bytes. */
	data: string | { data: number[] };
}
