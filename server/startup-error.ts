/** A reason not to start, or not to go on, that is printed to the operator as it is: one sentence, no stack. */
export class StartupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartupError';
  }
}
