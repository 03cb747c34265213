/** An event of Stripe's that could not be taken in. */
export interface FailedEvent {
  /** Stripe's id. */
  id: string;
  type: string;
  /** For the log and for admins: what stood in the way. */
  error: string | null;
  attempts: number;
  /** ISO 8601. */
  receivedAt: string;
}

export interface PaymentsView {
  mode: 'off' | 'test' | 'live';
  failed: FailedEvent[];
}
