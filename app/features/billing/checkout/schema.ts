import { z } from 'zod';

export const checkoutRequest = z.object({
  price: z.string().max(200),
  /** The checkout that this one replaces, on Stripe's own page, because Stripe's script didn't load in ours. */
  instead: z.uuid().optional(),
});

export type CheckoutRequest = z.output<typeof checkoutRequest>;
