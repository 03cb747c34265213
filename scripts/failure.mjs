/** Something the person at the terminal can mend: printed as it is, without a stack. */
export class Failure extends Error {}
