import { jsonHeaders } from '~/http/resource.server';

import { RecentLoginRequired } from './recent-login.server';

/** Refuses with `{ error, confirm }` if the page has to lead to /auth/reauthenticate first. */
export async function orConfirm<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RecentLoginRequired)) throw error;
    const body = { error: error.userMessage, confirm: true };
    throw Response.json(body, { status: error.status, headers: jsonHeaders() });
  }
}
