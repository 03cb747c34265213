import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { NOT_AUTHENTICATED } from '../../texts';
import type { VerificationState } from '../verification';
import { identifiedUser } from '../../sessions/guards.server';
import { MAIL_TEXTS } from '../../texts';
import { resendVerification } from '../resend-verification.server';
import { readUnreached } from '~/features/email/index.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';

// For who is kept out until their e-mail is verified too: this is the way in.
async function signedIn(request: Request, context: LoaderFunctionArgs['context']) {
  const found = await identifiedUser(request, context);
  if (!found) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
  return found.user;
}

/** How it stands with the signed-in person's e-mail. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async (): Promise<VerificationState> => {
    const { email, emailVerified: verified } = await signedIn(request, context);
    return { verified, unreached: verified ? null : await readUnreached(email) };
  });
}

/** Sends another link: `{ sent }`, in words for the person. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const user = await signedIn(request, context);
    await resendVerification(user, context.clientAddress);
    return { sent: MAIL_TEXTS.verificationSent(user.email) };
  });
}
