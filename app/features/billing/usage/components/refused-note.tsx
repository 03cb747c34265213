import { FormError } from '~/ui/feedback/notice';

import type { Refused } from '../../ledger/refused';
import { OutOfTokens } from './out-of-tokens';

/** Why something was not begun, where it was asked for; renders nothing without a reason. */
export function RefusedNote({ id, refused }: { id?: string; refused: Refused | null }) {
  if (refused === null) return null;
  if (refused.tokens) return <OutOfTokens id={id} text={refused.text} />;
  return <FormError id={id}>{refused.text}</FormError>;
}
