import { Link } from '@remix-run/react';
import { useEffect, useState, type ReactNode } from 'react';

import { connectLive, disconnectLive, onEvent } from '~/engine/events';
import { formatNumber } from '~/lib/format/numbers';
import { MINUTE_MS } from '~/lib/time';
import { AuthCard } from '~/features/accounts';
import { buttonClass } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { Notice } from '~/ui/feedback/notice';
import { Spinner } from '~/ui/feedback/progress';
import { useReload } from '~/ui/use-reload';

import type { CheckoutOutcome } from '../checkout';

/** `unknown`: the URL names no payment of this user's. */
export type VerifySubscriptionView = CheckoutOutcome | { state: 'visitor' | 'unknown' };

const TEXT = 'text-sm text-pretty text-muted';
const TAB = { plan: '/settings?tab=subscription', pack: '/settings?tab=tokens' };

/** Where people return from Stripe. It shows what Stripe has reported, never what the URL claims. */
export function VerifySubscriptionCard({ view }: { view: VerifySubscriptionView }) {
  const waiting = view.state === 'waiting';
  const isLong = usePaymentWait(waiting);
  switch (view.state) {
    case 'visitor':
      return (
        <Card title="Your payment" next={['/auth/login', 'Sign in']}>
          <p className={TEXT}>
            Sign in to check on your payment. Once it’s confirmed, what you bought is in your
            account, even if you close this page.
          </p>
        </Card>
      );
    case 'unknown':
      return (
        <Card title="Your payment" next={[TAB.plan, 'See your plan']}>
          <p className={TEXT}>
            We couldn’t find this payment in your account. Your settings show your current plan.
          </p>
        </Card>
      );
    case 'waiting':
      return (
        <Card
          title={isLong ? 'This is taking longer than usual' : 'One moment'}
          next={isLong ? [TAB[view.kind], 'Go to your settings'] : undefined}
        >
          {isLong ? (
            <>
              <p className={TEXT}>
                Stripe hasn’t confirmed your payment yet. You can close this page:{' '}
                {view.kind === 'plan' ? 'your plan starts' : 'your tokens are added'} automatically
                once it does. Please don’t pay again.
              </p>
              <p className={TEXT}>
                Still nothing after an hour?{' '}
                <Link to="/contact" className="text-accent underline underline-offset-4">
                  Contact us
                </Link>
                .
              </p>
            </>
          ) : (
            <Spinner label="Confirming your payment…" />
          )}
        </Card>
      );
    case 'pending':
      return (
        <Card title="Thank you" next={[TAB[view.kind], 'Go to your settings']}>
          <p className={TEXT}>
            We have your order. Your bank still has to confirm the payment, which can take a few
            days. {view.kind === 'plan' ? 'Your plan starts' : 'Your tokens are added'} as soon as
            it does.
          </p>
        </Card>
      );
    case 'failed':
      return (
        <Card title="Your payment didn’t go through" next={[TAB[view.kind], 'Try again']}>
          <FormError>Your bank declined the payment. You weren’t charged.</FormError>
        </Card>
      );
    case 'expired':
      return (
        <Card title="You weren’t charged" next={[TAB[view.kind], 'Go to your settings']}>
          <p className={TEXT}>You left checkout before paying. You can start again anytime.</p>
        </Card>
      );
    case 'done':
      return (
        <Card title="Thank you" next={['/ai-lab', 'Start creating']}>
          <Notice>
            {view.kind === 'plan'
              ? `${view.name ?? 'Your plan'} is active, and this month’s tokens are in your account.`
              : `${formatNumber(view.tokens)} tokens were added to your account.`}
          </Notice>
          <Link
            to={TAB[view.kind]}
            className="inline-block text-sm text-accent underline underline-offset-4 touch:py-3"
          >
            {view.kind === 'plan' ? 'See your plan' : 'See your tokens'}
          </Link>
        </Card>
      );
  }
}

interface CardProps {
  title: string;
  next?: [to: string, label: string] | undefined;
  children: ReactNode;
}

function Card({ title, next, children }: CardProps) {
  return (
    <AuthCard title={title}>
      <div className="space-y-5" aria-live="polite">
        {children}
        {next && (
          <Link to={next[0]} className={`${buttonClass()} w-full`}>
            {next[1]}
          </Link>
        )}
      </div>
    </AuthCard>
  );
}

const POLL_MS = 2_000;
const LONG_MS = MINUTE_MS;

/**
 * Reloads the page's data until Stripe has reported the outcome: on live events, and by polling in case those don't
 * arrive. Returns true after a minute, and keeps polling.
 */
function usePaymentWait(waiting: boolean): boolean {
  const reload = useReload();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const stopListening = onEvent('billing', reload);
    connectLive().catch(() => {
      // Polling works without it.
    });
    const poll = () => {
      if (document.visibilityState === 'visible') reload();
    };
    const polling = setInterval(poll, POLL_MS);
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => {
      stopListening();
      disconnectLive();
      clearInterval(polling);
      clearTimeout(timer);
    };
  }, [waiting, reload]);
  return isLong;
}
