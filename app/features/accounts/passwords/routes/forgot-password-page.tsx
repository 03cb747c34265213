import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';

import { isOutboxUsed } from '~/features/email/index.server';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Notice } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

import { AuthCard } from '../../forms/components/auth-card';
import { MAX_EMAIL } from '../../forms/account-fields';
import { answerForm, clientOf } from '../../forms/answers.server';
import { FORGOT_PASSWORD_CHECKS, type ForgotPasswordFields } from '../../forms/form-checks';
import { keepForm } from '../../forms/keep-form';
import { readForgotPassword } from '../../forms/submissions.server';
import { fieldProps, useCheckedForm } from '../../forms/use-checked-form';
import { linkTexts } from '../../emails/send-account-email.server';
import { requestReset } from '../reset-password.server';

export const meta: MetaFunction = () => [{ title: pageTitle('Forgot your password?') }];

export async function loader() {
  return { isSent: !isOutboxUsed() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(readForgotPassword({ request, context }), async ({ email }) => {
    await requestReset(email, clientOf(request, context));
    return data({ sent: linkTexts().resetSent(email) });
  });
}

export const clientAction = keepForm<typeof action>;

export default function ForgotPasswordPage() {
  const { isSent } = useLoaderData<typeof loader>();
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
            {isSent
              ? 'Enter your email, and we’ll send you a link to choose a new password.'
              : 'This site can’t send email yet. Enter your email, then ask your admin for the link.'}
          </p>
          <ForgotPasswordForm lastResult={answer && 'sent' in answer ? undefined : answer} />
        </>
      ) : (
        <>
          <Notice success={isSent}>{sent}</Notice>
          <p className="mt-5 text-sm text-pretty text-muted">
            {isSent && 'No email after a few minutes? Check your spam folder. '}
            <Link
              to="."
              className="text-accent underline touch:-my-3 touch:inline-block touch:py-3"
            >
              Try another address
            </Link>
          </p>
        </>
      )}
    </AuthCard>
  );
}

function ForgotPasswordForm({ lastResult }: { lastResult: SubmissionResult | undefined }) {
  const [form, fields] = useCheckedForm<ForgotPasswordFields>(
    'forgot-password',
    lastResult,
    FORGOT_PASSWORD_CHECKS,
  );
  const pending = useNavigation().formMethod === 'POST';

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      <Field
        {...fieldProps(fields.email)}
        key={fields.email.key}
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={MAX_EMAIL}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to fix
        autoFocus={fields.email.errors !== undefined}
      />
      <Button type="submit" className="w-full" pending={pending}>
        Send link
      </Button>
    </Form>
  );
}
