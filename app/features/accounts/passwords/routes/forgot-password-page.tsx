import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node';
import { Link, useActionData } from '@remix-run/react';

import { ForgotPasswordForm } from '../components/forgot-password-form';
import { keepSentFormOffline } from '../../forms/keep-form';
import { answerForm, clientOf } from '../../forms/answers.server';
import { EMAIL_TEXTS } from '../../texts';
import { readForgotPassword } from '../../forms/submissions.server';
import { requestReset } from '../reset-password.server';
import { AuthCard } from '~/ui/page/auth-card';
import { Notice } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

export const meta: MetaFunction = () => [{ title: pageTitle('Forgot your password?') }];

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(readForgotPassword({ request, context }), async ({ email }) => {
    await requestReset(email, clientOf(request, context));
    return data({ sent: EMAIL_TEXTS.resetSent(email) });
  });
}

export const clientAction = keepSentFormOffline;

export default function ForgotPasswordPage() {
  const answer = useActionData<typeof clientAction>();
  const sent = answer && 'sent' in answer ? answer.sent : undefined;
  return (
    <AuthCard
      title="Forgot your password?"
      footer={
        <Link to="/auth/login" className="text-accent underline">
          Back to sign in
        </Link>
      }
    >
      {sent === undefined ? (
        <>
          <p className="mb-5 text-sm text-pretty text-muted">
            Tell us the email of your account, and we send you a link to choose a new password.
          </p>
          <ForgotPasswordForm lastResult={answer && 'sent' in answer ? undefined : answer} />
        </>
      ) : (
        <>
          <Notice>{sent}</Notice>
          <p className="mt-5 text-sm text-pretty text-muted">
            Nothing there after a few minutes? Look among the unwanted mail, and check the address.{' '}
            <Link to="." className="text-accent underline">
              Ask again
            </Link>
          </p>
        </>
      )}
    </AuthCard>
  );
}
