// Amounts are in the currency's smallest unit.

/** `test`: Stripe takes no real money. */
export type PaymentsMode = 'off' | 'test' | 'live';

export interface PriceRecord {
  id: string;
  active: boolean;
  amount: number | null;
  currency: string;
  /** Null: paid once. `other`: an interval that isn't sold here. */
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
  /** Stripe's page to pay on; null for a session that is embedded in our page, or not open. */
  url: string | null;
  /** With which Stripe's script shows an embedded session; null for others. */
  clientSecret: string | null;
  status: 'open' | 'complete' | 'expired';
  /** `paid` includes sessions that cost nothing; `pending`: not paid yet, or not confirmed by the bank yet. */
  payment: 'paid' | 'pending' | 'failed';
  mode: 'payment' | 'subscription' | 'other';
  price: string | null;
  quantity: number;
  subscription: string | null;
  amount: number;
  currency: string;
  createdAt: Date;
}

/** A line of an invoice that pays for a whole period of a subscription. */
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
  /** For a later period than the first. */
  isRenewal: boolean;
  attempts: number;
  amountPaid: number;
  currency: string;
  periods: PeriodLine[];
  /** The page on which it can be paid or, after that, viewed. */
  url: string | null;
  createdAt: Date;
}

export interface ChargeRecord {
  id: string;
  customer: string | null;
  amount: number;
  /** Refunded, or withdrawn by a dispute that isn't won. */
  lost: number;
  /** The purchase that it paid for; null if it wasn't made here. */
  paidFor: { object: 'session' | 'invoice'; id: string } | null;
}

export interface EventRecord {
  id: string;
  type: string;
  live: boolean;
  /** The id of the object that it is about. */
  objectId: string | null;
  /** The charge that the object belongs to, such as a refund's. */
  chargeId: string | null;
}

export interface NewSession {
  customer: string;
  price: string;
  mode: 'payment' | 'subscription';
  /** Shown inside our page; otherwise on Stripe's own. */
  embedded: boolean;
  /** Where Stripe sends the person after paying. */
  returnUrl: string;
  /** The target of the back link on Stripe's own page. */
  cancelUrl: string;
  /** Our id for it. */
  reference: string;
}

export type SubscriptionEnd = 'period-end' | 'now' | 'resume';

/** What the app needs from Stripe. All methods fail with a PaymentError. */
export interface Payments {
  /** Resolves if Stripe can be reached and accepts the key; changes nothing. */
  check(): Promise<void>;
  price(id: string): Promise<PriceRecord>;
  createCustomer(who: { userId: string; email: string; name: string }): Promise<string>;
  createSession(session: NewSession): Promise<SessionRecord>;
  session(id: string): Promise<SessionRecord>;
  /** False if the session was complete or had expired already. */
  expireSession(id: string): Promise<boolean>;
  openSessions(customer: string): Promise<SessionRecord[]>;
  portal(customer: string, returnUrl: string): Promise<string>;
  subscription(id: string): Promise<SubscriptionRecord>;
  /** Those that haven't ended. */
  liveSubscriptions(customer: string): Promise<SubscriptionRecord[]>;
  /** `resume` undoes only an end that was requested in this app. */
  endSubscription(id: string, how: SubscriptionEnd): Promise<void>;
  invoice(id: string): Promise<InvoiceRecord>;
  charge(id: string): Promise<ChargeRecord>;
  /** `url` shows the receipt of a session's payment; null without one. */
  sessionReceipt(id: string): Promise<{ customer: string | null; url: string | null }>;
  event(id: string): Promise<EventRecord>;
  /** The event in a webhook's body. @throws PaymentError `forged` unless Stripe signed it in the last few minutes */
  readWebhook(body: Buffer, signature: string, now: Date): EventRecord;
}

/**
 * `unavailable`: unreachable or overloaded, worth another try. `missing`: no such object. `forged`: not from Stripe.
 * `refused`: Stripe rejects the request, usually because of a wrong setting.
 */
export type PaymentFailure = 'unavailable' | 'missing' | 'forged' | 'refused';

export class PaymentError extends Error {
  readonly code: PaymentFailure;
  /** For the queue: a missing object doesn't come back. */
  readonly retryable: boolean;

  constructor(code: PaymentFailure, detail: string, cause?: unknown) {
    super(`payment service: ${code} (${detail})`, { cause });
    this.name = 'PaymentError';
    this.code = code;
    this.retryable = code !== 'missing';
  }
}
