import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/**
 * The node as another n8n process has it: modules of its own, so that nothing in memory is shared.
 *
 * @param clockIsAheadMs how far its clocks are ahead, in ms
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

/** The node in a process that ends while the answer to an order is on its way. @param order from 0 on */
export function killedAtOrder(type: INodeType, order: number): INodeType {
	return killedAt(type, order, (name) => name === 'httpRequestWithAuthentication');
}

type HelperName = keyof IExecuteFunctions['helpers'];

/**
 * The node in a process that ends at a call of n8n's functions: from then on nothing comes back.
 *
 * @param call from 0 on; undefined = it lives on
 * @param isCounted which calls are counted; all of them where not given
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
						// The call that is in flight still reaches the service or the database.
						if (calls > call + 1) return new Promise(() => {});
						const result: unknown = helper.apply(this === helpers ? target : this, args);
						if (calls <= call) return result;
						// Nobody is there any more to hear of it, also if it was refused.
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
