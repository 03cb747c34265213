import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { withoutLogContext } from '~/lib/log-context.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';
import { publishStatus } from '~/engine/events/index.server';

import { readTokensLeft } from './read-tokens.server';

/**
 * Changes within this time are published together: an answer reserves and settles, a campaign does so for each variant.
 */
const DELAY_MS = 300;

const waiting = singleton('tokens-to-publish', () => new Set<string>());

/** Publishes soon what a user has left. Lost if the process dies; tabs refresh it when they reconnect. */
export function publishTokens(userId: UserScope): void {
  if (env().METERING === 'off' || waiting.has(userId)) return;
  waiting.add(userId);
  withoutLogContext(() => {
    setTimeout(() => void publishNow(userId), DELAY_MS).unref();
  });
}

async function publishNow(userId: UserScope): Promise<void> {
  // Before reading, so that a later change is published again.
  waiting.delete(userId);
  try {
    const data = await readTokensLeft(userId, new Date());
    if (data) publishStatus(userId, { topic: 'tokens', data });
  } catch (err) {
    log.warn({ err }, 'publishing the tokens left failed');
  }
}
