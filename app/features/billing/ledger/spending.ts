import { MAX_TOKENS, SMALLEST_ANSWER } from './terms';

export type Metering = 'off' | 'allowance' | 'billing';

/** In the order of spending: those that expire soonest first. */
export const BUCKETS = ['trial', 'allowance', 'balance'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Tokens by bucket. */
export type Amounts = Readonly<Record<Bucket, number>>;

export const NOTHING: Amounts = { trial: 0, allowance: 0, balance: 0 };

/** What determines how much of an account can be spent. */
export interface Funds {
  buckets: Amounts;
  trialEndsAt: Date | null;
  allowanceEndsAt: Date | null;
  emailVerified: boolean;
}

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

/** Tokens to charge for `tokens` of a model: times its weight, rounded up. NaN counts as 0. */
export function weighted(tokens: number, weight: number): number {
  if (!(tokens > 0)) return 0;
  // In floating point 300 × 0.07 is 21.000000000000004, which would round up to 22.
  const exact = Math.ceil(Number((tokens * weight).toFixed(6)));
  return Math.min(Math.max(1, exact), MAX_TOKENS);
}

/** What an answer costs: input and output as reported, times the model's weight. */
export function weigh(usage: TokenUsage, weight: number): number {
  return weighted(usage.promptTokens + usage.completionTokens, weight);
}

export function sum(amounts: Amounts): number {
  return BUCKETS.reduce((total, bucket) => total + amounts[bucket], 0);
}

function byBucket(amount: (bucket: Bucket) => number): Amounts {
  return {
    trial: amount('trial'),
    allowance: amount('allowance'),
    balance: amount('balance'),
  };
}

export function plus(one: Amounts, other: Amounts): Amounts {
  return byBucket((bucket) => one[bucket] + other[bucket]);
}

export function minus(one: Amounts, other: Amounts): Amounts {
  return byBucket((bucket) => one[bucket] - other[bucket]);
}

/** What can be spent now. Expired tokens don't count, whether or not the job has removed them yet. */
export function spendable(funds: Funds, metering: Metering, now: Date): Amounts {
  if (metering === 'off') return NOTHING;
  const trialCounts =
    isAhead(funds.trialEndsAt, now) && (metering !== 'billing' || funds.emailVerified);
  return {
    trial: trialCounts ? funds.buckets.trial : 0,
    allowance: isAhead(funds.allowanceEndsAt, now) ? funds.buckets.allowance : 0,
    balance: funds.buckets.balance,
  };
}

export function isAhead(end: Date | null, now: Date): boolean {
  return end !== null && end.getTime() > now.getTime();
}

/** Up to `amount`, in the order of spending. */
export function take(from: Amounts, amount: number): Amounts {
  const taken: Record<Bucket, number> = { ...NOTHING };
  let missing = amount;
  for (const bucket of BUCKETS) {
    taken[bucket] = Math.min(from[bucket], missing);
    missing -= taken[bucket];
  }
  return taken;
}

export interface ReservationRequest {
  promptTokens: number;
  maxTokens: number;
  weight: number;
  /** For other work that is about to reserve them: tokens to leave, as far as there's still room for a short answer. */
  spare?: number;
}

export interface Reservation {
  taken: Amounts;
  reserved: number;
  /** How long the answer may be, in the model's own tokens. */
  maxTokens: number;
}

/** @throws RangeError unless it is a whole number of tokens that an entry can hold */
export function assertTokens(tokens: number): void {
  if (!Number.isInteger(tokens) || tokens < 0 || tokens > MAX_TOKENS) {
    throw new RangeError(`${tokens} is no number of tokens`);
  }
}

/** @throws RangeError as `assertTokens`, and for an answer of 0 tokens or a model without a weight */
export function assertAnswerable(request: ReservationRequest): void {
  assertTokens(request.promptTokens);
  assertTokens(request.maxTokens);
  if (request.maxTokens === 0 || !(request.weight > 0)) {
    throw new RangeError(`an answer of ${request.maxTokens} tokens at weight ${request.weight}`);
  }
}

/** What to reserve for an answer; null when there is no room for even the smallest one. */
export function planReservation(
  available: Amounts,
  request: ReservationRequest,
): Reservation | null {
  const left = sum(available);
  const max = weighted(request.promptTokens + request.maxTokens, request.weight);
  const smallest = Math.min(SMALLEST_ANSWER, request.maxTokens);
  const least = weighted(request.promptTokens + smallest, request.weight);
  const reserved = Math.min(left, max, Math.max(left - (request.spare ?? 0), least));
  const maxTokens = roomForAnswer(reserved, request);
  if (maxTokens < smallest) return null;
  return { taken: take(available, reserved), reserved, maxTokens };
}

/** How long an answer the reserved tokens allow after the prompt; negative when not even the prompt fits. */
export function roomForAnswer(reserved: number, request: ReservationRequest): number {
  let total = Math.floor(reserved / request.weight);
  // The division may be off by a rounding error, in either direction.
  if (weighted(total + 1, request.weight) <= reserved) total += 1;
  if (weighted(total, request.weight) > reserved) total -= 1;
  return Math.min(request.maxTokens, total - request.promptTokens);
}

export interface Settlement {
  /** What is returned to the buckets (positive) or also taken from them (negative). */
  deltas: Amounts;
  charged: number;
  uncovered: number;
}

/**
 * Replaces a reservation by what was used. The reservation pays first, in the order of spending, so that it gives back
 * the tokens that last longest; use beyond it is paid from what is available, as far as that goes.
 */
export function planSettlement(state: {
  reserved: Amounts;
  available: Amounts;
  tokens: number;
  metering: Metering;
}): Settlement {
  const { reserved, tokens } = state;
  // Metering was switched off after the reservation.
  if (state.metering === 'off') return { deltas: reserved, charged: 0, uncovered: tokens };
  const fromReservation = take(reserved, tokens);
  const extra = take(state.available, tokens - sum(fromReservation));
  const charged = sum(fromReservation) + sum(extra);
  return {
    deltas: minus(minus(reserved, fromReservation), extra),
    charged,
    uncovered: tokens - charged,
  };
}

export type Shortage =
  | { reason: 'empty' }
  | { reason: 'trial-over' }
  | { reason: 'unverified'; waiting: number }
  | { reason: 'too-little'; left: number };

/** Why an answer couldn't be paid for, so that the refusal can say what helps. */
export function explainShortage(
  funds: Funds,
  metering: Metering,
  weight: number,
  now: Date,
): Shortage {
  const trialRuns = isAhead(funds.trialEndsAt, now);
  if (metering === 'billing' && !funds.emailVerified && trialRuns && funds.buckets.trial > 0) {
    return { reason: 'unverified', waiting: funds.buckets.trial };
  }
  const left = sum(spendable(funds, metering, now));
  if (left >= weighted(SMALLEST_ANSWER, weight)) return { reason: 'too-little', left };
  if (left === 0 && funds.trialEndsAt !== null && !trialRuns && funds.allowanceEndsAt === null) {
    return { reason: 'trial-over' };
  }
  return { reason: 'empty' };
}
