import type { IDataObject } from 'n8n-workflow';

/** One call of the service, as an operation describes it. */
export interface PanelRequest {
	method: 'GET' | 'POST';
	/** Path below the API's prefix, e.g. `/krediler`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** True for the creates: these are never sent again when they could have been charged. */
	spendsCredits: boolean;
}
