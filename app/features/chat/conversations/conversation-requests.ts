import { localSelection } from '~/features/brand';
import { client } from '~/http/client';

import { MAX_BATCH } from './conversation';
import type { ConversationsApi } from './routes/conversations';

const api = client<ConversationsApi>();

/** New Chat: the id of an empty conversation. */
export async function requestNewConversation(): Promise<string> {
  const { id } = await api.post('/api/conversations', {
    body: { localProfileId: localSelection() },
  });
  // A proxy may answer in the server's place, and there is nowhere to go without an id.
  if (!id) throw new TypeError('creation gave no id');
  return id;
}

type BatchAction =
  | { action: 'archive' | 'unarchive' | 'delete' | 'restore' }
  | { action: 'move'; folderId: string | null };

/** Does something with all of them. `done` are those it was done with; `failure` what kept it from the rest. */
export async function requestBatch(
  action: BatchAction,
  ids: readonly string[],
): Promise<{ done: string[]; failure?: unknown }> {
  const done: string[] = [];
  for (let start = 0; start < ids.length; start += MAX_BATCH) {
    const body = { ...action, ids: ids.slice(start, start + MAX_BATCH) };
    try {
      const answer = await api.post('/api/conversations/batch', { body });
      done.push(...answer.ids);
    } catch (failure) {
      return { done, failure };
    }
  }
  return { done };
}
