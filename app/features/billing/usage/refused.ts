import { refusalText, RequestRefused } from '~/http/client';

/** Why a request was refused. */
export interface Refused {
  text: string;
  /** Too few tokens: nothing is wrong, and the person can get more. */
  tokens: boolean;
}

/** The status of AppError `out-of-tokens`. */
const OUT_OF_TOKENS = 402;

export function isOutOfTokens(error: unknown): boolean {
  return error instanceof RequestRefused && error.status === OUT_OF_TOKENS;
}

/** With the server's text, or else `otherwise`. */
export function refusedBy(error: unknown, otherwise: string): Refused {
  return { text: refusalText(error, otherwise), tokens: isOutOfTokens(error) };
}
