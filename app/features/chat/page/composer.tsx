import { Square } from 'lucide-react';
import {
  forwardRef,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import { ACCEPT, type AttachedFile } from '../attachments/attachment';
import { attachmentTexts } from '../attachments/texts';
import { useWaitingFiles } from '../attachments/use-waiting-files';
import { usePromptWriting } from '../prompts/use-prompt-writing';
import { ArrowUp, Paperclip } from '~/ui/shared-icons';
import { useShortcut } from '~/ui/shortcuts/use-shortcut';
import { Button } from '~/ui/button';
import { preloadMarkdown } from '~/ui/rich-text/markdown-text';

import { readTypedDraft, writeDraft } from './drafts';

/** What to do with files that a message need not be the place for; the page's route says. */
export interface FileOffer {
  takes(file: File): boolean;
  Window: ComponentType<{
    /** Null: there is nothing to ask. */
    files: readonly File[] | null;
    onClose: () => void;
    /** Those that a message could take as well. */
    onAttach: (files: readonly File[]) => void;
  }>;
}

export interface ComposerProps {
  conversationId: string | null;
  /** A question is on its way or an answer is being written: the input waits. */
  busy: boolean;
  /** Shown as Stop while an answer is being written. */
  onStop: (() => void) | null;
  /** Rejects when the message was not taken; then it stays in the field. */
  onSend(content: string, files: AttachedFile[]): Promise<void>;
  fileOffer: FileOffer;
  /** The person was writing when this page came. */
  cameWriting: boolean;
  /** Below the field; gets what opens the library of prompts. */
  controls(openPrompts: () => void): ReactNode;
  hint?: ReactNode;
}

export interface ComposerHandle {
  /** Puts a prompt into the message, after asking for what its blanks hold. */
  usePrompt(prompt: { name: string; text: string }): void;
}
/** A text of this length fills the field for sure; measuring it would take a while at each key. */
const ALWAYS_FULL = 50_000;

/** Where a message is written. Enter sends, Shift+Enter starts a new line; on touch screens Enter starts a new line. */
export const Composer = forwardRef<ComposerHandle, ComposerProps>(function Composer(
  { conversationId, busy, onStop, onSend, fileOffer, cameWriting, controls, hint },
  ref,
) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const refocus = useRef(cameWriting);
  const picker = useRef<HTMLInputElement>(null);
  const [offered, setOffered] = useState<readonly File[] | null>(null);
  const sortOut = useCallback(
    (picked: readonly File[]) => {
      const taken = picked.filter(fileOffer.takes);
      if (taken.length === 0) return picked;
      setOffered(taken);
      return picked.filter((file) => !fileOffer.takes(file));
    },
    [fileOffer],
  );
  const waiting = useWaitingFiles(sortOut);
  const { files, List } = waiting;
  const blank = text.trim() === '';
  const ready = !busy && !blank && !waiting.uploading;

  useEffect(() => {
    // What was typed before the page came alive counts over an older draft.
    setText((typed) => field.current?.value || typed || readTypedDraft(conversationId));
  }, [conversationId]);

  useEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = text.length > ALWAYS_FULL ? '100dvh' : 'auto';
    if (text.length <= ALWAYS_FULL) area.style.height = `${area.scrollHeight}px`;
  }, [text]);

  useEffect(() => {
    // A disabled field loses the focus: give it back to the writer.
    if (busy || !refocus.current) return;
    refocus.current = false;
    // Where the keyboard is on the screen, it would cover what the person wants to read.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [busy]);

  useShortcut('write', () => field.current?.focus());

  const write = useCallback(
    (next: string) => {
      setText(next);
      writeDraft(conversationId, next);
    },
    [conversationId],
  );
  const prompts = usePromptWriting({ text, write, field });
  useImperativeHandle(ref, () => ({ usePrompt: prompts.use }), [prompts.use]);

  function submit() {
    if (!ready) return;
    const sent = text;
    refocus.current = true;
    write('');
    waiting.change(() => []);
    onSend(sent, waiting.ready).catch(() => {
      // The person has been told why; what they wrote and attached must not be lost.
      write(sent);
      waiting.change(() => files);
    });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (prompts.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    submit();
  }

  function onPaste(event: ClipboardEvent) {
    const { files: pasted, types } = event.clipboardData;
    // What was copied in an office program comes as text and as an image of it.
    if (pasted.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    waiting.add([...pasted]);
  }

  return (
    <form onSubmit={onSubmit} className="mx-auto w-full max-w-3xl px-4 pb-4 sm:px-6">
      {waiting.dragging && (
        <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-backdrop p-6">
          <p className="rounded-xl border-2 border-dashed border-accent bg-raised px-8 py-6 font-medium shadow-overlay">
            {attachmentTexts.dropHere}
          </p>
        </div>
      )}
      <div className="relative rounded-xl border border-border-strong/60 bg-raised p-2 shadow-raised transition-colors focus-within:border-ring">
        {List && files.length > 0 && <List files={files} onChange={waiting.change} />}
        <div className="flex items-end gap-2">
          <input
            ref={picker}
            type="file"
            multiple
            accept={ACCEPT}
            aria-label="Files to attach"
            tabIndex={-1}
            className="hidden"
            onChange={(event) => {
              waiting.add([...(event.target.files ?? [])]);
              // The same file may be picked again.
              event.target.value = '';
            }}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label="Attach files"
            title="Attach files"
            onClick={() => picker.current?.click()}
          >
            <Paperclip className="size-5" aria-hidden="true" />
          </Button>
          <textarea
            ref={field}
            name="message"
            aria-label="Message"
            rows={1}
            placeholder="Ask anything…"
            value={text}
            disabled={busy}
            onChange={(event) => {
              prompts.typed(text, event.target.value);
              write(event.target.value);
            }}
            onFocus={() => void preloadMarkdown()}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            {...prompts.fieldProps}
            className="max-h-[40dvh] min-h-10 flex-1 touch:min-h-11 resize-none self-center bg-transparent px-2 py-2 leading-6 outline-none placeholder:text-muted disabled:opacity-60"
          />
          {onStop ? (
            <Button size="icon" variant="secondary" aria-label="Stop" onClick={onStop}>
              <Square className="size-4 fill-current" aria-hidden="true" />
            </Button>
          ) : (
            <Button size="icon" type="submit" aria-label="Send" disabled={!ready}>
              <ArrowUp className="size-5" aria-hidden="true" />
            </Button>
          )}
        </div>
        {controls(prompts.openLibrary)}
        {prompts.parts}
      </div>
      <fileOffer.Window
        files={offered}
        onClose={() => setOffered(null)}
        onAttach={waiting.attach}
      />
      {hint && <p className="mt-2 text-center text-xs text-muted">{hint}</p>}
    </form>
  );
});
