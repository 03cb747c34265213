import Stripe from 'stripe';

import { fieldsOf, isObject } from '~/lib/json';

import {
  PaymentError,
  type ChargeRecord,
  type EventRecord,
  type InvoiceRecord,
  type Payments,
  type PeriodLine,
  type PriceRecord,
  type SessionRecord,
  type SubscriptionRecord,
} from './payments';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's own API when absent. */
  baseUrl: string | undefined;
}

const TIMEOUT_MS = 15_000;
const CHECK_TIMEOUT_MS = 8_000;
const RETRIES = 2;
/** How old a webhook may be, against replays. */
const TOLERANCE_SECONDS = 300;
/** Marks an end that was requested in this app, rather than by the person in Stripe's portal. */
const ENDED_HERE = 'brandwright_ended';
/** Decided in the seller's favor: the money is back. */
const WON_DISPUTES = new Set(['won', 'prevented']);

/** Stripe through its SDK, which retries failed requests under an idempotency key of its own. */
export function stripePayments(settings: StripeSettings): Payments {
  const base = settings.baseUrl === undefined ? undefined : new URL(settings.baseUrl);
  const stripe = new Stripe(settings.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });

  /** The invoice or the session that a payment belongs to. */
  async function sourceOf(paymentIntent: string): Promise<ChargeRecord['paidFor']> {
    const payments = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntent },
      limit: 1,
    });
    const invoice = payments.data[0]?.invoice;
    if (invoice) return { object: 'invoice', id: idOf(invoice) };
    const sessions = await stripe.checkout.sessions.list({
      payment_intent: paymentIntent,
      limit: 1,
    });
    const session = sessions.data[0];
    return session ? { object: 'session', id: session.id } : null;
  }

  return {
    check: () =>
      asking(async () => {
        // Every key with enough rights for this app may read prices.
        await stripe.prices.list({ limit: 1 }, { timeout: CHECK_TIMEOUT_MS, maxNetworkRetries: 0 });
      }),

    price: (id) =>
      asking(async () => priceRecord(await stripe.prices.retrieve(id, { expand: ['product'] }))),

    createCustomer: ({ userId, email, name }) =>
      asking(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { userId } },
          // Two tabs at once get the same customer. A changed name or address needs a different key.
          { idempotencyKey: `customer:${userId}:${email}:${name}`.slice(0, 255) },
        );
        return customer.id;
      }),

    createSession: ({ customer, price, mode, embedded, returnUrl, cancelUrl, reference }) =>
      asking(async () =>
        sessionRecord(
          await stripe.checkout.sessions.create(
            {
              customer,
              mode,
              line_items: [{ price, quantity: 1 }],
              ...(embedded
                ? { ui_mode: 'embedded_page', return_url: returnUrl }
                : { success_url: returnUrl, cancel_url: cancelUrl }),
              client_reference_id: reference,
              expand: ['line_items'],
            },
            { idempotencyKey: `checkout:${reference}` },
          ),
        ),
      ),

    session: (id) =>
      asking(async () =>
        sessionRecord(
          await stripe.checkout.sessions.retrieve(id, { expand: ['line_items', 'payment_intent'] }),
        ),
      ),

    expireSession: (id) =>
      asking(async () => {
        const { status } = await stripe.checkout.sessions.retrieve(id);
        if (status !== 'open') return false;
        await stripe.checkout.sessions.expire(id);
        return true;
      }),

    openSessions: (customer) =>
      asking(async () => {
        const { data } = await stripe.checkout.sessions.list({ customer, status: 'open' });
        return data.map(sessionRecord);
      }),

    portal: (customer, returnUrl) =>
      asking(async () => {
        const portal = await stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
        });
        return portal.url;
      }),

    subscription: (id) =>
      asking(async () => subscriptionRecord(await stripe.subscriptions.retrieve(id))),

    liveSubscriptions: (customer) =>
      asking(async () => {
        // Without `status`, canceled ones are left out.
        const { data } = await stripe.subscriptions.list({ customer });
        return data.filter(({ status }) => status !== 'incomplete_expired').map(subscriptionRecord);
      }),

    endSubscription: (id, how) =>
      asking(async () => {
        if (how === 'now') {
          await stripe.subscriptions.cancel(id);
          return;
        }
        const { cancel_at_period_end: ends, metadata } = await stripe.subscriptions.retrieve(id);
        if (how === 'period-end' && !ends) {
          await stripe.subscriptions.update(id, {
            cancel_at_period_end: true,
            metadata: { [ENDED_HERE]: 'yes' },
          });
        } else if (how === 'resume' && ends && metadata[ENDED_HERE] === 'yes') {
          await stripe.subscriptions.update(id, {
            cancel_at_period_end: false,
            metadata: { [ENDED_HERE]: '' },
          });
        }
      }),

    invoice: (id) => asking(async () => invoiceRecord(await stripe.invoices.retrieve(id))),

    charge: (id) =>
      asking(async () => {
        const charge = await stripe.charges.retrieve(id);
        const disputes = charge.disputed
          ? await stripe.disputes.list({ charge: id })
          : { data: [] };
        const disputed = disputes.data
          // A warning is an inquiry, which withdraws no money.
          .filter(({ status }) => !WON_DISPUTES.has(status) && !status.startsWith('warning_'))
          .reduce((sum, { amount }) => sum + amount, 0);
        return {
          id,
          customer: charge.customer ? idOf(charge.customer) : null,
          amount: charge.amount,
          lost: Math.min(charge.amount, charge.amount_refunded + disputed),
          paidFor: charge.payment_intent ? await sourceOf(idOf(charge.payment_intent)) : null,
        };
      }),

    sessionReceipt: (id) =>
      asking(async () => {
        const session = await stripe.checkout.sessions.retrieve(id, {
          expand: ['payment_intent.latest_charge'],
        });
        const payment = session.payment_intent;
        const charge = payment && typeof payment !== 'string' ? payment.latest_charge : null;
        return {
          customer: session.customer ? idOf(session.customer) : null,
          url: charge && typeof charge !== 'string' ? charge.receipt_url : null,
        };
      }),

    event: (id) => asking(async () => eventRecord(await stripe.events.retrieve(id))),

    readWebhook(body, signature, now) {
      const { webhookSecret } = settings;
      try {
        return eventRecord(
          stripe.webhooks.constructEvent(
            body,
            signature,
            webhookSecret,
            TOLERANCE_SECONDS,
            undefined,
            now.getTime(),
          ),
        );
      } catch (cause) {
        throw new PaymentError('forged', (cause as Error).name, cause);
      }
    },
  };
}

function idOf(value: string | { id: string }): string {
  return typeof value === 'string' ? value : value.id;
}

/** Stripe may use words that its types don't know yet. */
function known<const Known extends string, const Other extends string>(
  value: unknown,
  words: readonly Known[],
  otherwise: Other,
): Known | Other {
  return words.find((word) => word === value) ?? otherwise;
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000);
}

function priceRecord(price: Stripe.Price): PriceRecord {
  const { recurring, product } = price;
  const name = typeof product === 'object' && 'name' in product ? product.name : '';
  return {
    id: price.id,
    active: price.active,
    amount: price.unit_amount,
    currency: price.currency,
    interval: recurring ? intervalOf(recurring) : null,
    productName: name,
  };
}

function intervalOf(recurring: Stripe.Price.Recurring): PriceRecord['interval'] {
  const { interval, interval_count: count } = recurring;
  return count === 1 ? known(interval, ['month', 'year'], 'other') : 'other';
}

function sessionRecord(session: Stripe.Checkout.Session): SessionRecord {
  const item = session.line_items?.data[0];
  const { mode, status } = session;
  return {
    id: session.id,
    customer: session.customer ? idOf(session.customer) : null,
    url: session.url,
    clientSecret: session.client_secret,
    status: known(status, ['complete', 'expired'], 'open'),
    payment: paymentOf(session),
    mode: known(mode, ['payment', 'subscription'], 'other'),
    price: item?.price?.id ?? null,
    quantity: item?.quantity ?? 1,
    subscription: session.subscription ? idOf(session.subscription) : null,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    createdAt: dateOf(session.created),
  };
}

function paymentOf(session: Stripe.Checkout.Session): SessionRecord['payment'] {
  if (session.payment_status !== 'unpaid') return 'paid';
  const { payment_intent: payment } = session;
  const status = payment && typeof payment !== 'string' ? payment.status : undefined;
  const isOver = status === 'requires_payment_method' || status === 'canceled';
  return session.status === 'complete' && isOver ? 'failed' : 'pending';
}

function subscriptionRecord(subscription: Stripe.Subscription): SubscriptionRecord {
  const item = subscription.items.data[0];
  return {
    id: subscription.id,
    customer: idOf(subscription.customer),
    // Collection that is paused in the dashboard isn't a status at Stripe, but has the same effect.
    status:
      subscription.status === 'active' && subscription.pause_collection
        ? 'paused'
        : subscription.status,
    price: item?.price.id ?? '',
    interval: item?.price.recurring?.interval ?? 'month',
    currentPeriodEnd: item ? dateOf(item.current_period_end) : null,
    // The portal may set the end's date instead of the flag.
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    startedAt: dateOf(subscription.start_date),
    latestInvoice: subscription.latest_invoice ? idOf(subscription.latest_invoice) : null,
  };
}

function invoiceRecord(invoice: Stripe.Invoice): InvoiceRecord {
  const subscription = invoice.parent?.subscription_details?.subscription;
  return {
    id: invoice.id,
    customer: invoice.customer ? idOf(invoice.customer) : null,
    status: known(invoice.status, ['paid', 'open'], 'other'),
    subscription: subscription ? idOf(subscription) : null,
    isRenewal: invoice.billing_reason === 'subscription_cycle',
    attempts: invoice.attempt_count,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    periods: invoice.lines.data.flatMap(periodLine),
    url: invoice.hosted_invoice_url ?? null,
    createdAt: dateOf(invoice.created),
  };
}

function periodLine(line: Stripe.InvoiceLineItem): PeriodLine[] {
  const item = line.parent?.subscription_item_details;
  const price = line.pricing?.price_details?.price;
  // A proration is settled in money; tokens come with the next whole period.
  if (!item || item.proration || !price) return [];
  return [
    {
      price: idOf(price),
      quantity: line.quantity ?? 1,
      start: dateOf(line.period.start),
      end: dateOf(line.period.end),
    },
  ];
}

function eventRecord(event: Stripe.Event): EventRecord {
  const { id, charge } = fieldsOf(event.data.object);
  const chargeId = isObject(charge) ? charge.id : charge;
  return {
    id: event.id,
    type: event.type,
    live: event.livemode,
    objectId: typeof id === 'string' ? id : null,
    chargeId: typeof chargeId === 'string' && chargeId !== '' ? chargeId : null,
  };
}

/** @throws PaymentError for every error of the SDK */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const detail = error.code ?? error.type;
    if (error.code === 'resource_missing') throw new PaymentError('missing', detail, error);
    const { statusCode } = error;
    const isTemporary =
      error instanceof Stripe.errors.StripeConnectionError ||
      statusCode === undefined ||
      statusCode >= 500 ||
      statusCode === 429 ||
      statusCode === 409;
    throw new PaymentError(isTemporary ? 'unavailable' : 'refused', detail, error);
  }
}
