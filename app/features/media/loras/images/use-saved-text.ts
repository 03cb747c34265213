import { useCallback, useEffect, useRef, useState } from 'react';

import { refusalText } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';

/** Texts that are typed but not saved, by name; each function saves one, and resolves with whether that worked. */
export type Unsaved = Map<string, () => Promise<boolean>>;

export interface SavedText {
  text: string;
  state: 'same' | 'typed' | 'saving' | 'saved' | 'failed';
  /** Why it couldn't be saved. */
  error: string | null;
  type(text: string): void;
  /** Saves the text if it has changed; false if that failed. */
  save(): Promise<boolean>;
}

interface SavedTextProps {
  /** The saved text. */
  value: string;
  /** The name of the draft, which survives a reload until it is saved. */
  name: string;
  unsaved: Unsaved;
  /** Rejects when it fails; otherwise `value` becomes the new text. */
  send: (text: string) => Promise<void>;
  failedText: string;
}

/** A text that is saved when its field is left. If that fails, it stays as it was typed. */
export function useSavedText({
  value,
  name,
  unsaved,
  send,
  failedText,
}: SavedTextProps): SavedText {
  const [text, setText] = useState(() => readTypedDraft(name) || value);
  const [known, setKnown] = useState(value);
  const [saving, setSaving] = useState(false);
  const [wasSaved, setWasSaved] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (known !== value) {
    setKnown(value);
    // It was changed elsewhere, and nothing was typed here.
    if (text === known) setText(value);
  }
  const latest = useRef({ text, value, send, failedText });
  useEffect(() => {
    latest.current = { text, value, send, failedText };
  });
  const running = useRef<Promise<boolean> | null>(null);

  const save = useCallback(async (): Promise<boolean> => {
    // One after the other, or the older text could win.
    if (running.current) await running.current;
    const wanted = latest.current.text.trim();
    if (wanted === latest.current.value) {
      setText(wanted);
      writeDraft(name, '');
      return true;
    }
    const work = async () => {
      setSaving(true);
      setError(null);
      try {
        await latest.current.send(wanted);
        latest.current.value = wanted;
        if (latest.current.text.trim() === wanted) {
          latest.current.text = wanted;
          setText(wanted);
          writeDraft(name, '');
        }
        setWasSaved(true);
        return true;
      } catch (failure) {
        setError(refusalText(failure, latest.current.failedText));
        return false;
      } finally {
        setSaving(false);
        running.current = null;
      }
    };
    running.current = work();
    return running.current;
  }, [name]);

  const differs = text.trim() !== value;
  useEffect(() => {
    if (!differs && !saving) return;
    unsaved.set(name, save);
    return () => {
      unsaved.delete(name);
    };
  }, [differs, saving, unsaved, name, save]);

  return {
    text,
    state: saving ? 'saving' : error ? 'failed' : differs ? 'typed' : wasSaved ? 'saved' : 'same',
    error,
    type(typed) {
      latest.current.text = typed;
      setText(typed);
      setError(null);
      setWasSaved(false);
      writeDraft(name, typed.trim() === value ? '' : typed);
    },
    save,
  };
}
