import type { IExecuteFunctions } from 'n8n-workflow';

/** How a function is, in place of what n8n gives. */
export type Change = 'missing' | 'throws';

/**
 * What n8n gives the node, with some of it missing or throwing. n8n's own code goes on with the real thing.
 *
 * @param isChanged says it of a name such as `getContext` or `helpers.removeProcessed`, when it is asked for
 */
export function changedFunctions(
	functions: IExecuteFunctions,
	isChanged: (name: string) => boolean,
	change: Change,
): IExecuteFunctions {
	const helpers = changedMembers(functions.helpers, 'helpers.', functions);
	return new Proxy(changedMembers(functions, '', functions), {
		get: (target, name) => (name === 'helpers' ? helpers : Reflect.get(target, name)),
	});

	/** @param owner what the real functions are called on */
	function changedMembers<Members extends object>(
		members: Members,
		prefix: string,
		owner: IExecuteFunctions,
	): Members {
		return new Proxy(members, {
			get(target, name) {
				const real: unknown = Reflect.get(target, name);
				const isFunction = typeof real === 'function';
				if (!isChanged(prefix + String(name))) return isFunction ? real.bind(owner) : real;
				if (change === 'missing') return undefined;
				if (!isFunction) fail();
				return fail;
			},
		});
	}
}

function fail(): never {
	throw new Error('n8n does not want to');
}
