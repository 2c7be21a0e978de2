import { findOperation, operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { operationName } from '../../nodes/BacklinkPanel/operations/Operation.ts';

test.each(operations)('$resource $value is found by what a workflow stores of it', (operation) => {
	const { resource, value } = operation;
	expect(findOperation(resource, value)).toBe(operation);
	expect(operationName(operation)).toBe(`${resource} ${value}`);
});

test.each([
	['backlink', 'publish'],
	['order', 'delete'],
	['invoice', 'get'],
	['', ''],
])('%j and %j name none', (resource, value) => {
	expect(findOperation(resource, value)).toBeUndefined();
});
