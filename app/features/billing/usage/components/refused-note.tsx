import { FormError } from '~/ui/feedback/notice';
import { useLoadOnUse } from '~/ui/load-on-use';

import type { Refused } from '../refused';

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
