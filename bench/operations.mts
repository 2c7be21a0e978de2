import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { articleForm, backlinkForm, backlinkItems, balanceForm } from '../test/engine/forms.mts';

/** An operation of the service, as both nodes are set up for it. */
export interface Operation {
	/** Parameters of our node. */
	panel: INodeParameters;
	/** After `/api/v1`. */
	path: string;
	/** The body that HTTP Request posts: field names and expressions; a GET where there are none. */
	fields?: Record<string, string>;
	items(count: number): IDataObject[];
}

/** The operations that are measured. */
export const operations = {
	getBalance: {
		panel: balanceForm,
		path: '/krediler',
		items: (count) => numbered(count, (number) => ({ number })),
	},
	createBacklink: {
		panel: backlinkForm,
		path: '/backlink',
		fields: { hedefUrl: '$json.url', anchor: '$json.anchor', sureAy: '$json.months' },
		items: backlinkItems,
	},
	publishArticle: {
		panel: articleForm,
		path: '/tanitim',
		fields: { baslik: '$json.title', icerik: '$json.html' },
		items: (count) =>
			numbered(count, (number) => ({ title: `Article ${number}`, html: '<p>Text.</p>' })),
	},
} as const satisfies Record<string, Operation>;

function numbered(count: number, item: (number: number) => IDataObject): IDataObject[] {
	return Array.from({ length: count }, (_, index) => item(index + 1));
}
