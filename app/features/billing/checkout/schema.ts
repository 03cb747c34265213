import { z } from 'zod';

export const checkoutRequest = z.object({
  price: z.string().max(200),
  /** The checkout inside a page whose script didn't load: this one is on Stripe's own page. */
  instead: z.uuid().optional(),
});

export type CheckoutRequest = z.output<typeof checkoutRequest>;
