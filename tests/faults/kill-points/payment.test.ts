import { expect } from 'vitest';

import { deliver, startFakeStripe, STRIPE_KEY, WEBHOOK_SECRET } from '../../fakes/stripe.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { expectSound } from '../invariants.ts';
import { among, diesAtEachPoint, eachPoint, untilTaken } from './each-point.ts';
import { openKillable } from './killable.ts';

const PACK = 50_000;

diesAtEachPoint('payment', async () => {
  const stripe = await startFakeStripe({
    prices: [{ id: 'price_pack', amount: 900, name: 'A pack' }],
  });
  await among(stripe, async () => {
    const app = await openKillable({
      METERING: 'billing',
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_BASE_URL: stripe.url,
      STRIPE_PRICES: JSON.stringify([{ price: 'price_pack', kind: 'pack', tokens: PACK }]),
    });
    await eachPoint('payment', async (point, times) => {
      const person = await signedUp(app.address);
      const response = await person.fetch('/api/billing/checkout', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ price: 'price_pack' }),
      });
      const { url = '' } = (await response.json()) as { url?: string };
      stripe.pay(url.split('/pay/')[1] ?? '');
      const events = stripe.events.splice(0);
      expect(events.length).toBeGreaterThan(0);
      const webhook = `${app.address}/api/stripe/webhook`;
      await app.dieAt(
        point,
        async () => {
          for (const event of events) await untilTaken(() => deliver(event, webhook));
        },
        times,
      );
      const granted = await query(
        app.databaseUrl,
        `SELECT sum(e.balance_delta)::int AS tokens, count(*)::int AS entries
           FROM ledger_entries e JOIN users u ON u.id = e.user_id
          WHERE u.email = $1 AND e.balance_delta <> 0`,
        [person.email],
      );
      expect(granted, point).toEqual([{ tokens: PACK, entries: 1 }]);
      const open = `SELECT id, state FROM payment_events WHERE state NOT IN ('done', 'ignored')`;
      expect(await query(app.databaseUrl, open), point).toEqual([]);
      await expectSound(app.databaseUrl);
    });
    await app.stop();
  });
});
