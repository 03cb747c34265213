/** Our page, in which Stripe's script shows a checkout. */
export function checkoutPath(id: string): string {
  return `/checkout/${id}`;
}

/** Where people arrive after paying. It names our own row, and shows what Stripe has reported about it. */
export function returnPath(id: string): string {
  return `/auth/verify-subscription?checkout=${id}`;
}
