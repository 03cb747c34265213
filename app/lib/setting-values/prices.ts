import { z } from 'zod';

import { jsonList } from './json-list.ts';

const price = z.strictObject({
  price: z.string().regex(/^price_\w+$/, 'must be the id of a price, such as price_1A2b'),
  kind: z.enum(['plan', 'pack']),
  /** A month of the plan, or all of the pack. */
  tokens: z.int().min(1).max(1_000_000_000),
  /** Unset: what Stripe calls the product. */
  name: z.string().trim().min(1).max(100).optional(),
});

/** A JSON list of what is sold. */
export const prices = jsonList(price).refine(
  (list) => new Set(list.map((one) => one.price)).size === list.length,
  { error: 'names a price twice' },
);

export type PriceSetting = z.output<typeof price>;
