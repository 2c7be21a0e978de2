/** A value of a field that cannot be sent. The message names the field as the editor shows it. */
export class InvalidParameter extends Error {}
