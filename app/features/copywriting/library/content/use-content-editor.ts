import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { RequestRefused } from '~/http/client';
import { fieldsOf, parsedOf } from '~/lib/json';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';

import { onContentChange, reasonOf, requestContent, requestEdit } from '../saved-requests';
import { libraryTexts } from '../texts';
import type { ContentText } from './content';
import {
  ContentEditor,
  type EditorBackend,
  type EditorState,
  type SaveResult,
} from './content-editor';

/** The editor of one content. Mount one per content (`key`). */
export function useContentEditor(
  id: string,
  loaded: ContentText,
): { editor: ContentEditor; state: EditorState } {
  const [editor] = useState(() => new ContentEditor(loaded, backendOf(id)));
  const state = useSyncExternalStore(editor.subscribe, editor.current, editor.current);
  const { title, content, version } = loaded;
  const offered = useMemo(() => ({ title, content, version }), [title, content, version]);
  useEffect(() => editor.offer(offered), [editor, offered]);

  useEffect(() => {
    const draft = storedDraft(id);
    if (draft) editor.resume(draft);
    const stop = onContentChange((change) => {
      if (change.type === 'removed' && change.id === id) editor.onDeleted();
      if (change.type !== 'changed' || change.item.id !== id) return;
      void editor.onRestored();
      void editor.onVersion(change.item.version);
    });
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (editor.isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => {
      stop();
      window.removeEventListener('beforeunload', beforeUnload);
      // Saves at once, since the page is about to unmount; if that fails, the draft is there next time.
      void editor.flush();
    };
  }, [editor, id]);

  return { editor, state };
}

function backendOf(id: string): EditorBackend {
  return {
    async save(text, putAway): Promise<SaveResult> {
      try {
        const { version } = await requestEdit(id, { ...text, putAway });
        return { type: 'saved', version };
      } catch (error) {
        const status = error instanceof RequestRefused ? error.status : 0;
        if (status === 404) return { type: 'gone' };
        const theirs = status === 409 ? await current(id) : null;
        if (theirs) return { type: 'conflict', theirs };
        return { type: 'failed', reason: reasonOf(error, libraryTexts.saveFailed) };
      }
    },
    read: () => current(id),
    keepDraft: (draft) => writeDraft(`content:${id}`, draft ? JSON.stringify(draft) : ''),
  };
}

async function current(id: string): Promise<ContentText | null> {
  try {
    return await requestContent(id);
  } catch {
    // The next attempt to save will report the problem.
    return null;
  }
}

function storedDraft(id: string): ContentText | null {
  const { title, content, version } = fieldsOf(parsedOf(readTypedDraft(`content:${id}`)));
  const whole =
    typeof title === 'string' && typeof content === 'string' && typeof version === 'number';
  return whole ? { title, content, version } : null;
}
