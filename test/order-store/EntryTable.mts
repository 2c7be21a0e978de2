/** A row of n8n's deduplication data as a text: one character an entry, the oldest first. Null = no row. */
export type Row = string | null;

/** Entries of a row, or values to record or to remove, as one character each. */
export type Entries = string;

const FIRST_CHARACTER = 0x100;
const LAST_CHARACTER = 0xd7ff;

/** Gives each recorded text a character, so that rows are short and quick to compare. */
export class EntryTable {
	private readonly texts: string[] = [];
	private readonly characters = new Map<string, string>();

	toEntries(texts: readonly string[]): Entries {
		return texts.map((text) => this.characterOf(text)).join('');
	}

	toTexts(entries: Entries): string[] {
		return Array.from(entries, (each) => this.texts[each.charCodeAt(0) - FIRST_CHARACTER] ?? '');
	}

	private characterOf(text: string): string {
		const known = this.characters.get(text);
		if (known !== undefined) return known;
		const code = FIRST_CHARACTER + this.texts.length;
		if (code > LAST_CHARACTER) throw new Error('More texts than characters');
		const character = String.fromCharCode(code);
		this.texts.push(text);
		this.characters.set(text, character);
		return character;
	}
}

export function knownOf(values: Entries, row: Row): Entries {
	return row === null ? '' : only(values, (each) => row.includes(each));
}

export function without(row: Entries, entries: Entries): Entries {
	return only(row, (each) => !entries.includes(each));
}

function only(entries: Entries, isWanted: (entry: string) => boolean): Entries {
	let wanted = '';
	for (const each of entries) if (isWanted(each)) wanted += each;
	return wanted;
}
