import { Link } from '@remix-run/react';
import { useEffect, useState, type ReactNode } from 'react';

import { connectLive, disconnectLive, onEvent } from '~/engine/events';
import { formatNumber } from '~/lib/format';
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
            Please sign in to see how your payment stands. Whatever you have paid for is in your
            account as soon as it is confirmed, whether you look or not.
          </p>
        </Card>
      );
    case 'unknown':
      return (
        <Card title="Your payment" next={[TAB.plan, 'See your plan']}>
          <p className={TEXT}>
            This address names no payment of yours. How your plan stands is in the settings.
          </p>
        </Card>
      );
    case 'waiting':
      return (
        <Card
          title={isLong ? 'This takes longer than usual' : 'One moment'}
          next={isLong ? [TAB[view.kind], 'Go to your settings'] : undefined}
        >
          {isLong ? (
            <>
              <p className={TEXT}>
                The payment service has not confirmed your payment yet. You need not wait here: once
                it has, {view.kind === 'plan' ? 'your plan begins' : 'your tokens are added'} by
                itself, and the receipt comes by mail. Please do not pay a second time.
              </p>
              <p className={TEXT}>
                Nothing there after an hour?{' '}
                <Link to="/contact" className="text-accent underline underline-offset-4">
                  Write to us
                </Link>
                .
              </p>
            </>
          ) : (
            <Spinner label="Waiting for the payment to be confirmed…" />
          )}
        </Card>
      );
    case 'pending':
      return (
        <Card title="Thank you" next={[TAB[view.kind], 'Go to your settings']}>
          <p className={TEXT}>
            Your order has arrived, and your bank has yet to carry out the payment. That can take
            some days; {view.kind === 'plan' ? 'your plan begins' : 'your tokens are added'} as soon
            as it is through.
          </p>
        </Card>
      );
    case 'failed':
      return (
        <Card title="The payment did not go through" next={[TAB[view.kind], 'Try again']}>
          <FormError>Your bank did not carry out the payment. Nothing was charged.</FormError>
        </Card>
      );
    case 'expired':
      return (
        <Card title="Nothing was paid" next={[TAB[view.kind], 'Go to your settings']}>
          <p className={TEXT}>This payment was left before it was made. Nothing was charged.</p>
        </Card>
      );
    case 'done':
      return (
        <Card title="Thank you" next={['/ai-lab', 'Start creating']}>
          <Notice>
            {view.kind === 'plan'
              ? `${view.name ?? 'Your plan'} is active, and its tokens for this month are yours.`
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
const LONG_MS = 60_000;

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
