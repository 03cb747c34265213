import { PaymentError } from '~/gateways/payments/index.server';
import { AppError } from '~/lib/errors';

import { paymentTexts } from './texts';

/** What someone waits for: when Stripe fails they are told so in a sentence, and the cause is logged. */
export async function askPayments<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    throw new AppError('unavailable', paymentTexts.away, { cause: error });
  }
}
