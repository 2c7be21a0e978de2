/** Who sets up each n8n of the run, and logs in to it. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Sandbox-Test-1',
};
