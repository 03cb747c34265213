import { ProductGlance } from './product-glance';

/** The product in one line, for people who have never seen it. */
const PROMISE = 'Brief it once. Get posts, pages, and images in your voice.';

/** The promise with what it costs, above the forms for signing in and up. */
export function ProductPromise({ price }: { price: string }) {
  return (
    <>
      <p className="font-display text-3xl font-semibold tracking-tight text-balance">{PROMISE}</p>
      <p className="mt-3 text-muted">{price}</p>
    </>
  );
}

/** An example of the promise, and where the work is kept. */
export function ProductExample() {
  return (
    <>
      <ProductGlance />
      <p className="mx-auto mt-8 max-w-md border-t pt-5 text-sm text-pretty text-muted lg:max-w-xl">
        Your work stays on this server. Only what you ask AI to work on goes to an AI service.{' '}
        <a href="/privacy" className="text-text underline underline-offset-4">
          See who gets what
        </a>
      </p>
    </>
  );
}
