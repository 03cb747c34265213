import { type LiveEvent, publishHere } from '~/engine/events/index.server';
import { listen } from '~/engine/queue/index.server';
import { isDemo } from '~/gateways/ai/index.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import { useStoredProviders } from '~/settings/providers.server';

import { resetHealth } from '../health/read-health.server';
import { findStoredProviders, PROVIDERS_CHANNEL } from './provider-data.server';

const RETRY_MS = 5_000;

const state = singleton('apply-providers', () => ({
  running: null as Promise<void> | null,
  next: null as Promise<void> | null,
}));

/**
 * Makes this process use what admins have set. A call during a read waits for a read of its own, so that older settings
 * never replace newer ones.
 */
export function applyProviders(): Promise<void> {
  if (state.running) {
    return (state.next ??= state.running
      .catch(() => {})
      .then(() => {
        state.next = null;
        return applyProviders();
      }));
  }
  state.running = read().finally(() => {
    state.running = null;
  });
  return state.running;
}

async function read(): Promise<void> {
  const found = await findStoredProviders();
  const before = isDemo();
  useStoredProviders(found);
  resetHealth();
  if (isDemo() !== before) publishHere(demoEvent());
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** Whether no AI is connected. */
    demo: boolean;
  }
}

export function demoEvent(): LiveEvent {
  return { topic: 'demo', data: isDemo() };
}

/** Uses the admins' settings from now on, and follows changes that any process makes. Call it at the start. */
export async function followProviders(): Promise<{ close(): Promise<void> }> {
  await applyProviders();
  let again: NodeJS.Timeout | undefined;
  const follow = () => {
    clearTimeout(again);
    applyProviders().catch((err: unknown) => {
      log.error({ err }, 'the providers that admins set could not be read, trying again');
      again = setTimeout(follow, RETRY_MS).unref();
    });
  };
  const listening = await listen(PROVIDERS_CHANNEL, follow, follow);
  return {
    async close() {
      await listening.close();
      clearTimeout(again);
    },
  };
}
