import { ModernFakeTimers } from '@jest/fake-timers';
import { jestExpect } from '@jest/expect';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

import type { TestModules } from './TestModules.mts';

/** Gives the tests in this process what they use of jest, made of jest's own parts. */
export function installJestGlobals(modules: TestModules): { reset: () => void } {
	const mocker = new ModuleMocker(globalThis);
	// It reads no more of the configuration than this.
	const config = { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'];
	const timers = new ModernFakeTimers({ global: globalThis, config });
	const { describe, test, it, beforeAll, beforeEach, afterAll, afterEach } = circus;
	const jest = {
		fn: mocker.fn.bind(mocker),
		spyOn: mocker.spyOn.bind(mocker),
		restoreAllMocks: () => mocker.restoreAllMocks(),
		useFakeTimers: () => timers.useFakeTimers(),
		useRealTimers: () => timers.useRealTimers(),
		advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
		getTimerCount: () => timers.getTimerCount(),
		mock: modules.mock.bind(modules),
		doMock: modules.mock.bind(modules),
		requireActual: modules.requireActual.bind(modules),
		isolateModulesAsync: modules.isolate.bind(modules),
	};
	Object.assign(globalThis, {
		...{ describe, test, it, beforeAll, beforeEach, afterAll, afterEach },
		expect: jestExpect,
		jest,
	});
	return {
		reset() {
			timers.useRealTimers();
			mocker.restoreAllMocks();
		},
	};
}
