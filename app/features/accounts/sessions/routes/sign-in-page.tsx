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
  useLocation,
  useNavigation,
} from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { priceLine } from '~/features/billing/index.server';
import { renderPitch } from '~/features/site/index.server';
import { Button, buttonClass } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Notice } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

import { AuthCard } from '../../forms/components/auth-card';
import { MAX_EMAIL } from '../../forms/account-fields';
import {
  answerForm,
  clientOf,
  cookieHeaders,
  noticeOf,
  returnPath,
} from '../../forms/answers.server';
import { TimeZoneInput } from '../../forms/components/form-parts';
import { SIGN_IN_CHECKS, type SignInFields } from '../../forms/form-checks';
import { keepForm, keepLoaderData } from '../../forms/keep-form';
import { secondStepPath } from '../../forms/redirect-target';
import { readSignIn } from '../../forms/submissions.server';
import { fieldProps, useCheckedForm } from '../../forms/use-checked-form';
import { signUpMode } from '../../sign-up/admit.server';
import { issuerToLeave } from '../../identities/visit-issuer.server';
import { renderIssuerLinks } from '../../identities/render-issuer-links.server';
import { PasskeyButton } from '../../passkeys/components/passkey-button';
import { passkeyHost } from '../../passkeys/relying-party.server';
import { identifiedUser } from '../guards.server';
import { signIn } from '../sign-in.server';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign in') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await identifiedUser(request, context)) throw redirect(returnPath(request));
  return {
    signUp: signUpMode(),
    pitch: renderPitch(priceLine()),
    notice: noticeOf(request),
    passkeysAt: passkeyHost(),
    issuers: renderIssuerLinks(request),
    left: await issuerToLeave(request),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const back = returnPath(request);
  return answerForm(readSignIn({ request, context }), async (fields) => {
    const { setCookies, needsSecondStep } = await signIn(fields, clientOf(request, context));
    const headers = cookieHeaders(setCookies);
    return redirect(needsSecondStep ? secondStepPath(back) : back, { headers });
  });
}

export const clientAction = keepForm<typeof action>;
export const shouldRevalidate = keepLoaderData;

export default function SignInPage() {
  const lastResult = useActionData<typeof clientAction>();
  const { signUp, pitch, notice, passkeysAt, issuers, left } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const signUpLink = (className: string) =>
    signUp !== 'closed' && (
      <Link to={{ pathname: '/auth/signup', search }} className={className}>
        {signUp === 'invite' ? 'Sign up with an invitation' : 'Create an account'}
      </Link>
    );
  return (
    <AuthCard
      title="Sign in"
      pitch={pitch}
      join={
        <div className="lg:hidden">
          {signUpLink(`${buttonClass({ variant: 'secondary' })} mt-4`)}
        </div>
      }
      footer={
        signUp !== 'closed' && (
          <p className="max-lg:hidden">New here? {signUpLink('text-accent underline')}</p>
        )
      }
    >
      {notice !== null && !lastResult && (
        <div className="mb-5">
          <Notice>{notice}</Notice>
        </div>
      )}
      {left && !lastResult && (
        <div className="mb-5">
          <Notice>
            You’re signed out here.{' '}
            <a href={left.href} className="underline">
              Sign out of {left.name}, too
            </a>
          </Notice>
        </div>
      )}
      <SignInForm lastResult={lastResult} />
      {/* Together they have one line above them. */}
      <div
        className="has-[a]:[&+div]:mt-3 has-[a]:[&+div]:border-t-0 has-[a]:[&+div]:pt-0"
        dangerouslySetInnerHTML={{ __html: issuers }}
      />
      <PasskeyButton purpose="sign-in" host={passkeysAt} label="Sign in with a passkey" />
    </AuthCard>
  );
}

function SignInForm({ lastResult }: { lastResult: SubmissionResult | undefined }) {
  const [form, fields] = useCheckedForm<SignInFields>('sign-in', lastResult, SIGN_IN_CHECKS);
  const pending = useNavigation().formMethod === 'POST';

  // Conform focuses an invalid field; after a refusal, most people need to type the password again.
  const password = useRef<HTMLInputElement>(null);
  const refused = lastResult?.error?.[''] !== undefined;
  useEffect(() => {
    if (refused) password.current?.select();
  }, [lastResult, refused]);

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      <Field
        {...fieldProps(fields.email)}
        key={fields.email.key}
        label="Email"
        type="email"
        // The list of the field offers passkeys, too.
        autoComplete="username webauthn"
        maxLength={MAX_EMAIL}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to fix
        autoFocus={fields.email.errors !== undefined}
      />
      <Field
        {...fieldProps(fields.password)}
        key={fields.password.key}
        ref={password}
        label="Password"
        type="password"
        autoComplete="current-password"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus={fields.email.errors === undefined && (refused || !fields.password.valid)}
      />
      <TimeZoneInput />
      <Button type="submit" className="w-full" pending={pending}>
        Sign in
      </Button>
      <p className="text-center text-sm">
        <Link
          to="/auth/forgot-password"
          className="text-accent underline touch:inline-block touch:py-3"
        >
          Forgot your password?
        </Link>
      </p>
    </Form>
  );
}
