/** Where a sign-in or sign-up comes from. */
export interface Client {
  /** The network address as TRUST_PROXY gives it; without one only the account is limited. */
  address: string | undefined;
  userAgent: string | null;
  /** The browser spoke https. */
  secure: boolean;
  /** The Cookie header, which may say that the device is known. */
  cookie?: string | null;
}
