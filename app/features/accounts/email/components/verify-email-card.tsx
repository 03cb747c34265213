import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';

import type { Unreached } from '~/features/email';
import { AuthCard } from '~/ui/page/auth-card';
import { Button, buttonClass } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError, Notice } from '~/ui/feedback/notice';

import { useVerificationWait } from '../use-verification-wait';
import type { VerifyOutcome, VerifyPage } from '../verify-page';
import { ResendVerification } from './resend-verification';
import { UsernameHint } from '../../sign-up/components/username-hint';

export interface VerifyEmailCardProps {
  page: VerifyPage;
  /** What the last press came to. */
  outcome: VerifyOutcome | undefined;
}

const TEXT = 'text-sm text-pretty text-muted';
const INLINE_LINK = 'underline underline-offset-4';
const WIDE_LINK = `${buttonClass()} w-full`;

/** The page about the verification of an email address: of the link that was opened, or of the person's own. */
export function VerifyEmailCard({ page, outcome }: VerifyEmailCardProps) {
  useVerificationWait(outcome?.state !== 'done' && page.state === 'waiting' ? page : null);
  if (outcome?.state === 'done') {
    return (
      <Card title="Email confirmed">
        <Notice>{outcome.text}</Notice>
        <NextLink to={outcome.next.to}>{outcome.next.label}</NextLink>
      </Card>
    );
  }
  const problem = outcome?.state === 'failed' ? <FormError>{outcome.text}</FormError> : undefined;
  if (outcome?.state === 'refused') return <Refused {...outcome} />;
  switch (page.state) {
    case 'confirm':
      return <Confirm page={page} problem={problem} />;
    case 'refused':
      return <Refused {...page} problem={problem} />;
    case 'waiting':
      return (
        <Waiting page={page}>
          {problem}
          {outcome?.state === 'sent' && <Notice>{outcome.text}</Notice>}
        </Waiting>
      );
    case 'verified':
      return (
        <Card title="Email confirmed">
          <Notice>Your email {page.email} is confirmed.</Notice>
          <Link to="/" className={WIDE_LINK}>
            Continue
          </Link>
        </Card>
      );
    case 'visitor':
      return (
        <Card title="Confirm your email">
          {problem}
          <p className={TEXT}>
            Please open the link that we have sent you. Sign in to have another one sent.
          </p>
          <Link to="/auth/login" className={WIDE_LINK}>
            Sign in
          </Link>
        </Card>
      );
  }
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthCard title={title}>
      <div className="space-y-5">{children}</div>
    </AuthCard>
  );
}

/** Takes the focus, which went with the button that was pressed. */
function NextLink({ to, children }: { to: string; children: ReactNode }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Link ref={link} to={to} className={WIDE_LINK}>
      {children}
    </Link>
  );
}

interface ConfirmProps {
  page: Extract<VerifyPage, { state: 'confirm' }>;
  problem: ReactNode;
}

function Confirm({ page: { kind, email, otherAccount, password }, problem }: ConfirmProps) {
  const pending = useNavigation().formMethod === 'POST';
  const address = <strong className="font-medium text-text">{email}</strong>;
  return (
    <Card title={kind === 'change' ? 'Confirm your new email' : 'Confirm your email'}>
      {problem}
      <p className={TEXT}>
        {kind === 'change' ? (
          <>
            {address} becomes the email of your account. You then sign in with it, and are signed
            out on your other devices.
          </>
        ) : (
          <>Is {address} yours, and did you sign up here with it?</>
        )}
      </p>
      {otherAccount !== null && (
        <p className={TEXT}>
          You are signed in here as {otherAccount}; this link is for another account.
        </p>
      )}
      <Form method="post" className="space-y-5">
        {password && (
          <>
            <UsernameHint email={email} />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              hint={
                kind === 'change'
                  ? 'The password of the account that gets this email.'
                  : 'The one you chose when you signed up. You’re not signed in to this account here.'
              }
            />
          </>
        )}
        <Button type="submit" className="w-full" pending={pending}>
          Confirm email
        </Button>
      </Form>
      {password && kind === 'verify' && (
        <p className={`${TEXT} border-t pt-5`}>
          Didn’t sign up? Then someone else used your address: don’t confirm it. To take over the
          account,{' '}
          <Link to="/auth/forgot-password" className={INLINE_LINK}>
            choose a new password
          </Link>
          .
        </p>
      )}
    </Card>
  );
}

interface RefusedProps {
  text: string;
  resend: boolean;
  problem?: ReactNode;
}

function Refused({ text, resend, problem }: RefusedProps) {
  return (
    <Card title="Confirm your email">
      {problem}
      <FormError>{text}</FormError>
      {resend ? (
        <ResendVerification className="w-full" />
      ) : (
        <Link to="/" className={WIDE_LINK}>
          Continue
        </Link>
      )}
    </Card>
  );
}

interface WaitingProps {
  page: Extract<VerifyPage, { state: 'waiting' }>;
  children: ReactNode;
}

function Waiting({ page: { email, gate, next, unreached }, children }: WaitingProps) {
  return (
    <Card title={unreached ? 'Confirm your email' : 'Check your inbox'}>
      {children}
      {unreached ? (
        <Undelivered email={email} gate={gate} why={unreached} />
      ) : (
        <>
          <p className={TEXT}>
            We have sent a link to <strong className="font-medium text-text">{email}</strong>. Open
            it to confirm that the address is yours; this page then goes on by itself.
          </p>
          {gate && (
            <p className={TEXT}>
              Open it in this browser. On another device you’ll need your password, and sign in
              again here.
            </p>
          )}
          <p className={TEXT}>Nothing there after a few minutes? Look among the unwanted mail.</p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <ResendVerification variant="secondary" />
        <Link to={next} className={buttonClass({ variant: 'ghost' })}>
          Continue
        </Link>
      </div>
      {gate && (
        <form method="post" action="/auth/logout" className="border-t pt-5">
          <p className={`${TEXT} mb-3`}>
            {unreached ? 'Is the address wrong?' : 'Not your address?'} Sign out, and sign up again
            with the right one.
          </p>
          <Button type="submit" variant="secondary">
            Sign out
          </Button>
        </form>
      )}
    </Card>
  );
}

interface UndeliveredProps {
  email: string;
  gate: boolean;
  why: Unreached;
}

/** Email does not reach the person. Whom the gate keeps out finds below how to begin again. */
function Undelivered({ email, gate, why }: UndeliveredProps) {
  const address = <strong className="font-medium wrap-anywhere">{email}</strong>;
  return (
    <FormError>
      {why === 'complaint' ? (
        <>
          A mail to {address} was marked as spam, so no more is sent there. If that was a mistake,
          please{' '}
          <Link to="/contact" className={INLINE_LINK}>
            tell us
          </Link>
          .
        </>
      ) : (
        <>Mail to {address} could not be delivered.</>
      )}{' '}
      {!gate && (
        <>
          If the address is wrong,{' '}
          <Link to="/settings?tab=account" className={INLINE_LINK}>
            change it in Settings
          </Link>
          .
        </>
      )}
    </FormError>
  );
}
