import { loadStripe } from '@stripe/stripe-js/pure';

/** Blockers that swallow a request without an answer must not leave people waiting. */
const PATIENCE_MS = 15_000;

export interface MountedCheckout {
  destroy(): void;
}

/**
 * Shows Stripe's form in an element. Rejects when its script or its form can't be loaded. One form can exist at a time:
 * destroy it before mounting another.
 */
export async function mountCheckout(
  element: HTMLElement,
  { publishableKey, clientSecret }: { publishableKey: string; clientSecret: string },
): Promise<MountedCheckout> {
  const form = await inTime(
    loadStripe(publishableKey).then((stripe) => {
      if (!stripe) throw new Error('Stripe.js is not available');
      return stripe.createEmbeddedCheckoutPage({ clientSecret });
    }),
  );
  form.mount(element);
  return form;
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Stripe.js took too long')), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
