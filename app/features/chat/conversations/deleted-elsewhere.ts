import { useSyncExternalStore } from 'react';

import { onEvent, onMissed } from '~/engine/events';
import { onSignedOut } from '~/http/client';

// Conversations that were deleted in another tab or on another device while this tab is open.

const elsewhere = new Set<string>();
/** What this tab deletes itself leads to a new conversation and needs no notice. */
const ours = new Set<string>();
const listeners = new Set<() => void>();

/** Call it before this tab deletes conversations, with `false` when it failed or was undone. */
export function noteOwnDeletion(ids: readonly string[], deleted = true): void {
  for (const id of ids) {
    if (deleted) ours.add(id);
    else ours.delete(id);
  }
}

/** Call it for a conversation that the server no longer has. */
export function noteDeleted(id: string): void {
  if (!ours.has(id)) change([id], []);
}

/** Whether this conversation was deleted elsewhere and not restored. */
export function useDeletedElsewhere(id: string | null): boolean {
  return useSyncExternalStore(
    subscribe,
    () => id !== null && elsewhere.has(id),
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(deleted: readonly string[], present: readonly string[]): void {
  for (const id of deleted) if (!ours.has(id)) elsewhere.add(id);
  for (const id of present) elsewhere.delete(id);
  for (const listener of listeners) listener();
}

onEvent('conversation', (event) => {
  switch (event.type) {
    case 'changed':
      return change([], [event.conversation.id]);
    case 'removed':
      return change([event.id], []);
    case 'several':
      return change(
        event.removed,
        event.changed.map(({ id }) => id),
      );
  }
});

function forget(): void {
  change([], [...elsewhere]);
}

// The pages load their data again, which says what is gone.
onMissed(forget);
// Another user may sign in in this tab next.
onSignedOut(() => {
  ours.clear();
  forget();
});
