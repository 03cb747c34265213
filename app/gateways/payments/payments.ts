/** Moments are dates, amounts in the currency's smallest unit. */
export interface PriceRecord {
  id: string;
  active: boolean;
  amount: number | null;
  currency: string;
  /** Null: paid once. Other rhythms than these two are not sold here. */
  interval: 'month' | 'year' | 'other' | null;
  productName: string;
}

export interface SubscriptionRecord {
  id: string;
  customer: string;
  /** Stripe's word. */
  status: string;
  price: string;
  interval: string;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  startedAt: Date;
  latestInvoice: string | null;
}

export interface SessionRecord {
  id: string;
  customer: string | null;
  /** Stripe's page to pay on; null for a session inside a page of ours, and unless it is open. */
  url: string | null;
  /** What Stripe's script shows a session inside a page of ours with; null for all others. */
  clientSecret: string | null;
  status: 'open' | 'complete' | 'expired';
  /** `paid` also where nothing was to be paid; `pending`: not paid yet, or the bank has yet to say so. */
  payment: 'paid' | 'pending' | 'failed';
  mode: 'payment' | 'subscription' | 'other';
  price: string | null;
  quantity: number;
  subscription: string | null;
  amount: number;
  currency: string;
  createdAt: Date;
}

/** A part of an invoice that pays for a whole period of a subscription. */
export interface PeriodLine {
  price: string;
  quantity: number;
  start: Date;
  end: Date;
}

export interface InvoiceRecord {
  id: string;
  customer: string | null;
  status: 'paid' | 'open' | 'other';
  subscription: string | null;
  /** A later period's, not the first. */
  isRenewal: boolean;
  attempts: number;
  amountPaid: number;
  currency: string;
  periods: PeriodLine[];
  /** Where it can be paid, or seen once it is. */
  url: string | null;
  createdAt: Date;
}

export interface ChargeRecord {
  id: string;
  customer: string | null;
  amount: number;
  /** Paid back, or withdrawn by a dispute that is not won. */
  lost: number;
  /** The purchase that it paid for; null where it was none of ours. */
  paidFor: { object: 'session' | 'invoice'; id: string } | null;
}

export interface EventRecord {
  id: string;
  type: string;
  live: boolean;
  /** Of the object that it tells of. */
  objectId: string | null;
  /** The charge, where the object is something that was done to one. */
  chargeId: string | null;
}

export interface NewSession {
  customer: string;
  price: string;
  mode: 'payment' | 'subscription';
  /** Paid inside a page of ours; otherwise on Stripe's own. */
  embedded: boolean;
  /** Where Stripe sends the person after paying. */
  returnUrl: string;
  /** Where the way back from Stripe's own page leads. */
  cancelUrl: string;
  /** Our id of it. */
  reference: string;
}

export type SubscriptionEnd = 'period-end' | 'now' | 'resume';

/** What the app asks of Stripe. Whatever fails, fails as a PaymentError. */
export interface Payments {
  /** Whether Stripe is there and takes the key; changes nothing. */
  check(): Promise<void>;
  price(id: string): Promise<PriceRecord>;
  createCustomer(who: { userId: string; email: string; name: string }): Promise<string>;
  createSession(session: NewSession): Promise<SessionRecord>;
  session(id: string): Promise<SessionRecord>;
  /** False when it was too late: it is complete, or has expired by itself. */
  expireSession(id: string): Promise<boolean>;
  openSessions(customer: string): Promise<SessionRecord[]>;
  portal(customer: string, returnUrl: string): Promise<string>;
  subscription(id: string): Promise<SubscriptionRecord>;
  /** Those that are not over. */
  liveSubscriptions(customer: string): Promise<SubscriptionRecord[]>;
  /** `resume` takes back only an end that was asked for here. */
  endSubscription(id: string, how: SubscriptionEnd): Promise<void>;
  invoice(id: string): Promise<InvoiceRecord>;
  charge(id: string): Promise<ChargeRecord>;
  /** Where the receipt of a session's payment can be seen; null where there is none. */
  sessionReceipt(id: string): Promise<{ customer: string | null; url: string | null }>;
  event(id: string): Promise<EventRecord>;
  /** The event of a webhook's body. @throws PaymentError `forged` unless Stripe has signed it within minutes. */
  readWebhook(body: Buffer, signature: string, now: Date): EventRecord;
}

/**
 * `unavailable`: not reached, or overloaded; worth another try. `missing`: no such object. `forged`: not from Stripe.
 * `refused`: it does not do what was asked, mostly for a setting that is wrong.
 */
export type PaymentFailure = 'unavailable' | 'missing' | 'forged' | 'refused';

export class PaymentError extends Error {
  readonly code: PaymentFailure;
  /** For the queue: what is gone does not come back. */
  readonly retryable: boolean;

  constructor(code: PaymentFailure, detail: string, cause?: unknown) {
    super(`payment service: ${code} (${detail})`, { cause });
    this.name = 'PaymentError';
    this.code = code;
    this.retryable = code !== 'missing';
  }
}
