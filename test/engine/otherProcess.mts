import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/** The node as another n8n process has it: what a module remembers is not shared. */
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

/** @returns whether the process ends at this call of n8n's functions; the call itself is still made */
type EndsAt = (functionName: string) => boolean;

/** The node in a process that ends: from then on nothing comes back. */
export function killedAt(type: INodeType, endsAt: EndsAt): INodeType {
	return {
		description: type.description,
		async execute(this: IExecuteFunctions) {
			let isKilled = false;
			let end = () => {};
			const killed = new Promise<never[][]>((resolve) => {
				end = () => resolve([[]]);
			});
			const helpers = new Proxy(this.helpers, {
				get: (target, name: keyof IExecuteFunctions['helpers']) => {
					const helper: unknown = target[name];
					if (typeof helper !== 'function') return helper;
					return function (this: unknown, ...args: unknown[]): unknown {
						if (isKilled) return new Promise(() => {});
						const result: unknown = helper.apply(this === helpers ? target : this, args);
						if (!endsAt(name)) return result;
						isKilled = true;
						end();
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
