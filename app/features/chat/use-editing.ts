import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { tellFailure } from '~/features/auth';

import { requestMessageText } from './conversation-requests';
import { readEditDraft } from './drafts';
import { chatMessages } from './messages';

interface Editing {
  id: string;
  text: string;
  /** The person has just asked for it; else it was open when the page was left. */
  asked: boolean;
}

/** Whether a message is open for editing, and with what. Another version in its place is another message. */
export function useEditing(id: string | null): {
  editing: Editing | null;
  loading: boolean;
  /** Opens it; gets the focus back when that is given up. */
  button: RefObject<HTMLButtonElement>;
  edit(): void;
  end(givenUp: boolean): void;
} {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [loading, setLoading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const givenUp = useRef(false);

  useEffect(() => {
    if (id === null) return;
    const draft = readEditDraft(id);
    if (draft === '') return;
    const frame = requestAnimationFrame(() => setEditing({ id, text: draft, asked: false }));
    return () => cancelAnimationFrame(frame);
  }, [id]);

  useEffect(() => {
    if (editing || !givenUp.current) return;
    givenUp.current = false;
    button.current?.focus();
  }, [editing]);

  return {
    editing: editing?.id === id ? editing : null,
    loading,
    button,
    edit: useCallback(() => {
      if (id === null) return;
      setLoading(true);
      requestMessageText(id)
        .then(
          (text) => setEditing({ id, text, asked: true }),
          (error: unknown) => tellFailure(error, chatMessages.editFailed),
        )
        .finally(() => setLoading(false));
    }, [id]),
    end: useCallback((escaped: boolean) => {
      givenUp.current = escaped;
      setEditing(null);
    }, []),
  };
}
