import { singleton } from '~/lib/singleton.server';

import type { Session } from './session';

export interface Credentials {
  /** The Cookie header. */
  cookie: string | null | undefined;
  /** Whether the browser used https; defaults to whether APP_URL does. */
  secure?: boolean;
  /** Also lets in people who haven't verified their email yet. */
  unverified?: boolean;
  /** Also lets in people who have to set up a second factor first. */
  enrolling?: boolean;
}

/**
 * Finds the session behind a request to the API, with the Set-Cookie headers if it was just renewed.
 * @throws AppError `unauthenticated`, `forbidden` (no verified email or second factor)
 */
export type Gate = (
  credentials: Credentials,
) => Promise<{ session: Session; setCookies: readonly string[] }>;

const gate = singleton('http-gate', (): { open?: Gate } => ({}));

/** Registered once, by the feature that owns sessions. */
export function registerGate(open: Gate): void {
  gate.open = open;
}

export const passGate: Gate = (credentials) => {
  if (!gate.open) throw new Error('no gate is registered');
  return gate.open(credentials);
};
