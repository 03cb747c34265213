import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { showFailure } from '~/features/accounts';

import type { MessageEditor } from './components/message-editor';
import { requestMessageText } from './use-messages';
import { readEditDraft } from '../page/drafts';
import { chatTexts } from '../texts';

const loadEditor = () => import('../loaded-later').then((later) => later.loadEditor());

interface Editing {
  /** The editor, which is loaded when a message is first edited. */
  Editor: typeof MessageEditor;
  id: string;
  text: string;
  /** The person has just opened it; otherwise it was open when the page was left. */
  justOpened: boolean;
}

/** Whether a message is being edited, and with which text. Another version in its place is another message. */
export function useEditing(id: string | null): {
  editing: Editing | null;
  loading: boolean;
  /** Opens the editor; gets the focus back when editing is canceled. */
  button: RefObject<HTMLButtonElement>;
  edit(): void;
  end(canceled: boolean): void;
} {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [loading, setLoading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const canceled = useRef(false);

  useEffect(() => {
    if (id === null) return;
    const draft = readEditDraft(id);
    if (draft === '') return;
    let current = true;
    loadEditor().then(
      ({ MessageEditor: Editor }) => {
        if (current) setEditing({ Editor, id, text: draft, justOpened: false });
      },
      () => {
        // For example offline: the draft waits for the next visit.
      },
    );
    return () => {
      current = false;
    };
  }, [id]);

  useEffect(() => {
    if (editing || !canceled.current) return;
    canceled.current = false;
    button.current?.focus();
  }, [editing]);

  return {
    editing: editing?.id === id ? editing : null,
    loading,
    button,
    edit: useCallback(() => {
      if (id === null) return;
      setLoading(true);
      Promise.all([requestMessageText(id), loadEditor()])
        .then(
          ([text, { MessageEditor: Editor }]) => setEditing({ Editor, id, text, justOpened: true }),
          (error: unknown) => showFailure(error, chatTexts.editFailed),
        )
        .finally(() => setLoading(false));
    }, [id]),
    end: useCallback((escaped: boolean) => {
      canceled.current = escaped;
      setEditing(null);
    }, []),
  };
}
