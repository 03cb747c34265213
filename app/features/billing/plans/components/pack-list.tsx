import type { ReactNode } from 'react';

import { formatMoney } from '~/lib/format/money';
import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';

import { useCheckout } from '../../checkout/use-checkout';
import type { Pack } from '../plans';

interface PackListProps {
  packs: readonly Pack[];
  action: (pack: Pack) => ReactNode;
}

export function PackList({ packs, action }: PackListProps) {
  return (
    <ul className="divide-y rounded-xl border bg-raised">
      {packs.map((pack) => (
        <li
          key={pack.price}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-6 py-4"
        >
          <div className="min-w-0">
            <p className="font-medium break-words">{pack.name}</p>
            <p className="text-sm text-muted">
              {formatNumber(pack.tokens)} tokens for {formatMoney(pack.amount, pack.currency)}. They
              never expire.
            </p>
          </div>
          {action(pack)}
        </li>
      ))}
    </ul>
  );
}

interface BuyButtonProps {
  price: string;
  /** Says what is bought. */
  children: string;
  variant?: 'primary' | 'secondary';
}

/** Starts the checkout of a plan or a pack. */
export function BuyButton({ price, children, variant }: BuyButtonProps) {
  const { opening, buy } = useCheckout();
  return (
    <Button
      variant={variant}
      pending={opening !== null}
      onClick={() => buy(price)}
      className="max-w-full"
    >
      <span className="truncate">{children}</span>
    </Button>
  );
}
