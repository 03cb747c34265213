import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { withoutLogContext } from '~/lib/log-context.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';
import { publishStatus } from '~/engine/events/index.server';

import { readTokensLeft } from './read-tokens.server';

/** An answer reserves and settles, a campaign does so for each of its texts: tabs are told once. */
const TOGETHER_MS = 300;

const waiting = singleton('tokens-to-publish', () => new Set<string>());

/** Tells a user's tabs soon what is left. Lost with the process: tabs ask again when they have been cut off. */
export function publishTokens(userId: UserScope): void {
  if (env().METERING === 'off' || waiting.has(userId)) return;
  waiting.add(userId);
  withoutLogContext(() => {
    setTimeout(() => void publishNow(userId), TOGETHER_MS).unref();
  });
}

async function publishNow(userId: UserScope): Promise<void> {
  // Before it is read: what changes from here on is told again.
  waiting.delete(userId);
  try {
    const data = await readTokensLeft(userId, new Date());
    if (data) publishStatus(userId, { topic: 'tokens', data });
  } catch (err) {
    log.warn({ err }, 'telling what is left of tokens failed');
  }
}
