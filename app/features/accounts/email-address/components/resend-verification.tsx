import { useState, type FormEvent } from 'react';

import { Button, type ButtonProps } from '~/ui/button';
import { toastError, toastSuccess } from '~/ui/feedback/toast';

import { resendVerification } from '../verification';

type ResendVerificationProps = Pick<ButtonProps, 'variant' | 'size' | 'className'>;

/**
 * A button that requests another link. Without JavaScript it is a form that leads to the page about verification.
 */
export function ResendVerification(props: ResendVerificationProps) {
  const [pending, setPending] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    const { ok, text } = await resendVerification();
    setPending(false);
    if (ok) toastSuccess(text);
    else toastError(text);
  }

  return (
    <form method="post" action="/auth/verify" onSubmit={(event) => void send(event)}>
      <Button {...props} type="submit" name="intent" value="resend" pending={pending}>
        Resend link
      </Button>
    </form>
  );
}
