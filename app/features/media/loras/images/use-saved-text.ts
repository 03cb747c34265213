import { useCallback, useEffect, useRef, useState } from 'react';

import { readTypedDraft, writeDraft } from '~/ui/forms/drafts';
import { refusalText } from '~/http/client';

/** What is typed and not kept yet, by name; each says whether it could be kept now. */
export type Unsaved = Map<string, () => Promise<boolean>>;

export interface SavedText {
  text: string;
  state: 'same' | 'typed' | 'saving' | 'saved' | 'failed';
  /** Why it could not be kept. */
  error: string | null;
  type(text: string): void;
  /** Keeps it, where there is something to keep; false: it could not be. */
  keep(): Promise<boolean>;
}

interface SavedTextProps {
  /** As the server has it. */
  value: string;
  /** Of the draft that outlives a reload, as long as it is not kept. */
  name: string;
  unsaved: Unsaved;
  /** Rejects when it was not done; otherwise `value` is the new text afterwards. */
  save: (text: string) => Promise<void>;
  failedText: string;
}

/** A text that is kept when its field is left. What could not be kept stays as it was typed. */
export function useSavedText({
  value,
  name,
  unsaved,
  save,
  failedText,
}: SavedTextProps): SavedText {
  const [text, setText] = useState(() => readTypedDraft(name) || value);
  const [known, setKnown] = useState(value);
  const [saving, setSaving] = useState(false);
  const [wasSaved, setWasSaved] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (known !== value) {
    setKnown(value);
    // Changed elsewhere, while nothing was typed here.
    if (text === known) setText(value);
  }
  const now = useRef({ text, value, save, failedText });
  useEffect(() => {
    now.current = { text, value, save, failedText };
  });
  const running = useRef<Promise<boolean> | null>(null);

  const keep = useCallback(async (): Promise<boolean> => {
    // One after the other, or the older could win.
    if (running.current) await running.current;
    const wanted = now.current.text.trim();
    if (wanted === now.current.value) {
      setText(wanted);
      writeDraft(name, '');
      return true;
    }
    const work = async () => {
      setSaving(true);
      setError(null);
      try {
        await now.current.save(wanted);
        now.current.value = wanted;
        if (now.current.text.trim() === wanted) {
          now.current.text = wanted;
          setText(wanted);
          writeDraft(name, '');
        }
        setWasSaved(true);
        return true;
      } catch (failure) {
        setError(refusalText(failure, now.current.failedText));
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
    unsaved.set(name, keep);
    return () => {
      unsaved.delete(name);
    };
  }, [differs, saving, unsaved, name, keep]);

  return {
    text,
    state: saving ? 'saving' : error ? 'failed' : differs ? 'typed' : wasSaved ? 'saved' : 'same',
    error,
    type(typed) {
      now.current.text = typed;
      setText(typed);
      setError(null);
      setWasSaved(false);
      writeDraft(name, typed.trim() === value ? '' : typed);
    },
    keep,
  };
}
