import { PaymentError } from '~/gateways/payments/index.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';

import { paymentTexts } from './messages';

/** What somebody waits for: when Stripe fails they are told so in a sentence, and the cause is logged. */
export async function askPayments<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.error({ err: error }, 'the payment service did not answer as it should');
    throw new AppError('unavailable', paymentTexts.away, { cause: error });
  }
}
