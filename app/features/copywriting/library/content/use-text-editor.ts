import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { RequestRefused } from '~/http/client';
import { fieldsOf, parsedOf } from '~/lib/json';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';

import { reasonOf } from '../saved-requests';
import type { ContentText } from './content';
import {
  ContentEditor,
  type EditorBackend,
  type EditorState,
  type SaveResult,
} from './content-editor';

/** How the browser stores a text with versions. */
export interface TextRequests {
  /** Rejects with 409 when `version` is not the current one, and with 404 when the text is gone. */
  edit(
    body: ContentText & { putAway: boolean },
    options: { keepalive: boolean },
  ): Promise<{ version: number }>;
  read(): Promise<ContentText>;
  /** Listens for changes from anywhere; returns how to stop. */
  listen(heard: { changed(version: number): void; removed(): void }): () => void;
  /** What to say when a save failed without a reason. */
  saveFailed: string;
}

/** Browsers send no larger requests of pages that are closed, in bytes. */
const MAX_KEPT_ALIVE = 60_000;

/** The editor of one text, whose drafts are kept under `name`. Mount one per text (`key`). */
export function useTextEditor(
  name: string,
  loaded: ContentText,
  requests: TextRequests,
): { editor: ContentEditor; state: EditorState } {
  const [editor] = useState(() => new ContentEditor(loaded, backendOf(name, requests)));
  const state = useSyncExternalStore(editor.subscribe, editor.current, editor.current);
  const { title, content, version } = loaded;
  const offered = useMemo(() => ({ title, content, version }), [title, content, version]);
  useEffect(() => editor.offer(offered), [editor, offered]);

  useEffect(() => {
    const draft = storedDraft(name);
    if (draft) editor.resume(draft);
    const stop = requests.listen({
      changed(newest) {
        void editor.onRestored();
        void editor.onVersion(newest);
      },
      removed: () => editor.onDeleted(),
    });
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (editor.isDirty()) event.preventDefault();
    };
    // The last event that a page on a phone may get, and the first of one that is closed.
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void editor.flush();
    };
    window.addEventListener('beforeunload', beforeUnload);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      stop();
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('visibilitychange', onHidden);
      // Saves at once, since the page is about to unmount; if that fails, the draft is there next time.
      void editor.flush();
    };
  }, [editor, name, requests]);

  return { editor, state };
}

function backendOf(name: string, requests: TextRequests): EditorBackend {
  const current = async () => {
    try {
      return await requests.read();
    } catch {
      // The next attempt to save will report the problem.
      return null;
    }
  };
  return {
    async save(text, putAway): Promise<SaveResult> {
      const { size } = new Blob([JSON.stringify(text)]);
      const keepalive = document.visibilityState === 'hidden' && size < MAX_KEPT_ALIVE;
      try {
        const { version } = await requests.edit({ ...text, putAway }, { keepalive });
        return { type: 'saved', version };
      } catch (error) {
        const status = error instanceof RequestRefused ? error.status : 0;
        if (status === 404) return { type: 'gone' };
        const theirs = status === 409 ? await current() : null;
        if (theirs) return { type: 'conflict', theirs };
        return { type: 'failed', reason: reasonOf(error, requests.saveFailed) };
      }
    },
    read: current,
    keepDraft: (draft) => writeDraft(name, draft ? JSON.stringify(draft) : ''),
  };
}

function storedDraft(name: string): ContentText | null {
  const { title, content, version } = fieldsOf(parsedOf(readTypedDraft(name)));
  const whole =
    typeof title === 'string' && typeof content === 'string' && typeof version === 'number';
  return whole ? { title, content, version } : null;
}
