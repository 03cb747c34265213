import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';

import { Button } from '~/ui/button';
import { GrowingArea } from '~/ui/forms/growing-area';
import { isComposing, sendsMessage } from '~/ui/keyboard';

import { writeEditDraft } from '../../page/drafts';

interface MessageEditorProps {
  id: string;
  /** The initial text: the message, or a draft of its new version. */
  text: string;
  /** The person has just opened it, so the field gets the focus. */
  focus: boolean;
  /** An answer is being written: saving waits. */
  busy: boolean;
  /** Rejects when the server refused it; then the text stays. */
  onSave(text: string): Promise<void>;
  onCancel(): void;
}

/** A person's own message as a field in its place: Save sends a new version, Escape cancels. Enter works as in the composer. */
export function MessageEditor({ id, text, focus, busy, onSave, onCancel }: MessageEditorProps) {
  const [typed, setTyped] = useState(text);
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const blank = typed.trim() === '';

  useEffect(() => {
    const area = field.current;
    if (!focus || !area) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [focus]);

  function write(next: string) {
    setTyped(next);
    writeEditDraft(id, next);
  }

  function save() {
    if (busy || saving || blank) return;
    setSaving(true);
    onSave(typed).then(
      () => writeEditDraft(id, ''),
      // The person has seen why; the text stays in the field.
      () => setSaving(false),
    );
  }

  function cancel() {
    writeEditDraft(id, '');
    onCancel();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isComposing(event)) {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    } else if (sendsMessage(event)) {
      event.preventDefault();
      save();
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    save();
  }

  return (
    <form
      onSubmit={onSubmit}
      className="w-full rounded-xl border border-border-strong/60 bg-raised p-2 shadow-raised transition-colors focus-within:border-ring"
    >
      <GrowingArea
        ref={field}
        aria-label="Edit message"
        rows={1}
        value={typed}
        readOnly={saving}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        className="block max-h-[50dvh] min-h-10 w-full resize-none bg-transparent px-2 py-2 leading-6 outline-none"
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={cancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" pending={saving} disabled={(busy && !saving) || blank}>
          Save
        </Button>
      </div>
    </form>
  );
}
