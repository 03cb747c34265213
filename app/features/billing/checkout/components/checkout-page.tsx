import { Link } from '@remix-run/react';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useCallback, useEffect, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { Logo } from '~/ui/page/logo';
import { SkipLink } from '~/ui/page/page';
import { Spinner } from '~/ui/feedback/progress';
import { client, refusalText, SignedOut } from '~/http/client';

import type { SubscriptionApi } from '../../subscriptions/routes/subscription';
import { TestNotice } from '../../plans/components/test-notice';
import type { CheckoutView } from '../checkout';
import { paymentTexts } from '../texts';

const api = client<SubscriptionApi>();

type State = { step: 'loading' | 'shown' | 'leaving' } | { step: 'failed'; text: string };

/**
 * Stripe's form in our page, or a redirect to Stripe's own page if its script doesn't load. Links load a new document,
 * so that nothing else of the app runs beside Stripe's script.
 */
export function CheckoutPage({ view }: { view: CheckoutView }) {
  const { id, kind, price, mode, publishableKey, clientSecret } = view;
  const form = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ step: 'loading' });

  const leave = useCallback(() => {
    setState({ step: 'leaving' });
    api.post('/api/billing/checkout', { body: { price, instead: id } }).then(
      // `replace`, so that the back button leads to the page where the plan or pack was chosen.
      ({ url }) => window.location.replace(url),
      (error: unknown) => {
        if (error instanceof SignedOut) return;
        setState({ step: 'failed', text: refusalText(error, paymentTexts.away) });
      },
    );
  }, [id, price]);

  useEffect(() => {
    let over = false;
    let mounted: MountedCheckout | undefined;
    const mounting =
      clientSecret === null
        ? Promise.reject(new Error('no client secret'))
        : mountCheckout(form.current!, { publishableKey, clientSecret });
    mounting.then(
      (shown) => {
        mounted = shown;
        if (over) shown.destroy();
        else setState({ step: 'shown' });
      },
      // The browser's console has the cause; Stripe's own page needs no script here.
      () => {
        if (!over) leave();
      },
    );
    return () => {
      over = true;
      mounted?.destroy();
    };
  }, [publishableKey, clientSecret, leave]);

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b">
        <div className="mx-auto flex h-16 max-w-5xl items-center justify-between gap-4 px-5">
          <Link
            to="/"
            reloadDocument
            aria-label="Brandwright, home"
            className="flex rounded-md py-2"
          >
            <Logo />
          </Link>
          <Link
            to={`/settings?tab=${kind === 'plan' ? 'subscription' : 'tokens'}`}
            reloadDocument
            className="rounded-sm text-sm text-muted hover:text-text hover:underline touch:py-3"
          >
            Cancel
          </Link>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl flex-1 px-5 py-8 outline-none sm:py-12"
      >
        <h1 className="font-display text-3xl leading-tight font-semibold tracking-tight">
          Checkout
        </h1>
        <p className="mt-2 max-w-2xl text-pretty text-muted">
          Stripe handles your payment. We never see your card number.
        </p>
        {mode === 'test' && (
          <div className="mt-5 max-w-2xl">
            <TestNotice />
          </div>
        )}
        {state.step === 'failed' && (
          <div className="mt-6 max-w-2xl">
            <FormError>{state.text}</FormError>
          </div>
        )}
        {(state.step === 'loading' || state.step === 'leaving') && (
          <div className="mt-8">
            <Spinner
              label={state.step === 'loading' ? 'Loading the payment form…' : 'Opening Stripe…'}
            />
          </div>
        )}
        <div
          ref={form}
          // Stripe's form has no dark theme.
          className={
            state.step === 'shown'
              ? 'mt-8 overflow-hidden rounded-xl border bg-raised py-4 [color-scheme:light]'
              : ''
          }
        />
        <p className="mt-8 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
          Trouble with the form?
          <Button variant="secondary" size="sm" pending={state.step === 'leaving'} onClick={leave}>
            Pay on Stripe’s page
          </Button>
        </p>
      </main>
    </div>
  );
}

/** Some blockers swallow a request without an answer. */
const TIMEOUT_MS = 15_000;

interface MountedCheckout {
  destroy(): void;
}

/**
 * Shows Stripe's form in an element, or rejects. Only one form can exist at a time: destroy it before mounting another.
 */
async function mountCheckout(
  element: HTMLElement,
  { publishableKey, clientSecret }: { publishableKey: string; clientSecret: string },
): Promise<MountedCheckout> {
  const form = await withTimeout(
    loadStripe(publishableKey).then((stripe) => {
      if (!stripe) throw new Error('Stripe.js is not available');
      return stripe.createEmbeddedCheckoutPage({ clientSecret });
    }),
  );
  form.mount(element);
  return form;
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Stripe.js took too long')), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
