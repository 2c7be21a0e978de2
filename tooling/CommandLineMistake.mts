/** A value on the command line that cannot be meant: told beside the help text, without a stack trace. */
export class CommandLineMistake extends Error {
	override name = 'CommandLineMistake';
}
