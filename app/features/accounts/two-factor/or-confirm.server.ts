import { JSON_HEADERS } from '~/http/resource.server';

import { RecentLoginRequired } from '../sessions/recent-login.server';

/** Refuses with `{ error, confirm }` where the page has to lead to /auth/reauthenticate first. */
export async function orConfirm<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RecentLoginRequired)) throw error;
    const told = { error: error.userMessage, confirm: true };
    throw Response.json(told, { status: error.status, headers: JSON_HEADERS });
  }
}
