import { refusalText, RequestRefused } from '~/http/client';
import { FormError } from '~/ui/feedback/notice';
import { useLoadOnUse } from '~/ui/load-on-use';

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

/** Why a request was refused, shown next to its form; nothing without a reason. */
export function RefusedNote({ id, refused }: { id?: string; refused: Refused | null }) {
  if (refused === null) return null;
  if (refused.tokens) return <OutOfTokens id={id} text={refused.text} />;
  return <FormError id={id}>{refused.text}</FormError>;
}

const loadNote = () => import('./out-of-tokens');
const keepText = () => {};

/** The server's sentence, soon with what is left and where to get more tokens. */
export function OutOfTokens({ id, text }: { id?: string; text: string }) {
  const note = useLoadOnUse(loadNote, true, keepText);
  if (note) return <note.OutOfTokensNote id={id} text={text} />;
  return <FormError id={id}>{text}</FormError>;
}
