import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText, sendJson } from '~/http/client';

import { paymentTexts } from './texts';

/** What is being opened: a price, or the portal. */
export type Opening = string | null;

/** Leads to Stripe's own pages, for paying and for managing what was bought. */
export function useCheckout(): {
  opening: Opening;
  buy: (price: string) => void;
  manage: () => void;
} {
  const [opening, setOpening] = useState<Opening>(null);
  useEffect(() => {
    // Whoever comes back by the browser's own button finds the page as they left it, with its buttons waiting.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setOpening(null);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  function open(what: string, path: string, body?: object): void {
    setOpening(what);
    sendJson('POST', path, body).then(
      (answer) => window.location.assign((answer as { url: string }).url),
      (error: unknown) => {
        setOpening(null);
        showFailure(error, refusalText(error, paymentTexts.away));
      },
    );
  }
  return {
    opening,
    buy: (price) => open(price, '/api/billing/checkout', { price }),
    manage: () => open('portal', '/api/billing/portal'),
  };
}
