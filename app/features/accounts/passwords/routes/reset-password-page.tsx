import { getFormProps, type SubmissionResult } from '@conform-to/react';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';

import { AppError } from '~/lib/errors';
import { Button, buttonClass } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

import { AuthCard } from '../../forms/components/auth-card';
import { answerForm, clientOf, cookieHeaders } from '../../forms/answers.server';
import { UsernameHint } from '../../forms/components/form-parts';
import { keepForm, keepLoaderData } from '../../forms/keep-form';
import { readResetPassword } from '../../forms/submissions.server';
import { fieldProps, useCheckedForm } from '../../forms/use-checked-form';
import {
  describePolicy,
  type PasswordPolicy,
  resetPasswordChecks,
  type ResetPasswordFields,
} from '../password-policy';
import { passwordPolicy } from '../passwords.server';
import { inspectReset, resetPassword } from '../reset-password.server';

export const meta: MetaFunction = () => [{ title: pageTitle('Choose a new password') }];

/** This page's URL is as good as a password. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

function codeOf(request: Request): string {
  return new URL(request.url).searchParams.get('code') ?? '';
}

export async function loader({ request }: LoaderFunctionArgs) {
  try {
    const { email } = await inspectReset(codeOf(request));
    return { email, policy: passwordPolicy() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ refusal: error.userMessage }, { status: error.status });
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(readResetPassword({ request, context }), async ({ password }) => {
    const client = clientOf(request, context);
    const { setCookies } = await resetPassword(codeOf(request), password, client);
    return redirect('/auth/login?notice=password-changed', { headers: cookieHeaders(setCookies) });
  });
}

export const clientAction = keepForm<typeof action>;
export const shouldRevalidate = keepLoaderData;

export default function ResetPasswordPage() {
  const page = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  return (
    <AuthCard
      title="Choose a new password"
      footer={
        <Link to="/auth/login" className="text-accent underline">
          Back to sign in
        </Link>
      }
    >
      {'refusal' in page ? (
        <div className="space-y-5">
          <FormError>{page.refusal}</FormError>
          <Link to="/auth/forgot-password" className={`${buttonClass()} w-full`}>
            Get a new link
          </Link>
        </div>
      ) : (
        <>
          <p className="mb-5 text-sm text-pretty text-muted">
            For <strong className="font-medium break-words text-text">{page.email}</strong>. You’ll
            be signed out on all your devices.
          </p>
          <ResetPasswordForm lastResult={lastResult} policy={page.policy} email={page.email} />
        </>
      )}
    </AuthCard>
  );
}

interface ResetPasswordFormProps {
  lastResult: SubmissionResult | undefined;
  policy: PasswordPolicy;
  /** The account's. */
  email: string;
}

function ResetPasswordForm({ lastResult, policy, email }: ResetPasswordFormProps) {
  const [form, fields] = useCheckedForm<ResetPasswordFields>(
    'reset-password',
    lastResult,
    resetPasswordChecks(policy),
  );
  const pending = useNavigation().formMethod === 'POST';

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      <UsernameHint email={email} />
      <Field
        {...fieldProps(fields.password)}
        key={fields.password.key}
        label="New password"
        type="password"
        autoComplete="new-password"
        minLength={policy.min}
        hint={describePolicy(policy)}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to fix
        autoFocus={fields.password.errors !== undefined}
      />
      <Button type="submit" className="w-full" pending={pending}>
        Set password
      </Button>
    </Form>
  );
}
