import { Button } from '~/ui/button';

import { useCheckout } from '../../checkout/use-checkout';

export interface BuyButtonProps {
  price: string;
  /** The button's words, which say what is bought. */
  children: string;
  variant?: 'primary' | 'secondary';
}

/** Leads to Stripe's Checkout for a plan or a pack. */
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
