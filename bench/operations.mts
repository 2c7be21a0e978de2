import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { articleForm, backlinkForm, backlinkItems, balanceForm } from '../test/engine/forms.mts';

/** An operation of the service, with the settings of both nodes. */
export interface Operation {
	/** Parameters of our node. */
	panel: INodeParameters;
	/** Path after `/api/v1`. */
	path: string;
	/** Body that HTTP Request posts: field names and expressions; none for a GET. */
	fields?: Record<string, string>;
	items(count: number): IDataObject[];
}

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
