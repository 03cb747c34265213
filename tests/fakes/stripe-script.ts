import type { Page } from 'playwright/test';

import { PUBLISHABLE_KEY, type FakeStripe } from './stripe.ts';

/** The part of Stripe.js that this app uses: it shows a frame, and reports to Stripe's API when it's paid. */
const SCRIPT = `
window.Stripe = (key) => {
  if (key !== '${PUBLISHABLE_KEY}') throw new Error('Invalid API key: ' + key);
  return {
    async createEmbeddedCheckoutPage({ clientSecret }) {
      if (window.stripeCheckout) throw new Error('You cannot have multiple Embedded Checkout objects.');
      window.stripeCheckout = true;
      const frame = document.createElement('iframe');
      frame.title = 'Stripe';
      frame.style.width = '100%';
      frame.style.height = '20rem';
      frame.src = 'https://js.stripe.com/form/' + clientSecret;
      const pixel = new Image();
      pixel.src = 'https://q.stripe.com/pixel.gif';
      addEventListener('message', async ({ origin, data }) => {
        if (origin !== 'https://js.stripe.com' || data !== 'paid') return;
        const answer = await fetch('https://api.stripe.com/paid/' + clientSecret, { method: 'POST' });
        location.assign(await answer.text());
      });
      return {
        mount(element) { element.append(frame); },
        destroy() { frame.remove(); window.stripeCheckout = false; },
      };
    },
  };
};
window.Stripe.version = 'endive';
`;

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

export interface StripeScript {
  /** Whether a content blocker blocks the script. */
  blocked: boolean;
  /** The requests to Stripe's hosts, with only the first segment of their paths. */
  asked: string[];
}

/** Stripe's script, frames, and browser calls for a page; everything else of Stripe's hosts fails. */
export async function serveStripeScript(page: Page, stripe: FakeStripe): Promise<StripeScript> {
  const script: StripeScript = { blocked: false, asked: [] };
  await page.route(/^https:\/\/([\w-]+\.)*stripe\.com\//, async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const [, first = '', second = ''] = pathname.split('/');
    script.asked.push(`${hostname}/${first}`);
    if (script.blocked) return route.abort('blockedbyclient');
    const session = [...stripe.sessions.values()].find(
      ({ client_secret: secret }) => secret !== null && secret === second,
    );
    switch (`${hostname}/${first}`) {
      case 'js.stripe.com/endive':
        return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
      case 'js.stripe.com/form':
        return route.fulfill({
          contentType: 'text/html',
          body: session
            ? `<!doctype html><title>Stripe</title><h1>Pay for ${stripe.nameOf(session.price)}</h1>
               <button onclick="parent.postMessage('paid', '*')">Pay now</button>`
            : '<!doctype html><title>Stripe</title><h1>No such session</h1>',
        });
      case 'api.stripe.com/paid':
        stripe.pay(session!.id);
        return route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          contentType: 'text/plain',
          body: session!.return_url,
        });
      case 'q.stripe.com/pixel.gif':
        return route.fulfill({ contentType: 'image/gif', body: PIXEL });
      default:
        return route.abort();
    }
  });
  return script;
}
