import { nextSequence, publishEvents } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';

import type {
  AnswerChange,
  BranchChange,
  ConversationChange,
  ConversationItem,
  FolderChange,
} from './conversations/conversation';
import type { SettingsChange } from './conversations/settings/conversation-settings';

export type ChatChange =
  | { topic: 'conversation'; data: ConversationChange }
  | { topic: 'answer'; data: AnswerChange }
  | { topic: 'branch'; data: BranchChange }
  | { topic: 'settings'; data: SettingsChange }
  | { topic: 'folder'; data: FolderChange };

/** Takes a number for what the transaction changes, which may not be known yet. */
export async function takeTurn(
  tx: Sql,
  userId: string,
): Promise<(...changes: ChatChange[]) => () => void> {
  const seq = await nextSequence(tx, userId);
  return (...changes) =>
    () =>
      void publishEvents(userId, { seq, changes });
}

/** Takes a number for what the transaction changed; the returned function tells the tabs, after the commit. */
export async function announce(
  tx: Sql,
  userId: string,
  ...changes: ChatChange[]
): Promise<() => void> {
  return (await takeTurn(tx, userId))(...changes);
}

/** The same for several conversations; nothing is told where nothing changed. */
export async function publishConversations(
  tx: Sql,
  userId: string,
  changed: ConversationItem[],
  removed: string[] = [],
): Promise<() => void> {
  const [conversation] = changed;
  const [id] = removed;
  if (changed.length + removed.length > 1) {
    return announce(tx, userId, {
      topic: 'conversation',
      data: { type: 'several', changed, removed },
    });
  }
  if (conversation) {
    return announce(tx, userId, {
      topic: 'conversation',
      data: { type: 'changed', conversation },
    });
  }
  if (id !== undefined) {
    return announce(tx, userId, { topic: 'conversation', data: { type: 'removed', id } });
  }
  return () => {};
}
