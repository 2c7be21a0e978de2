/** The Schedule Trigger's fastest rule, so that a test need not wait for the one of the example. */
export const everySecond = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
