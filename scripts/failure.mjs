/** A problem that the person at the terminal can fix, printed without a stack. */
export class Failure extends Error {}
