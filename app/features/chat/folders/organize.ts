import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { toastError, toastSuccess } from '~/ui/feedback/toast';

import {
  type ConversationEvent,
  type ConversationFolder,
  type ConversationItem,
  MAX_BATCH,
} from '../conversations/conversation';
import { noteOwnDeletion } from '../conversations/deleted-elsewhere';
import { requestNewConversation } from '../conversations/new-chat';
import type { ConversationsApi } from '../conversations/routes/conversations';
import { chatTexts } from '../texts';
import { organizingTexts, severalText } from './texts';

const api = client<ConversationsApi>();

// The actions on one or several conversations in the sidebar, loaded on first use. Each resolves with true if at least one
// conversation was changed.

/** The page on which an action takes place. */
export interface Place {
  /** The conversation that is open there. */
  currentId: string | undefined;
  apply: (change: ConversationEvent) => void;
  navigate: (to: string, options?: { replace: boolean }) => void;
}

type Items = readonly ConversationItem[];

function show({ apply }: Place, changed: ConversationItem[], removed: string[] = []): void {
  apply({ type: 'several', changed, removed });
}

function only(items: Items, ids: readonly string[]): ConversationItem[] {
  const wanted = new Set(ids);
  return items.filter(({ id }) => wanted.has(id));
}

type BatchAction =
  | { action: 'archive' | 'unarchive' | 'delete' | 'restore' }
  | { action: 'move'; folderId: string | null };

/** What an action has done: the ids of the conversations that it changed, and what kept it from the others. */
interface Outcome {
  done: string[];
  failure?: unknown;
}

async function requestBatch(action: BatchAction, items: Items): Promise<Outcome> {
  const done: string[] = [];
  for (let start = 0; start < items.length; start += MAX_BATCH) {
    const body = { ...action, ids: idsOf(items.slice(start, start + MAX_BATCH)) };
    try {
      const answer = await api.post('/api/conversations/batch', { body });
      done.push(...answer.ids);
    } catch (failure) {
      return { done, failure };
    }
  }
  return { done };
}

/** Deletes them, with ten seconds to undo it. If one of them is open, a new one is opened instead. */
export async function remove(place: Place, items: Items): Promise<boolean> {
  const [single] = items;
  // The live event may arrive before the response.
  noteOwnDeletion(idsOf(items));
  const { done, failure } =
    items.length === 1 && single
      ? await attempt(api.del('/api/conversations/:id', { params: { id: single.id } }), single.id)
      : await requestBatch({ action: 'delete' }, items);
  noteOwnDeletion(
    idsOf(items).filter((id) => !done.includes(id)),
    false,
  );
  if (failure !== undefined) showFailure(failure, organizingTexts.deleteFailed);
  if (done.length === 0) return false;
  const removed = only(items, done);
  const wasOpen = done.includes(place.currentId ?? '');
  const text = done.length === 1 ? organizingTexts.deleted : severalText(done.length, 'deleted');
  toastSuccess(text, { label: 'Undo', run: () => void restore(place, removed, wasOpen) });
  if (wasOpen) await openNew(place);
  show(place, [], done);
  return true;
}

async function restore(place: Place, items: Items, wasOpen: boolean): Promise<void> {
  const [single] = items;
  const { done, failure } =
    items.length === 1 && single
      ? await attempt(
          api.post('/api/conversations/:id/restore', { params: { id: single.id } }),
          single.id,
        )
      : await requestBatch({ action: 'restore' }, items);
  if (failure !== undefined || done.length < items.length) {
    const text =
      items.length === 1 ? organizingTexts.restoreFailed : organizingTexts.restoreSeveralFailed;
    if (failure === undefined) toastError(text);
    else showFailure(failure, text);
  }
  noteOwnDeletion(done, false);
  show(place, only(items, done));
  if (wasOpen && place.currentId !== undefined && done.includes(place.currentId)) {
    place.navigate(`/ai-lab/chat/${place.currentId}`);
  }
}

/** The outcome of a request about one conversation. */
async function attempt(request: Promise<unknown>, id: string): Promise<Outcome> {
  try {
    await request;
    return { done: [id] };
  } catch (failure) {
    return { done: [], failure };
  }
}

async function openNew(place: Place): Promise<void> {
  try {
    place.navigate(`/ai-lab/chat/${await requestNewConversation()}`, { replace: true });
  } catch (error) {
    showFailure(error, chatTexts.createFailed);
    place.navigate('/ai-lab', { replace: true });
  }
}

/** Archives them, with ten seconds to undo it. */
export async function archive(place: Place, items: Items): Promise<boolean> {
  const done = await archived(place, items, true);
  if (done.length === 0) return false;
  const text = done.length === 1 ? organizingTexts.archived : severalText(done.length, 'archived');
  toastSuccess(text, { label: 'Undo', run: () => void archived(place, done, false) });
  return true;
}

/** Returns them to their places in the list. */
export async function unarchive(place: Place, items: Items): Promise<boolean> {
  const { length } = await archived(place, items, false);
  if (length > 0) {
    toastSuccess(length === 1 ? organizingTexts.unarchived : severalText(length, 'unarchived'));
  }
  return length > 0;
}

async function archived(place: Place, items: Items, into: boolean): Promise<ConversationItem[]> {
  const action = into ? 'archive' : 'unarchive';
  const { done, failure } = await requestBatch({ action }, items);
  const changed = only(items, done).map((item) => ({ ...item, archived: into }));
  show(place, changed);
  const failed = into ? organizingTexts.archiveFailed : organizingTexts.unarchiveFailed;
  if (failure !== undefined) showFailure(failure, failed);
  else if (done.length < items.length) showGone(place, items, done);
  return changed;
}

/** Moves them into a folder, or out of their folders for null. */
export async function move(
  place: Place,
  items: Items,
  folder: ConversationFolder | null,
): Promise<boolean> {
  const folderId = folder?.id ?? null;
  const { done, failure } = await requestBatch({ action: 'move', folderId }, items);
  show(
    place,
    only(items, done).map((item) => ({ ...item, folderId })),
  );
  if (failure !== undefined) showFailure(failure, organizingTexts.moveFailed);
  else if (done.length < items.length) showGone(place, items, done);
  if (done.length === 0) return false;
  const what = done.length === 1 ? 'Moved' : severalText(done.length, 'moved');
  toastSuccess(folder ? `${what} to “${folder.name}”` : `${what} out of the folder`);
  return true;
}

export async function pin(place: Place, item: ConversationItem, pinned: boolean): Promise<boolean> {
  try {
    const params = { id: item.id };
    const { conversation } = await api.patch('/api/conversations/:id', {
      params,
      body: { pinned },
    });
    show(place, [conversation]);
    return true;
  } catch (error) {
    showFailure(error, pinned ? organizingTexts.pinFailed : organizingTexts.unpinFailed);
    return false;
  }
}

/** For conversations that another tab has deleted meanwhile: all that aren't `done`. */
function showGone(place: Place, items: Items, done: readonly string[]): void {
  const changed = new Set(done);
  toastError(chatTexts.gone);
  show(
    place,
    [],
    idsOf(items).filter((id) => !changed.has(id)),
  );
}

function idsOf(items: Items): string[] {
  return items.map(({ id }) => id);
}
