import type { BooksView } from '../sandbox/sandbox.mts';

/** What the sandbox has answered and charged so far. */
export async function sandboxBooks(sandboxUrl: string): Promise<BooksView> {
	const response = await fetch(`${sandboxUrl}/__sandbox/books`);
	if (!response.ok) throw new Error(`The sandbox does not show its books: ${response.status}`);
	return (await response.json()) as BooksView; // its own answer, by its own type
}
