import { getFormProps, type SubmissionResult } from '@conform-to/react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import type { UserScope } from '~/lib/scope';
import { pageTitle } from '~/ui/page/page';

import { AuthCard } from '../../forms/components/auth-card';
import { answerSubmission, clientOf, returnPath } from '../../forms/answers.server';
import { CodeField, UsernameHint } from '../../forms/components/form-parts';
import { REAUTHENTICATE_CHECKS, type ReauthenticateFields } from '../../forms/form-checks';
import { keepForm, keepLoaderData } from '../../forms/keep-form';
import { signInPath } from '../../forms/redirect-target';
import { readReauthenticate } from '../../forms/submissions.server';
import { fieldProps, useCheckedForm } from '../../forms/use-checked-form';
import { TWO_FACTOR_CHECKS, type TwoFactorFields } from '../../two-factor/two-factor';
import { findSecondStep } from '../../two-factor/second-step.server';
import { needsCode } from '../../two-factor/two-factor-data.server';
import { renderOwnIssuers } from '../../identities/render-issuer-links.server';
import { hasShownIdentity } from '../../identities/visit-cookie.server';
import { ownsPassword } from '../../passwords/change-password.server';
import { PasskeyButton } from '../../passkeys/components/passkey-button';
import { hasPasskey } from '../../passkeys/passkey-data.server';
import { passkeyHost } from '../../passkeys/relying-party.server';
import { verifiedUser } from '../guards.server';
import { confirmWithCode, reauthenticate } from '../recent-login.server';

export const meta: MetaFunction = () => [{ title: pageTitle('Confirm it’s you') }];

/** People who are signed out confirm who they are by signing in. */
async function requireSignedIn({ request, context }: LoaderFunctionArgs) {
  const found = await verifiedUser(request, context);
  if (!found) throw redirect(signInPath(returnPath(request)));
  return found;
}

export async function loader(args: LoaderFunctionArgs) {
  const found = await requireSignedIn(args);
  const { user } = found;
  const back = returnPath(args.request);
  const hasPassword = await ownsPassword(user.id);
  const takesMore = (await findSecondStep(user.id))?.code !== false;
  const asksCode = await needsCode(user.id);
  const isShown = hasShownIdentity(args.request, found);
  return {
    email: user.email,
    back,
    hasPassword,
    needsCode: asksCode,
    takesForm: takesMore && (hasPassword || (isShown && asksCode)),
    issuers: takesMore && !hasPassword && !isShown ? await renderOwnIssuers(user.id, back) : '',
    passkeysAt: await hostOfPasskeys(user.id),
  };
}

/** Where the person's passkeys work; null without one. */
async function hostOfPasskeys(userId: UserScope): Promise<string | null> {
  const host = passkeyHost();
  return (await hasPasskey(userId, host)) ? host : null;
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const found = await requireSignedIn(args);
  const { id } = found.user;
  const hasPassword = await ownsPassword(id);
  const submission = readReauthenticate(args, { needsCode: await needsCode(id), hasPassword });
  return answerSubmission(submission, request, async (fields) => {
    const client = clientOf(request, context);
    if (hasPassword) await reauthenticate(found, fields, client);
    else await confirmWithCode(found, fields.code, hasShownIdentity(request, found), client);
    return {};
  });
}

export const clientAction = keepForm<typeof action>;
export const shouldRevalidate = keepLoaderData;

export default function ReauthenticatePage() {
  const {
    email,
    back,
    needsCode: asksCode,
    hasPassword,
    takesForm,
    issuers,
    passkeysAt,
  } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  return (
    <AuthCard
      title="Confirm it’s you"
      footer={
        <Link to={back} className="text-accent underline">
          Go back without confirming
        </Link>
      }
    >
      {takesForm ? (
        <ReauthenticateForm
          lastResult={lastResult}
          email={email}
          needsCode={asksCode}
          hasPassword={hasPassword}
        />
      ) : (
        <p className="text-muted text-pretty">
          You’re signed in as <strong className="font-medium break-words text-text">{email}</strong>
          . {issuers ? 'Sign in once more' : 'Use your passkey'} to continue.
        </p>
      )}
      <div dangerouslySetInnerHTML={{ __html: issuers }} />
      <PasskeyButton
        purpose="confirm"
        host={passkeysAt}
        label={takesForm ? 'Use a passkey instead' : 'Use a passkey'}
        isOnly={!takesForm && issuers === ''}
      />
    </AuthCard>
  );
}

interface ReauthenticateFormProps {
  lastResult: SubmissionResult | undefined;
  /** The account's. */
  email: string;
  /** Two-factor sign-in is on. */
  needsCode: boolean;
  /** False if an issuer has shown who the person is: then only a code is missing. */
  hasPassword: boolean;
}

/** The signed-in person's password once more, before a grave change; and a code if two-factor sign-in is on. */
function ReauthenticateForm({
  lastResult,
  email,
  needsCode,
  hasPassword,
}: ReauthenticateFormProps) {
  const [form, fields] = useCheckedForm<ReauthenticateFields & TwoFactorFields>(
    'reauthenticate',
    lastResult,
    { ...(hasPassword && REAUTHENTICATE_CHECKS), ...(needsCode && TWO_FACTOR_CHECKS) },
  );
  const pending = useNavigation().formMethod === 'POST';

  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (lastResult?.error) (lastResult.error.code ? code : password).current?.select();
  }, [lastResult]);

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <p className="text-muted text-pretty">
        You’re signed in as <strong className="font-medium break-words text-text">{email}</strong>.
        Enter {hasPassword && `your password${needsCode ? ' and ' : ''}`}
        {needsCode && 'a code'} to continue.
      </p>
      <FormError id={form.errorId}>{form.errors}</FormError>
      <UsernameHint email={email} />
      {hasPassword && (
        <Field
          {...fieldProps(fields.password)}
          key={fields.password.key}
          ref={password}
          label="Password"
          type="password"
          autoComplete="current-password"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the only field of a page that was opened to fill it in
          autoFocus
        />
      )}
      {needsCode && (
        <CodeField
          {...fieldProps(fields.code)}
          key={fields.code.key}
          ref={code}
          hint="Or use one of your backup codes."
          // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus={!hasPassword}
        />
      )}
      <Button type="submit" className="w-full" pending={pending}>
        Confirm
      </Button>
    </Form>
  );
}
