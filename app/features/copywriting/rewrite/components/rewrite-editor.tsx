import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

import { useLoadOnUse } from '~/ui/load-on-use';

import type { FormatId } from '../../formats/formats';
import {
  findSelectedText,
  MAX_SELECTION,
  type RewriteAction,
  type SelectedText,
  selectedTextAt,
} from '../rewrite';
import { rewriteTexts } from '../texts';
import { useProposal } from '../use-proposal';
import { RewriteTools } from './rewrite-tools';

export interface RewriteEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What the text is written as, and whose brand it is for. */
  formatId: FormatId | null;
  profileId: string | null;
  id?: string;
  maxLength?: number;
  /** Below the field. */
  hint?: string;
  onBlur?: () => void;
  /** Ctrl+S or Cmd+S. */
  onSave?: () => void;
}

const loadPanel = () => import('./proposal-panel');

/**
 * A field for a text, of which a selected passage can be written anew: rewritten, shortened, lengthened, in another tone
 * or language. A proposal is shown with what it changes, and takes the passage's place when it is accepted.
 */
export function RewriteEditor({
  label,
  value,
  onChange,
  formatId,
  profileId,
  id: givenId,
  maxLength,
  hint,
  onBlur,
  onSave,
}: RewriteEditorProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const frame = useRef<HTMLDivElement>(null);
  const [area, hasSelection] = useHasSelection();
  const { proposal, start, stop, discard } = useProposal({ formatId, profileId });
  /** A tone or language that the person is about to name. */
  const [naming, setNaming] = useState<{ action: RewriteAction; selection: SelectedText } | null>(
    null,
  );
  const [statusText, setStatusText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const giveUp = useCallback(() => setNaming(null), []);
  const panel = useLoadOnUse(loadPanel, proposal !== null || naming !== null, giveUp);

  useLayoutEffect(() => {
    const field = area.current;
    if (!field) return;
    // Growing from nothing would let the page jump up.
    const top = window.scrollY;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight + 2}px`;
    window.scrollTo({ top });
  }, [area, value]);

  function act(action: RewriteAction, word: string | null) {
    const field = area.current;
    if (!field) return;
    const { selectionStart, selectionEnd } = field;
    const selection = selectedTextAt(field.value, { start: selectionStart, end: selectionEnd });
    setProblem(null);
    if (!selection) return setStatusText(rewriteTexts.nothingSelected);
    if (selection.text.length > MAX_SELECTION) return setStatusText(rewriteTexts.tooLong);
    setStatusText('');
    if (word === null) return setNaming({ action, selection });
    setNaming(null);
    start({ action, word, note: '', selection });
  }

  function accept() {
    const field = area.current;
    if (!field || !proposal) return;
    const { text, choice } = proposal;
    const range = findSelectedText(field.value, choice.selection);
    if (!range) return setProblem(rewriteTexts.selectionGone);
    const length = field.value.length - choice.selection.text.length + text.length;
    if (maxLength !== undefined && length > maxLength) return setProblem(rewriteTexts.noRoom);
    close();
    field.focus({ preventScroll: true });
    field.setSelectionRange(range.start, range.end);
    insertText(field, text);
    field.setSelectionRange(range.start, range.start + text.length);
    setStatusText(rewriteTexts.accepted);
  }

  function close() {
    discard();
    setNaming(null);
    setProblem(null);
  }

  /** Back to the passage, as it was selected. */
  function leave(selection: SelectedText | undefined) {
    close();
    const field = area.current;
    if (!field) return;
    field.focus({ preventScroll: true });
    const range = selection && findSelectedText(field.value, selection);
    if (range) field.setSelectionRange(range.start, range.end);
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (key === 's' && onSave) {
      event.preventDefault();
      onSave();
    } else if (key === 'j') {
      event.preventDefault();
      const tool = frame.current?.querySelector<HTMLButtonElement>('[role="toolbar"] button');
      if (tool?.disabled) setStatusText(rewriteTexts.nothingSelected);
      else tool?.focus();
    }
  }

  return (
    <div ref={frame}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div
        className={`${hasSelection ? 'sticky top-14 z-10' : ''} flex flex-wrap items-center justify-between gap-x-3 rounded-t-md border border-b-0 border-border-strong bg-raised px-1`}
      >
        <RewriteTools idle={!hasSelection} onAct={act} onEscape={() => area.current?.focus()} />
        <p className="px-2 py-1 text-xs text-muted max-sm:hidden" aria-hidden="true">
          {hasSelection ? 'Ctrl+J or ⌘J' : 'Select text to rewrite it'}
        </p>
      </div>
      <textarea
        ref={area}
        id={id}
        value={value}
        maxLength={maxLength}
        onChange={(event) => {
          setStatusText('');
          onChange(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        aria-describedby={`${id}-hint`}
        className="block min-h-64 w-full resize-none rounded-b-md border border-border-strong bg-field px-3 py-2.5 leading-7 -outline-offset-1 hover:border-text/60 focus:border-ring"
      />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {hint}
        <span className="sr-only">
          {' '}
          Select a passage, then press Control+J or Command+J to rewrite it.
        </span>
      </p>
      <p role="status" className="text-sm text-muted">
        {statusText}
      </p>
      {panel && naming && (
        <panel.WordForm
          action={naming.action}
          onName={(word) => {
            setNaming(null);
            start({ ...naming, word, note: '' });
          }}
          onCancel={() => leave(naming.selection)}
        />
      )}
      {panel && !naming && proposal && (
        <panel.ProposalPanel
          key={proposal.number}
          proposal={proposal}
          problem={problem}
          onAccept={accept}
          onRegenerate={(note) => {
            setProblem(null);
            start({ ...proposal.choice, note });
          }}
          onStop={() => void stop()}
          onDiscard={() => leave(proposal.choice.selection)}
        />
      )}
    </div>
  );
}

/** For a field: whether something but blanks is selected in it; it stays selected while the focus is elsewhere. */
function useHasSelection(): [area: RefObject<HTMLTextAreaElement>, has: boolean] {
  const area = useRef<HTMLTextAreaElement>(null);
  const subscribe = useCallback((listener: () => void) => {
    const field = area.current;
    // Browsers differ in which of them they tell, and of what.
    field?.addEventListener('select', listener);
    field?.addEventListener('selectionchange', listener);
    document.addEventListener('selectionchange', listener);
    return () => {
      field?.removeEventListener('select', listener);
      field?.removeEventListener('selectionchange', listener);
      document.removeEventListener('selectionchange', listener);
    };
  }, []);
  const hasSelection = useCallback(() => {
    const field = area.current;
    return field
      ? field.value.slice(field.selectionStart, field.selectionEnd).trim() !== ''
      : false;
  }, []);
  return [area, useSyncExternalStore(subscribe, hasSelection, () => false)];
}

/**
 * Puts a text in the place of what is selected in a field, as if it had been typed: one step of the browser's own undo,
 * and fires the event that the owner of the field's value listens to.
 */
function insertText(area: HTMLTextAreaElement, text: string): void {
  // Deprecated and without a successor: nothing else writes into the browser's undo history.
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
