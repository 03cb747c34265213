import { beforeEach, expect, test } from 'vitest';

import { fakeStripe as stripe, PACK } from '../setup/fake-stripe';
import { readLog } from '~/features/admin/audit/read-log.server';
import { readPayments, replayPayment } from '~/features/admin/payments/payment-actions.server';
import { sql } from '~/lib/db/index.server';

import { createUser, type TestUser } from '../../factories/users';
import { bucketsOf, openAccount, setMetering } from '../billing/accounts';
import { begin, clockOf, send } from '../billing/paying';

const start = new Date();
const clock = clockOf(stripe, start);
let admin: TestUser;
beforeEach(async () => {
  setMetering('billing');
  await sql.query('DELETE FROM payment_events');
  admin = await createUser({ isAdmin: true });
});

const replay = (id: string) => replayPayment({ id: admin.id, address: '192.0.2.1' }, id, clock.now);

test('a failed event is listed, and an admin can replay it, which is recorded in the audit log', async () => {
  const userId = await openAccount(start);
  stripe.pay(await begin(stripe, userId, 'price_pack', clock.now));
  const [event] = stripe.events.splice(0);
  stripe.script({ status: 500 }, { status: 500 }, { status: 500 });
  expect(await send([event!], clock.now)).toEqual([500]);
  expect(await readPayments()).toMatchObject({
    mode: 'test',
    failed: [{ id: event!.id, type: event!.type, attempts: 1 }],
  });

  expect(await replay(` ${event!.id} `)).toBe('Event processed.');
  expect((await readPayments()).failed).toEqual([]);
  expect(await bucketsOf(userId)).toMatchObject({ balance: PACK });
  const { acts } = await readLog(new URLSearchParams());
  expect(acts[0]).toMatchObject({
    action: 'replay-event',
    actor: admin.email,
    address: '192.0.2.1',
    after: { event: event!.id, outcome: 'done' },
  });
});

test('an id that is invalid or unknown to Stripe is refused', async () => {
  for (const id of ['', 'x', 'evt_', 'evt_a b', `evt_${'x'.repeat(201)}`, 'sub_1']) {
    await expect(replay(id), id).rejects.toMatchObject({ code: 'invalid' });
  }
  await expect(replay('evt_unknown')).rejects.toMatchObject({ code: 'not-found' });
});
