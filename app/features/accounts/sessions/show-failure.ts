import { SignedOut } from '~/http/client';
import { toastError } from '~/ui/feedback/toast';

/** Says that a request failed, by the text for it, unless the session's end was the reason. */
export function showFailure(error: unknown, text: string): void {
  if (!(error instanceof SignedOut)) toastError(text);
}
