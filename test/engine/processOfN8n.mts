import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/**
 * Loads the node as another n8n process does, with its own modules, so that no memory is shared.
 *
 * @param clockIsAheadMs time in ms by which the clocks of the process are ahead
 */
export async function nodeOfProcess(clockIsAheadMs = 0): Promise<INodeType> {
	let node: INodeType | undefined;
	await jest.isolateModulesAsync(async () => {
		const { letPass } = await import('./quickOrderStore.mts');
		letPass(clockIsAheadMs);
		const { BacklinkPanel } = await import('../../nodes/BacklinkPanel/BacklinkPanel.node.ts');
		node = new BacklinkPanel();
	});
	if (!node) throw new Error('The module was not loaded');
	return node;
}

/** Node in a process that ends while the answer to an order is on its way. @param order number from 0 */
export function killedAtOrder(type: INodeType, order: number): INodeType {
	return killedAt(type, order, (name) => name === 'httpRequestWithAuthentication');
}

type HelperName = keyof IExecuteFunctions['helpers'];

/**
 * Node in a process that ends at a call of n8n's helper functions: this call and later ones never return.
 *
 * @param call number from 0; undefined = the process does not end
 * @param isCounted true for calls that count; default: all
 */
export function killedAt(
	type: INodeType,
	call: number | undefined,
	isCounted: (name: HelperName) => boolean = () => true,
): INodeType {
	if (call === undefined) return type;
	let calls = 0;
	return {
		description: type.description,
		async execute(this: IExecuteFunctions) {
			let end = () => {};
			const killed = new Promise<never[][]>((resolve) => {
				end = () => resolve([[]]);
			});
			const helpers = new Proxy(this.helpers, {
				get: (target, name: HelperName) => {
					const helper: unknown = target[name];
					if (typeof helper !== 'function') return helper;
					return function (this: unknown, ...args: unknown[]): unknown {
						if (isCounted(name)) calls += 1;
						if (calls > call) end();
						// Lets the call in flight still reach the service or the database.
						if (calls > call + 1) return new Promise(() => {});
						const result: unknown = helper.apply(this === helpers ? target : this, args);
						if (calls <= call) return result;
						// Hides an error of this call, because the killed process cannot handle it.
						Promise.resolve(result).catch(() => {});
						return new Promise(() => {});
					};
				},
			});
			const functions = new Proxy(this, {
				get: (target, name) => {
					if (name === 'helpers') return helpers;
					const value: unknown = Reflect.get(target, name);
					return typeof value === 'function' ? value.bind(target) : value;
				},
			});
			return await Promise.race([killed, type.execute?.call(functions) ?? [[]]]);
		},
	};
}
