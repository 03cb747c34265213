import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';

import type { SubscriptionApi } from '../subscriptions/routes/subscription';
import { paymentTexts } from './texts';

const api = client<SubscriptionApi>();

/** The price whose checkout is being opened, or `portal`. */
export type Opening = string | null;

/** Leads to a checkout, or to Stripe's portal. */
export function useCheckout(): {
  opening: Opening;
  buy: (price: string) => void;
  manage: () => void;
} {
  const [opening, setOpening] = useState<Opening>(null);
  useEffect(() => {
    // The browser's back button restores the page as it was left, with its buttons still busy.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setOpening(null);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  function open(target: string, request: Promise<{ url: string }>): void {
    setOpening(target);
    request.then(
      ({ url }) => window.location.assign(url),
      (error: unknown) => {
        setOpening(null);
        showFailure(error, refusalText(error, paymentTexts.away));
      },
    );
  }
  return {
    opening,
    buy: (price) => open(price, api.post('/api/billing/checkout', { body: { price } })),
    manage: () => open('portal', api.post('/api/billing/portal')),
  };
}
