import { getFormProps, type SubmissionResult } from '@conform-to/react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

import { AuthCard } from '../../forms/components/auth-card';
import { answerForm, clientOf, cookieHeaders, returnPath } from '../../forms/answers.server';
import { CodeField, TimeZoneInput } from '../../forms/components/form-parts';
import { keepForm, keepLoaderData } from '../../forms/keep-form';
import { signInPath } from '../../forms/redirect-target';
import { readTwoFactor } from '../../forms/submissions.server';
import { fieldProps, useCheckedForm } from '../../forms/use-checked-form';
import { PasskeyButton } from '../../passkeys/components/passkey-button';
import { passkeyHost } from '../../passkeys/relying-party.server';
import { identifiedUser } from '../../sessions/guards.server';
import { finishSignIn, PassExpired, readPass } from '../finish-sign-in.server';
import { findSecondStep } from '../second-step.server';
import { TWO_FACTOR_CHECKS, type TwoFactorFields } from '../two-factor';

export const meta: MetaFunction = () => [{ title: pageTitle('Two-factor sign-in') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const back = returnPath(request);
  if (await identifiedUser(request, context)) throw redirect(back);
  const pass = readPass(request.headers.get('cookie'));
  const step = pass && (await findSecondStep(pass.userId));
  if (!step) throw redirect(signInPath(back));
  return {
    email: pass.email,
    signIn: signInPath(back),
    hasCode: step.code,
    passkeysAt: step.passkey ? passkeyHost() : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const back = returnPath(request);
  const cookie = request.headers.get('cookie');
  return answerForm(readTwoFactor({ request, context }), async (step) => {
    try {
      const { setCookies } = await finishSignIn(cookie, step, clientOf(request, context));
      return redirect(back, { headers: cookieHeaders(setCookies) });
    } catch (error) {
      if (!(error instanceof PassExpired)) throw error;
      const path = signInPath(back);
      return redirect(`${path}${path.includes('?') ? '&' : '?'}notice=once-more`);
    }
  });
}

export const clientAction = keepForm<typeof action>;
export const shouldRevalidate = keepLoaderData;

export default function TwoFactorPage() {
  const { email, signIn, hasCode, passkeysAt } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  const [search] = useSearchParams();
  return (
    <AuthCard
      title="Two-factor sign-in"
      footer={
        <Link to={signIn} className="text-accent underline">
          Back to sign in
        </Link>
      }
    >
      {hasCode ? (
        <TwoFactorForm
          key={search.get('with')}
          lastResult={lastResult}
          email={email}
          backup={search.get('with') === 'backup-code'}
        />
      ) : (
        <p className="text-muted text-pretty">
          Use your passkey for{' '}
          <strong className="font-medium break-words text-text">{email}</strong>.
        </p>
      )}
      <PasskeyButton
        purpose="second-step"
        host={passkeysAt}
        label="Use a passkey"
        isOnly={!hasCode}
      />
    </AuthCard>
  );
}

interface TwoFactorFormProps {
  lastResult: SubmissionResult | undefined;
  email: string;
  /** The form takes a backup code, not one of the app. */
  backup: boolean;
}

/** The second step of signing in. */
function TwoFactorForm({ lastResult, email, backup }: TwoFactorFormProps) {
  const [form, fields] = useCheckedForm<TwoFactorFields>(
    'two-factor',
    lastResult,
    TWO_FACTOR_CHECKS,
    { shouldRevalidate: 'onSubmit' },
  );
  const pending = useNavigation().formMethod === 'POST';

  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (lastResult?.error) code.current?.select();
  }, [lastResult]);

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <p className="text-muted text-pretty">
        {backup ? 'Enter one of your backup codes' : 'Enter the code from your authenticator app'}{' '}
        for <strong className="font-medium break-words text-text">{email}</strong>.
      </p>
      <FormError id={form.errorId}>{form.errors}</FormError>
      <CodeField
        {...fieldProps(fields.code)}
        key={fields.code.key}
        ref={code}
        backup={backup}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the only field of a page that was opened to fill it in
        autoFocus
      />
      <TimeZoneInput />
      <Button type="submit" className="w-full" pending={pending}>
        Sign in
      </Button>
      <p className="text-center text-sm">
        <OtherWay backup={backup} />
      </p>
    </Form>
  );
}

function OtherWay({ backup }: { backup: boolean }) {
  const [search] = useSearchParams();
  const other = new URLSearchParams(search);
  if (backup) other.delete('with');
  else other.set('with', 'backup-code');
  return (
    <Link
      to={{ search: other.toString() }}
      replace
      className="text-accent underline touch:inline-block touch:py-3"
    >
      {backup ? 'Use a code from your app' : 'Use a backup code'}
    </Link>
  );
}
