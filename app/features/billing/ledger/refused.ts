import { refusalText, RequestRefused } from '~/http/client';

/** Why something was not begun, in words. */
export interface Refused {
  text: string;
  /** Tokens are missing: nothing is wrong, and the person can do something about it. */
  tokens: boolean;
}

/** The status of AppError `out-of-tokens`. */
const OUT_OF_TOKENS = 402;

export function isOutOfTokens(error: unknown): boolean {
  return error instanceof RequestRefused && error.status === OUT_OF_TOKENS;
}

/** The server's own words, else `otherwise`. */
export function refusedBy(error: unknown, otherwise: string): Refused {
  return { text: refusalText(error, otherwise), tokens: isOutOfTokens(error) };
}
