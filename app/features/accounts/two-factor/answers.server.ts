import { z } from 'zod';

import { AppError } from '~/lib/errors';
import { MAX_ACCOUNT_BODY, readJsonBody } from '~/http/read-body.server';
import { answerOrFailure } from '~/http/responses.server';

import { RecentLoginRequired } from '../sessions/require-recent-login.server';

const body = z.object({ code: z.string().max(100).default('') });

/** The code in a JSON body; none counts as an empty one. */
export async function codeIn(request: Request): Promise<{ code: string }> {
  const parsed = body.safeParse((await readJsonBody(request, MAX_ACCOUNT_BODY)) ?? {});
  if (!parsed.success) throw new AppError('invalid', 'This request could not be understood.');
  return parsed.data;
}

/** The answer in JSON; `{ error, confirm }` where the page has to lead to /auth/reauthenticate first. */
export function answerTwoFactor(work: () => Promise<object>): Promise<Response> {
  return answerOrFailure(async () => {
    try {
      return Response.json(await work(), { headers: NOT_STORED });
    } catch (error) {
      if (!(error instanceof RecentLoginRequired)) throw error;
      const told = { error: error.userMessage, confirm: true };
      return Response.json(told, { status: error.status, headers: NOT_STORED });
    }
  });
}

/** Secrets and backup codes are seen once. */
const NOT_STORED = { 'Cache-Control': 'private, no-store' };
