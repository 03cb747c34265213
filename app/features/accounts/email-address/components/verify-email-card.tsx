import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';

import type { Unreached } from '~/features/email';
import { Button, buttonClass } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Notice } from '~/ui/feedback/notice';
import { useReload } from '~/ui/use-reload';

import { AuthCard } from '../../forms/components/auth-card';
import { UsernameHint } from '../../forms/components/form-parts';
import { UNSENT_LINK_TEXTS } from '../../texts';
import { type VerifyOutcome, type VerifyPage, waitIsOver } from '../verification';
import { ResendVerification } from './resend-verification';

export interface VerifyEmailCardProps {
  page: VerifyPage;
  /** The result of the last button that was pressed. */
  outcome: VerifyOutcome | undefined;
}

const TEXT = 'text-sm text-pretty text-muted';
const INLINE_LINK = 'underline underline-offset-4';
const WIDE_LINK = `${buttonClass()} w-full`;

/** The page about verifying an email address: for an opened link, or for the signed-in person. */
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
            Open the link in your confirmation email. To get a new one, sign in.
          </p>
          <Link to="/auth/login" className={WIDE_LINK}>
            Sign in
          </Link>
        </Card>
      );
  }
}

const WAIT_CHECKED_EVERY_MS = 4_000;

/**
 * Loads the page again once the link was used, probably in another tab or on a phone, or once it turns out whether the
 * email reached the address. It polls, because people whom the gate keeps out have no live connection.
 */
function useVerificationWait(waiting: { unreached: Unreached | null } | null): void {
  const reload = useReload();
  const shown = waiting?.unreached;
  useEffect(() => {
    if (shown === undefined) return;
    const check = () => {
      if (document.visibilityState !== 'visible') return;
      void waitIsOver(shown).then((over) => {
        if (over) reload();
      });
    };
    const timer = setInterval(check, WAIT_CHECKED_EVERY_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [shown, reload]);
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthCard title={title}>
      <div className="space-y-5">{children}</div>
    </AuthCard>
  );
}

/** Takes the focus, because the button that had it is gone. */
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
          <>From now on, you’ll sign in with {address}. Your other devices will be signed out.</>
        ) : (
          <>Did you sign up here with {address}?</>
        )}
      </p>
      {otherAccount !== null && (
        <p className={TEXT}>
          You’re signed in here as {otherAccount}, but this link is for another account.
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
                  ? 'The password of the account that will use this email.'
                  : 'The one you chose when you signed up, because you’re not signed in to that account here.'
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
          Didn’t sign up? Someone else used your address, so don’t confirm it. To take over the
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
  signedIn: boolean;
  problem?: ReactNode;
}

function Refused({ text, resend, signedIn, problem }: RefusedProps) {
  return (
    <Card title="Confirm your email">
      {problem}
      <FormError>{text}</FormError>
      {!signedIn && (
        <p className={TEXT}>
          Sign in to get a new link, or to continue if your email is already confirmed.
        </p>
      )}
      {resend ? (
        <ResendVerification className="w-full" />
      ) : (
        <Link to="/" className={WIDE_LINK}>
          {signedIn ? 'Continue' : 'Sign in'}
        </Link>
      )}
    </Card>
  );
}

interface WaitingProps {
  page: Extract<VerifyPage, { state: 'waiting' }>;
  children: ReactNode;
}

function Waiting({ page: { email, gate, next, isSent, unreached }, children }: WaitingProps) {
  return (
    <Card title={unreached || !isSent ? 'Confirm your email' : 'Check your inbox'}>
      {children}
      {unreached ? (
        <Undelivered email={email} gate={gate} why={unreached} />
      ) : !isSent ? (
        <p className={TEXT}>{UNSENT_LINK_TEXTS.verificationSent(email)}</p>
      ) : (
        <>
          <p className={TEXT}>
            We sent a link to <strong className="font-medium text-text">{email}</strong>. Open it to
            confirm your email, and this page will continue on its own.
          </p>
          {gate && (
            <p className={TEXT}>
              Open it in this browser. On another device, you’ll need your password, and then you’ll
              sign in here again.
            </p>
          )}
          <p className={TEXT}>No email after a few minutes? Check your spam folder.</p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {isSent && <ResendVerification variant="secondary" />}
        <Link to={next} className={buttonClass({ variant: 'ghost' })}>
          Continue
        </Link>
      </div>
      {gate && (
        <form method="post" action="/auth/logout" className="border-t pt-5">
          <p className={`${TEXT} mb-3`}>
            Wrong address? Sign out, then sign up again with the right one.
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

/** Email doesn't reach the person. Those whom the gate keeps out find below how to start over. */
function Undelivered({ email, gate, why }: UndeliveredProps) {
  const address = <strong className="font-medium wrap-anywhere">{email}</strong>;
  return (
    <FormError>
      {why === 'complaint' ? (
        <>
          An email to {address} was marked as spam, so we’ve stopped sending there. If that was a
          mistake,{' '}
          <Link to="/contact" className={INLINE_LINK}>
            tell us
          </Link>
          .
        </>
      ) : (
        <>We couldn’t deliver an email to {address}.</>
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
