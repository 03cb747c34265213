import { useSyncExternalStore } from 'react';

import { onEvent } from '~/engine/events';
import { onSignedOut } from '~/http/client';

import type { AnswerContext, AnswerUsage } from '../conversations/conversation';

// What answers that ended while this tab was open have used: the event may arrive before the page that shows the answer.

const usages = new Map<string, AnswerUsage | null>();
const contexts = new Map<string, AnswerContext | null>();
const totals = new Map<string, number>();
const listeners = new Set<() => void>();

onEvent('answer', (data) => {
  const { id, conversationId, usage, conversationTokens, context } = data;
  if (context !== undefined) contexts.set(id, context);
  if (usage !== undefined) usages.set(id, usage);
  if (conversationTokens !== undefined) totals.set(conversationId, conversationTokens);
  for (const listener of listeners) listener();
});

// Another user may sign in in this tab next.
onSignedOut(() => {
  usages.clear();
  contexts.clear();
  totals.clear();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What an answer has used. */
export function useAnswerUsage(id: string, loaded: AnswerUsage | null): AnswerUsage | null {
  return useReported(usages, id, loaded);
}

/** What an answer is based on. */
export function useAnswerContext(id: string, loaded: AnswerContext | null): AnswerContext | null {
  return useReported(contexts, id, loaded);
}

/** As the live event reported it, or else as it was loaded. */
function useReported<T>(reports: ReadonlyMap<string, T>, id: string, loaded: T): T {
  const reported = useSyncExternalStore(
    subscribe,
    () => reports.get(id),
    () => undefined,
  );
  return reported === undefined ? loaded : reported;
}

/** What a conversation has used. It only grows, so the larger number is the newer one. */
export function useConversationTokens(id: string, loaded: number): number {
  return Math.max(useReported(totals, id, loaded), loaded);
}
