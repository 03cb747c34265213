import { Mic } from 'lucide-react';
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
import { ArrowUp, Paperclip } from '~/ui/display/shared-icons';
import { useShortcut } from '~/ui/shortcuts/use-shortcut';
import { hasTouchKeyboard, sendsMessage } from '~/ui/keyboard';
import { useLoadOnUse } from '~/ui/load-on-use';
import { useBrowserLayoutEffect } from '~/ui/use-browser-layout-effect';
import { Button } from '~/ui/button';
import { preloadMarkdown } from '~/ui/rich-text/markdown-text';

import { readTypedDraft, writeDraft } from './drafts';

/** What else some files can be used for, besides attaching them; set by the page's route. */
export interface FileOffer {
  takes(file: File): boolean;
  Window: ComponentType<{
    /** The files to ask about; null for none. */
    files: readonly File[] | null;
    onClose: () => void;
    /** Called with the files that are to be attached after all. */
    onAttach: (files: readonly File[]) => void;
  }>;
}

export interface ComposerProps {
  conversationId: string | null;
  /** A message is being sent or an answer is being written, so the input is disabled. */
  busy: boolean;
  /** The conversation was deleted elsewhere: what was typed stays, but can't be sent. */
  deleted: boolean;
  /** Stops the answer; null while none is being written. */
  onStop: (() => void) | null;
  /** Rejects when the message wasn't sent; then it returns to the field. */
  onSend(content: string, files: AttachedFile[]): Promise<void>;
  fileOffer: FileOffer;
  /** Speech can be turned into text. */
  dictates: boolean;
  /** The person was typing when this page opened. */
  wasTyping: boolean;
  /** What the message is about besides its text, above the field. */
  above?: ReactNode;
  /** The controls below the field; `openPrompts` opens the prompt library. */
  controls(openPrompts: () => void): ReactNode;
  hint?: ReactNode;
}

export interface ComposerHandle {
  focus(): void;
  /** Inserts a prompt into the message, after asking for the values of its blanks; `from` is where it was chosen. */
  usePrompt(prompt: { name: string; text: string }, from?: DOMRect): void;
}

/** A text of this length certainly fills the field; measuring it at every keystroke would be slow. */
const ALWAYS_FULL = 50_000;

const loadDictation = () => import('../loaded-later').then((later) => later.loadDictation());

/** The field for a message. Enter sends and Shift+Enter starts a new line; on touch screens Enter starts a new line. */
export const Composer = forwardRef<ComposerHandle, ComposerProps>(function Composer(
  {
    conversationId,
    busy,
    deleted,
    onStop,
    onSend,
    fileOffer,
    dictates,
    wasTyping,
    above,
    controls,
    hint,
  },
  ref,
) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const refocus = useRef(wasTyping);
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
  const [dictating, setDictating] = useState(false);
  const endDictation = useCallback(() => setDictating(false), []);
  const dictation = useLoadOnUse(loadDictation, dictating, endDictation);
  /** Only the browser knows. */
  const [canDictate, setCanDictate] = useState(false);
  const ready = !busy && !deleted && !blank && !waiting.uploading && !dictating;

  useEffect(() => {
    // What was typed before hydration wins over an older draft.
    setText((typed) => field.current?.value || typed || readTypedDraft(conversationId));
    setCanDictate(dictates && isSecureContext && 'MediaRecorder' in window);
  }, [conversationId, dictates]);

  useEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = text.length > ALWAYS_FULL ? '100dvh' : 'auto';
    if (text.length <= ALWAYS_FULL) area.style.height = `${area.scrollHeight}px`;
  }, [text]);

  // An answer may begin while the person types, such as one that another tab asked for. Then the browser takes the focus
  // away from the disabled field: some at once, such as Chromium 150, others at the next paint.
  useEffect(() => {
    const area = field.current;
    const onBlur = () => {
      if (area?.disabled) refocus.current = true;
    };
    area?.addEventListener('blur', onBlur);
    return () => area?.removeEventListener('blur', onBlur);
  }, []);
  useBrowserLayoutEffect(() => {
    if (busy && document.activeElement === field.current) refocus.current = true;
  }, [busy]);

  useEffect(() => {
    const area = field.current;
    // An on-screen keyboard would cover what the person wants to read.
    if (!area || !refocus.current || hasTouchKeyboard()) return;
    const focused = document.activeElement;
    // The person may have gone elsewhere while the field was disabled.
    const isLost = focused === document.body || (!busy && area.form!.contains(focused));
    if (!busy) refocus.current = false;
    if (!isLost) return;
    // Tab continues from the field that had the focus, also when it's the one of a page that has just opened.
    area.disabled = false;
    area.focus();
    area.disabled = busy;
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
  useImperativeHandle(
    ref,
    () => ({ focus: () => field.current?.focus(), usePrompt: prompts.use }),
    [prompts.use],
  );

  function submit() {
    if (!ready) return;
    const sent = text;
    refocus.current = true;
    write('');
    waiting.change(() => []);
    onSend(sent, waiting.ready).catch(() => {
      // The person has seen why; what they wrote and attached must not be lost.
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
    if (!sendsMessage(event)) return;
    event.preventDefault();
    submit();
  }

  function onPaste(event: ClipboardEvent) {
    const { files: pasted, types } = event.clipboardData;
    // Office programs copy a text also as an image of it.
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
        {above}
        {List && files.length > 0 && <List files={files} onChange={waiting.change} />}
        {dictating && dictation && (
          <dictation.DictationPanel field={field} write={write} onClose={endDictation} />
        )}
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
              // Otherwise the same file couldn't be picked again.
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
          {canDictate && (
            <Button
              variant="ghost"
              size="icon"
              aria-label="Dictate"
              title="Dictate"
              onClick={() => setDictating(true)}
            >
              <Mic className="size-5" aria-hidden="true" />
            </Button>
          )}
          {onStop ? (
            <Button size="icon" variant="secondary" aria-label="Stop" onClick={onStop}>
              {/* A border keeps its color where the system replaces all backgrounds. */}
              <span aria-hidden="true" className="size-3 rounded-xs border-6 border-current" />
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
