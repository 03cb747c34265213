/** The page of ours that Stripe's script shows a checkout in. */
export function checkoutPath(id: string): string {
  return `/checkout/${id}`;
}

/** Where people arrive after paying. It names our own row, and shows what Stripe has said about it. */
export function returnPath(id: string): string {
  return `/auth/verify-subscription?checkout=${id}`;
}
