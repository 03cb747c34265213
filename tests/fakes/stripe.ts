import { createHmac, randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { listOf, parseForm, type Form } from './stripe-form.ts';

export const STRIPE_KEY = 'sk_test_fake';
export const PUBLISHABLE_KEY = 'pk_test_fake';
export const WEBHOOK_SECRET = 'whsec_fake';

export interface FakePrice {
  id: string;
  amount: number;
  interval?: 'month' | 'year';
  name: string;
  active?: boolean;
}

interface Customer {
  id: string;
  object: 'customer';
  email: string;
}

interface Session {
  id: string;
  object: 'checkout.session';
  customer: string;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  price: string;
  ui_mode: 'embedded_page' | 'hosted_page';
  client_secret: string | null;
  /** The address after paying: `success_url` on Stripe's own page, `return_url` when embedded. */
  return_url: string;
  cancel_url: string | null;
  subscription: string | null;
  payment_intent: string | null;
  created: number;
}

interface Subscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  price: string;
  start: number;
  end: number;
  cancel_at_period_end: boolean;
  metadata: Record<string, string>;
  latest_invoice: string;
  started: number;
}

interface Invoice {
  id: string;
  object: 'invoice';
  customer: string;
  status: 'open' | 'paid';
  subscription: string;
  billing_reason: string;
  attempt_count: number;
  amount: number;
  price: string;
  start: number;
  end: number;
  proration: boolean;
  payment_intent: string;
  created: number;
}

interface Charge {
  id: string;
  object: 'charge';
  customer: string;
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  receipt_url: string;
}

interface Dispute {
  id: string;
  object: 'dispute';
  charge: string;
  amount: number;
  status: string;
}

export interface FakeEvent {
  id: string;
  type: string;
  livemode: boolean;
  created: number;
  data: { object: object };
}

/** What happens to the next request instead of an answer. */
export type StripeTrouble = { status: 400 | 429 | 500 } | { cut: true };

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/**
 * The part of Stripe's API that the app calls, its hosted payment and portal pages, and what happens there by itself.
 * Everything creates events, which are sent to `webhookUrl`, or by the test at any time and in any order.
 */
export async function startFakeStripe({ prices }: { prices: FakePrice[] }) {
  const customers = new Map<string, Customer>();
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, Subscription>();
  const invoices = new Map<string, Invoice>();
  const charges = new Map<string, Charge>();
  const disputes = new Map<string, Dispute>();
  const portals = new Map<string, { customer: string; return_url: string }>();
  const events: FakeEvent[] = [];
  const byKey = new Map<string, object>();
  const troubles: StripeTrouble[] = [];
  const calls: string[] = [];
  const settings = { webhookUrl: null as string | null, clock: () => Date.now() };
  /** The states of pending bank transfers. */
  const pending = new Map<string, 'processing' | 'requires_payment_method'>();

  const now = () => Math.floor(settings.clock() / 1_000);
  const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function priceOf(id: string): FakePrice {
    const price = prices.find((one) => one.id === id);
    if (!price) throw new Missing(`No such price: '${id}'`);
    return price;
  }

  function shownPrice(id: string) {
    const { amount, interval, name, active = true } = priceOf(id);
    return {
      id,
      object: 'price',
      active,
      unit_amount: amount,
      currency: 'eur',
      recurring: interval ? { interval, interval_count: 1 } : null,
      product: { id: `prod_${id}`, object: 'product', name },
    };
  }

  function shownSession(session: Session) {
    const { price, ...rest } = session;
    const intent = session.payment_intent;
    const charge = [...charges.values()].find((one) => one.payment_intent === intent);
    return {
      ...rest,
      url:
        session.status === 'open' && session.ui_mode === 'hosted_page'
          ? `${url()}/pay/${session.id}`
          : null,
      amount_total: priceOf(price).amount,
      currency: 'eur',
      line_items: { object: 'list', data: [{ price: shownPrice(price), quantity: 1 }] },
      payment_intent: intent && {
        id: intent,
        object: 'payment_intent',
        status: pending.get(session.id) ?? 'succeeded',
        latest_charge: charge ?? null,
      },
    };
  }

  function shownSubscription({ price, start, end, started, ...rest }: Subscription) {
    return {
      ...rest,
      cancel_at: null,
      pause_collection: null,
      start_date: started,
      items: {
        object: 'list',
        data: [{ price: shownPrice(price), current_period_start: start, current_period_end: end }],
      },
    };
  }

  function shownInvoice(invoice: Invoice) {
    const { subscription, price, start, end, proration, amount, ...rest } = invoice;
    return {
      ...rest,
      currency: 'eur',
      amount_paid: invoice.status === 'paid' ? amount : 0,
      hosted_invoice_url: `${url()}/invoice/${invoice.id}`,
      parent: { type: 'subscription_details', subscription_details: { subscription } },
      lines: {
        object: 'list',
        data: [
          {
            id: `il_${invoice.id}`,
            quantity: 1,
            period: { start, end },
            parent: {
              type: 'subscription_item_details',
              subscription_item_details: { subscription, proration },
            },
            pricing: { type: 'price_details', price_details: { price, product: `prod_${price}` } },
          },
        ],
      },
    };
  }

  function shownCharge(charge: Charge) {
    const disputed = [...disputes.values()].some((dispute) => dispute.charge === charge.id);
    return { ...charge, disputed };
  }

  /** Creates an event with only the fields that the webhook needs to identify the object. */
  function happened(type: string, object: { id: string; object: string; charge?: string }) {
    const event: FakeEvent = {
      id: newId('evt'),
      type,
      livemode: false,
      created: now(),
      data: { object: { ...object } },
    };
    events.push(event);
    if (settings.webhookUrl !== null) void deliver(event, settings.webhookUrl).catch(complain);
    return event;
  }

  function charge(customer: string, amount: number, intent: string): Charge {
    const id = newId('ch');
    const receipt = `${url()}/receipt/${id}`;
    const made: Charge = {
      ...{ id, object: 'charge', customer, amount, payment_intent: intent },
      ...{ amount_refunded: 0, receipt_url: receipt },
    };
    charges.set(id, made);
    return made;
  }

  function invoice(subscription: Subscription, reason: string, paid: boolean): Invoice {
    const { id, customer, price, start, end } = subscription;
    const made: Invoice = {
      ...{ id: newId('in'), object: 'invoice', customer, subscription: id, price, start, end },
      ...{ status: paid ? 'paid' : 'open', billing_reason: reason, attempt_count: 1 },
      ...{ amount: priceOf(price).amount, proration: false, payment_intent: newId('pi') },
      created: now(),
    };
    invoices.set(made.id, made);
    subscription.latest_invoice = made.id;
    if (paid) charge(customer, made.amount, made.payment_intent);
    return made;
  }

  function periodEnd(start: number, price: string): number {
    const date = new Date(start * 1_000);
    if (priceOf(price).interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
    else date.setUTCMonth(date.getUTCMonth() + 1);
    return date.getTime() / 1_000;
  }

  /** Pays on the hosted page; `later` uses a method that takes days. */
  function pay(sessionId: string, { later = false } = {}): void {
    const session = sessions.get(sessionId);
    if (session?.status !== 'open') throw new Error(`${sessionId} is not open`);
    session.status = 'complete';
    if (session.mode === 'payment') {
      session.payment_intent = newId('pi');
      if (later) pending.set(session.id, 'processing');
      else {
        session.payment_status = 'paid';
        charge(session.customer, priceOf(session.price).amount, session.payment_intent);
      }
    } else {
      const subscription = subscribe(session.customer, session.price);
      session.subscription = subscription.id;
      session.payment_status = 'paid';
    }
    happened('checkout.session.completed', session);
  }

  /** Starts a subscription, as a paid Checkout does. */
  function subscribe(customer: string, price: string, status = 'active'): Subscription {
    const started = now();
    const subscription: Subscription = {
      ...{ id: newId('sub'), object: 'subscription', customer, price, status },
      ...{ start: started, end: periodEnd(started, price), started },
      ...{ cancel_at_period_end: false, metadata: {}, latest_invoice: '' },
    };
    subscriptions.set(subscription.id, subscription);
    const first = invoice(subscription, 'subscription_create', status === 'active');
    happened('customer.subscription.created', subscription);
    if (status === 'active') happened('invoice.paid', first);
    return subscription;
  }

  /** Completes or fails a payment that takes days. */
  function settleLater(sessionId: string, paid: boolean): void {
    const session = sessions.get(sessionId)!;
    if (paid) {
      pending.delete(sessionId);
      session.payment_status = 'paid';
      charge(session.customer, priceOf(session.price).amount, session.payment_intent!);
    } else pending.set(sessionId, 'requires_payment_method');
    const outcome = paid ? 'succeeded' : 'failed';
    happened(`checkout.session.async_payment_${outcome}`, session);
  }

  /** Starts the next period, paid or unpaid. */
  function renew(subscriptionId: string, { paid = true } = {}): Invoice {
    const subscription = subscriptions.get(subscriptionId)!;
    subscription.start = subscription.end;
    subscription.end = periodEnd(subscription.start, subscription.price);
    subscription.status = paid ? 'active' : 'past_due';
    const made = invoice(subscription, 'subscription_cycle', paid);
    happened('customer.subscription.updated', subscription);
    happened(paid ? 'invoice.paid' : 'invoice.payment_failed', made);
    return made;
  }

  function payInvoice(invoiceId: string): void {
    const made = invoices.get(invoiceId)!;
    made.status = 'paid';
    charge(made.customer, made.amount, made.payment_intent);
    const subscription = subscriptions.get(made.subscription)!;
    subscription.status = 'active';
    happened('invoice.paid', made);
    happened('customer.subscription.updated', subscription);
  }

  function change(subscriptionId: string, changes: Partial<Subscription>): void {
    const subscription = subscriptions.get(subscriptionId)!;
    Object.assign(subscription, changes);
    const ended = subscription.status === 'canceled';
    happened(`customer.subscription.${ended ? 'deleted' : 'updated'}`, subscription);
  }

  /** The charge that paid for an invoice or a session. */
  function chargeOf(id: string): Charge {
    const intent = invoices.get(id)?.payment_intent ?? sessions.get(id)?.payment_intent;
    const found = [...charges.values()].find((one) => one.payment_intent === intent);
    if (!found) throw new Error(`nothing was paid for ${id}`);
    return found;
  }

  function refund(id: string, amount?: number): void {
    const paid = chargeOf(id);
    paid.amount_refunded += amount ?? paid.amount - paid.amount_refunded;
    happened('charge.refunded', paid);
  }

  function dispute(id: string): Dispute {
    const paid = chargeOf(id);
    const made: Dispute = {
      ...{ id: newId('dp'), object: 'dispute', charge: paid.id },
      ...{ amount: paid.amount, status: 'needs_response' },
    };
    disputes.set(made.id, made);
    happened('charge.dispute.created', made);
    return made;
  }

  function endDispute(id: string, status: 'won' | 'lost'): void {
    const made = disputes.get(id)!;
    made.status = status;
    happened('charge.dispute.closed', made);
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Missing) {
        return fail(response, 404, 'resource_missing', error.message);
      }
      complain(error);
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parseForm(await read(request));
    const { pathname, searchParams } = new URL(request.url ?? '/', url());
    if (!pathname.startsWith('/v1/')) return hosted(request, response, pathname);
    calls.push(`${request.method} ${pathname}`);
    const trouble = troubles.shift();
    if (trouble && 'cut' in trouble) return void response.destroy();
    if (trouble) return fail(response, trouble.status, 'trouble', 'As the test wants it.');
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return fail(response, 401, 'invalid_api_key', 'Invalid API Key provided');
    }
    const query = parseForm(searchParams.toString());
    const key = request.headers['idempotency-key']?.toString();
    const known = request.method === 'POST' && key !== undefined ? byKey.get(key) : undefined;
    const result = known ?? api(`${request.method} ${pathname.slice(4)}`, body, query);
    if (request.method === 'POST' && key !== undefined) byKey.set(key, result);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result));
  }

  function api(call: string, body: Form, query: Form): object {
    const list = (data: object[]) => ({ object: 'list', has_more: false, data });
    const [method = '', path = ''] = call.split(' ');
    const [kind = '', second = '', third = '', fourth = ''] = path.split('/');
    const one = <T>(from: Map<string, T>, id: string): T => {
      const found = from.get(id);
      if (!found) throw new Missing(`No such object: '${id}'`);
      return found;
    };
    switch (`${method} ${kind}`) {
      case 'GET prices':
        return second === '' ? list([]) : shownPrice(second);
      case 'POST customers': {
        const customer: Customer = {
          ...{ id: newId('cus'), object: 'customer', email: String(body.email) },
        };
        customers.set(customer.id, customer);
        return customer;
      }
      case 'POST checkout':
        return fourth === 'expire' ? expire(one(sessions, third)) : createSession(body);
      case 'GET checkout':
        if (third !== '') return shownSession(one(sessions, third));
        return list(
          [...sessions.values()]
            .filter((session) => !query.customer || session.customer === query.customer)
            .filter((session) => !query.status || session.status === query.status)
            .filter(
              (session) => !query.payment_intent || session.payment_intent === query.payment_intent,
            )
            .map(shownSession),
        );
      case 'POST billing_portal': {
        const id = newId('bps');
        const customer = one(customers, String(body.customer)).id;
        portals.set(id, { customer, return_url: String(body.return_url) });
        return { id, object: 'billing_portal.session', url: `${url()}/portal/${id}` };
      }
      case 'GET subscriptions':
        if (second !== '') return shownSubscription(one(subscriptions, second));
        return list(
          [...subscriptions.values()]
            .filter(({ customer, status }) => customer === query.customer && status !== 'canceled')
            .map(shownSubscription),
        );
      case 'POST subscriptions': {
        const subscription = one(subscriptions, second);
        const metadata = { ...subscription.metadata, ...(body.metadata as Record<string, string>) };
        change(second, {
          cancel_at_period_end: body.cancel_at_period_end === 'true',
          metadata: Object.fromEntries(
            Object.entries(metadata).filter(([, value]) => value !== ''),
          ),
        });
        return shownSubscription(subscription);
      }
      case 'DELETE subscriptions':
        one(subscriptions, second);
        change(second, { status: 'canceled' });
        return shownSubscription(one(subscriptions, second));
      case 'GET invoices':
        return shownInvoice(one(invoices, second));
      case 'GET invoice_payments': {
        const wanted = (query.payment as Form).payment_intent;
        const paid = [...invoices.values()].filter((made) => made.payment_intent === wanted);
        return list(paid.map(({ id }) => ({ object: 'invoice_payment', invoice: id })));
      }
      case 'GET charges':
        return shownCharge(one(charges, second));
      case 'GET disputes':
        return list([...disputes.values()].filter((made) => made.charge === query.charge));
      case 'GET events': {
        const event = events.find(({ id }) => id === second);
        if (!event) throw new Missing(`No such event: '${second}'`);
        return event;
      }
    }
    throw new Missing(`Unrecognized request URL (${call})`);
  }

  function createSession(body: Form): object {
    const [item] = listOf(body.line_items) as Form[];
    const price = String(item?.price);
    priceOf(price);
    if (!customers.has(String(body.customer))) throw new Missing('No such customer');
    const id = newId('cs_test');
    const embedded = body.ui_mode === 'embedded_page';
    // Like at Stripe, each kind accepts only its own addresses.
    const wrong = embedded
      ? body.success_url !== undefined || body.cancel_url !== undefined || !body.return_url
      : body.return_url !== undefined || !body.success_url;
    if (wrong) throw new Missing(`These addresses are not for ui_mode ${String(body.ui_mode)}`);
    const session: Session = {
      ...{ id, object: 'checkout.session', customer: String(body.customer) },
      ...{ mode: body.mode as Session['mode'], status: 'open', payment_status: 'unpaid', price },
      ui_mode: embedded ? 'embedded_page' : 'hosted_page',
      client_secret: embedded ? `${id}_secret_${randomUUID()}` : null,
      return_url: String(embedded ? body.return_url : body.success_url),
      cancel_url: embedded ? null : String(body.cancel_url),
      ...{ subscription: null, payment_intent: null, created: now() },
    };
    sessions.set(session.id, session);
    return shownSession(session);
  }

  function expire(session: Session): object {
    session.status = 'expired';
    happened('checkout.session.expired', session);
    return shownSession(session);
  }

  /** Stripe's own pages. */
  function hosted(request: IncomingMessage, response: ServerResponse, path: string): void {
    const [, page = '', id = '', act = ''] = path.split('/');
    const go = (to: string) => response.writeHead(303, { location: to }).end();
    const session = sessions.get(id);
    const portal = portals.get(id);
    if (page === 'pay' && session?.ui_mode === 'hosted_page') {
      if (request.method === 'POST') {
        pay(id);
        return void go(session.return_url);
      }
      const { name, amount } = priceOf(session.price);
      return html(
        response,
        `<h1>Pay for ${name}</h1><p>${amount / 100} EUR</p>
         <form method="post" action="/pay/${id}"><button>Pay now</button></form>
         <a href="${String(session.cancel_url)}">Go back</a>`,
      );
    }
    if (page === 'portal' && portal) {
      const subscription = [...subscriptions.values()].find(
        ({ customer, status }) => customer === portal.customer && status !== 'canceled',
      );
      if (request.method === 'POST' && act === 'cancel' && subscription) {
        change(subscription.id, { cancel_at_period_end: true });
        return void go(portal.return_url);
      }
      return html(
        response,
        `<h1>Your billing</h1>
         <form method="post" action="/portal/${id}/cancel"><button>Cancel plan</button></form>
         <a href="${portal.return_url}">Go back</a>`,
      );
    }
    response.writeHead(404).end();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: url(),
    settings,
    calls,
    events,
    customers,
    sessions,
    subscriptions,
    invoices,
    nameOf: (price: string) => priceOf(price).name,
    pay,
    subscribe,
    settleLater,
    renew,
    payInvoice,
    change,
    refund,
    dispute,
    endDispute,
    /** Creates an invoice for a part of a period, as after a change of plan. */
    prorate(subscriptionId: string): Invoice {
      const made = invoice(subscriptions.get(subscriptionId)!, 'subscription_update', true);
      made.proration = true;
      happened('invoice.paid', made);
      return made;
    },
    /** Changes the price in the portal, which starts a new period that is paid at once. */
    switchTo(subscriptionId: string, price: string): void {
      const subscription = subscriptions.get(subscriptionId)!;
      const start = now();
      Object.assign(subscription, { price, start, end: periodEnd(start, price) });
      const made = invoice(subscription, 'subscription_update', true);
      happened('customer.subscription.updated', subscription);
      happened('invoice.paid', made);
    },
    /** Sends all events to the webhook, newest first. */
    async sendEvents(webhookUrl: string): Promise<void> {
      for (const event of [...events].reverse()) await deliver(event, webhookUrl);
    },
    /** Sets the trouble for the next requests, one each. */
    script: (...trouble: StripeTrouble[]) => troubles.push(...trouble),
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

class Missing extends Error {}

/** The header with Stripe's signature of a webhook's body. */
export function sign(body: string, seconds: number, secret = WEBHOOK_SECRET): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

/** Sends an event to the webhook, and retries after a pause until the answer is 200, like Stripe. */
export async function deliver(event: FakeEvent, webhookUrl: string): Promise<void> {
  const body = JSON.stringify(event);
  for (let tries = 0; tries < 5; tries += 1) {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': sign(body, Math.floor(Date.now() / 1_000)),
      },
      body,
    });
    if (response.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${event.type} was not taken`);
}

function complain(error: unknown): void {
  // A fault of the fake must be visible in the test that uses it.
  console.error('fake stripe:', error);
}

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>Stripe</title><main>${body}</main></html>`);
}

function fail(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  const type = status >= 500 ? 'api_error' : 'invalid_request_error';
  response.end(JSON.stringify({ error: { type, code, message } }));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
