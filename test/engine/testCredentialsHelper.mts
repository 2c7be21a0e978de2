import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IExecuteData,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';

/** ID of a credential that was deleted while a node still uses the credential. */
export const DELETED_CREDENTIAL_ID = 'deleted';

/** Replaces n8n's encrypted credential store, with one credential in memory. */
export class TestCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	getCredentials(): never {
		throw new Error('The tests decrypt no credentials');
	}

	/** Fills in the defaults of fields that are not stored, and evaluates expressions, as n8n does. */
	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		{ id }: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		if (id === DELETED_CREDENTIAL_ID) {
			throw new Error(`Credential with ID "${id}" does not exist for type "${this.type.name}".`);
		}
		const data = NodeHelpers.getNodeParameters(
			this.type.properties,
			this.data as never,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		if (!values) return data;
		return values.workflow.expression.getParameterValue(
			data as INodeParameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{},
			executeData,
		) as unknown as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties() {
		return this.type.properties;
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('authenticate is a function here');
		return await authenticate(credentials, requestOptions);
	}
}
