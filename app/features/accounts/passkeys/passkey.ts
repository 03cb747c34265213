import { MINUTE_MS } from '~/lib/time';

/** What passkeys are asked for. A challenge for one is good for no other. */
export const PASSKEY_PURPOSES = ['sign-in', 'second-step', 'confirm'] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

/** How long a challenge can be answered. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;

/** A passkey, as its owner sees it. */
export interface PasskeyView {
  id: string;
  name: string;
  /** In words. */
  added: string;
  /** In words; null if it wasn't used yet. */
  lastUsed: string | null;
  /** A password manager keeps it beyond this device. */
  isSynced: boolean;
  /** The site's earlier address, under which alone it works; null if it works. */
  onlyAt: string | null;
}

/** What the settings show. */
export interface PasskeysView {
  passkeys: PasskeyView[];
  /** The only host at which browsers can add one; null where there are no passkeys. */
  host: string | null;
}
