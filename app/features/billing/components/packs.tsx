import { useState } from 'react';

import { sendJson } from '~/features/auth';
import { Button } from '~/ui/button';

import type { Pack } from '../plans/plans';
import { refusedBy, type Refused } from '../refused';
import { priceText } from '../usage/balance-words';
import { RefusedNote } from './refused-note';

/** Tokens to buy once; each leads to the page where they are paid. */
export function Packs({ packs }: { packs: Pack[] }) {
  const [buying, setBuying] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);

  async function buy(price: string) {
    setBuying(price);
    setRefused(null);
    try {
      const { url } = (await sendJson('POST', '/api/billing/checkout', { price })) as {
        url: string;
      };
      // The button waits until the page is gone.
      window.location.assign(url);
    } catch (error) {
      setBuying(null);
      setRefused(
        refusedBy(
          error,
          'The payment page could not be opened. Nothing was charged; please try again.',
        ),
      );
    }
  }

  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2">
        {packs.map((pack) => (
          <li
            key={pack.price}
            className="flex items-center justify-between gap-4 rounded-lg border bg-raised p-4"
          >
            <span className="min-w-0">
              <span className="block font-medium">{pack.name}</span>
              <span className="block text-sm text-muted tabular-nums">
                {pack.tokens.toLocaleString('en-US')} tokens for{' '}
                {priceText(pack.amount, pack.currency)}
              </span>
            </span>
            <Button
              size="sm"
              pending={buying === pack.price}
              onClick={() => buying === null && void buy(pack.price)}
            >
              Buy<span className="sr-only"> {pack.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 empty:hidden">
        <RefusedNote refused={refused} />
      </div>
    </>
  );
}
