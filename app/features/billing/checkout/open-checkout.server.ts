import { z } from 'zod';

import { payments, paymentsMode, publishableKey } from '~/gateways/payments/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { askPayments } from './ask-payments.server';
import { findCheckout } from './checkout-data.server';
import type { CheckoutView } from './checkout-view';
import { paymentTexts } from './texts';
import { settleClosed } from './start-checkout.server';

/** A user's own checkout, to pay for on our page; `over` when there is nothing left to pay. @throws AppError `not-found` */
export async function openCheckout(
  userId: string,
  id: string | undefined,
  now: Date,
): Promise<CheckoutView | { over: string }> {
  const key = publishableKey();
  if (key === null || !z.uuid().safeParse(id).success) throw missing();
  const checkout = await findCheckout(sql, userId, id!);
  if (!checkout?.embedded || checkout.session_id === null) throw missing();
  if (checkout.state !== 'open') return { over: checkout.id };
  const { session_id: sessionId, kind, price } = checkout;
  return askPayments(async () => {
    const session = await (await payments()).session(sessionId);
    if (session.status !== 'open') {
      await settleClosed(userId, checkout, session, now);
      return { over: checkout.id };
    }
    return {
      id: checkout.id,
      kind,
      price,
      mode: paymentsMode(),
      publishableKey: key,
      clientSecret: session.clientSecret,
    };
  });
}

function missing(): AppError {
  return new AppError('not-found', paymentTexts.noCheckout);
}
