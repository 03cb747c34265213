import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

import { FieldMirror, useTextSelection } from '~/ui/forms/text-selection';
import { useLoadOnUse } from '~/ui/load-on-use';

import { FieldMarks } from '../../brand-check/components/field-marks';
import type { Change, TextMarks } from '../../brand-check/text-marks';
import type { FormatId } from '../../formats/formats';
import { findSelectedText, MAX_SELECTION, placeRewrite, selectedTextAt } from '../rewrite';
import { rewriteTexts } from '../texts';
import { useProposal } from '../use-proposal';
import type { Wanted } from './rewrite-toolbar';

export interface RewriteEditorProps {
  /** What has the text. */
  kind: 'content' | 'variant';
  textId: string;
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
  /** Connects the field with the findings about its text. */
  marks?: TextMarks;
  /** A proposal is shown, whose button to accept it is the primary one. */
  onReviewing?: (reviewing: boolean) => void;
}

const loadToolbar = () => import('./rewrite-toolbar');
const loadReview = () => import('./proposal-review');

function preload(): void {
  Promise.all([loadToolbar(), loadReview()]).catch(() => {
    // Not needed yet: selecting something tries again and reports a failure.
  });
}

/** The field and what takes its place break their lines alike. */
const LOOK =
  'col-start-1 row-start-1 block min-h-64 w-full rounded-md border border-border-strong px-3 py-2.5 text-base leading-7';

/**
 * A field for a text, of which a selected passage can be written anew, with tools beside the selection. A proposal is shown in
 * the place of the passage, with what it changes. The field keeps its text, its history, and its place until it is accepted.
 */
export function RewriteEditor({
  kind,
  textId,
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
  marks,
  onReviewing,
}: RewriteEditorProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const frame = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const under = useRef<HTMLDivElement>(null);
  const mirror = useRef<FieldMirror | null>(null);
  const { range: selected, open, close } = useTextSelection(area, frame);
  const { proposal, start, stop, discard } = useProposal({ kind, textId, formatId, profileId });
  /** The proposal waits while the person writes. */
  const [waits, setWaits] = useState(false);
  const [statusText, setStatusText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** The tools get the focus as soon as they are there. */
  const wantsTools = useRef(false);

  const toolbar = useLoadOnUse(loadToolbar, selected !== null, close);
  const review = useLoadOnUse(loadReview, proposal !== null, discard);

  const selection = proposal?.choice.selection;
  // As the field has it: it knows one kind of line break.
  const text = useMemo(() => (selection ? value.replace(/\r\n?/g, '\n') : ''), [selection, value]);
  const range = useMemo(
    () => (selection ? findSelectedText(text, selection) : null),
    [selection, text],
  );
  // Should the passage come back, the person may be writing just then.
  if (selection && !range && !waits) setWaits(true);
  const reviews = review !== undefined && proposal !== null && range !== null && !waits;
  useEffect(() => onReviewing?.(reviews), [reviews, onReviewing]);

  useLayoutEffect(() => {
    if (area.current) fit(area.current);
  }, [value]);
  useEffect(() => {
    const field = area.current;
    if (!field) return;
    let { clientWidth } = field;
    const observer = new ResizeObserver(() => {
      if (field.clientWidth === clientWidth) return;
      clientWidth = field.clientWidth;
      fit(field);
    });
    observer.observe(field);
    return () => observer.disconnect();
  }, []);

  const hasTools = toolbar !== undefined && selected !== null && !reviews;
  const isTooLong = selected !== null && selected.end - selected.start > MAX_SELECTION;
  const boxOf = useCallback(() => {
    const [field, host] = [area.current, under.current];
    if (!field || !host || !selected) return null;
    mirror.current ??= new FieldMirror(field, host, selected);
    return mirror.current.box();
  }, [selected]);
  useLayoutEffect(
    () => () => {
      mirror.current?.remove();
      mirror.current = null;
    },
    [hasTools, selected],
  );

  useEffect(() => {
    if (hasTools && wantsTools.current) focusTools();
    if (hasTools || !selected) wantsTools.current = false;
  }, [hasTools, selected]);

  function focusTools() {
    frame.current?.querySelector<HTMLButtonElement>('[role="toolbar"] button')?.focus();
  }

  function act({ action, word = '', note = '' }: Wanted) {
    const field = area.current;
    if (!field) return;
    const { selectionStart, selectionEnd } = field;
    const passage = selectedTextAt(field.value, { start: selectionStart, end: selectionEnd });
    if (!passage) return setStatusText(rewriteTexts.nothingSelected);
    setStatusText('');
    setProblem(null);
    setWaits(false);
    close();
    start({ action, word, note, selection: passage }, field.value);
  }

  function accept() {
    const field = area.current;
    if (!field || !proposal) return;
    const placed = placeRewrite(field.value, proposal.choice.selection, proposal.text);
    if (!placed) return setWaits(true);
    if (maxLength !== undefined && placed.value.length > maxLength) {
      return setProblem(rewriteTexts.noRoom);
    }
    const { start, end } = placed.range;
    const { text } = proposal;
    backTo(field, start, end);
    insertText(field, text);
    field.setSelectionRange(start, start + text.length);
    close();
    setStatusText(rewriteTexts.accepted);
  }

  /** Without the proposal, to this place in the field. */
  function backTo(field: HTMLTextAreaElement, start: number, end: number) {
    // Only a visible field takes the focus.
    flushSync(() => {
      discard();
      setWaits(false);
      setProblem(null);
    });
    field.focus({ preventScroll: true });
    field.setSelectionRange(start, end);
  }

  function leave() {
    const field = area.current;
    if (!field) return;
    const { start, end } = range ?? { start: field.selectionStart, end: field.selectionEnd };
    backTo(field, start, end);
    close();
  }

  function write(at: number) {
    flushSync(() => setWaits(true));
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(at, at);
  }

  /** Fixes a finding. False when the text is another one by now, or a proposal is in its place. */
  function fix({ start, end, before, text }: Change): boolean {
    const field = area.current;
    if (!field || reviews || field.value.slice(start, end) !== before) return false;
    const focused = document.activeElement;
    field.focus({ preventScroll: true });
    field.setSelectionRange(start, end);
    insertText(field, text);
    close();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && selected && !event.nativeEvent.isComposing) {
      event.preventDefault();
      return close();
    }
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (key === 's' && onSave) {
      event.preventDefault();
      onSave();
    } else if (key === 'j') {
      event.preventDefault();
      if (hasTools) return focusTools();
      wantsTools.current = open() !== null;
      if (!wantsTools.current) setStatusText(rewriteTexts.nothingSelected);
    }
  }

  return (
    <div ref={frame}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative grid grid-cols-[minmax(0,1fr)] rounded-md bg-field">
        <div
          ref={under}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 overflow-hidden text-transparent select-none"
        />
        {marks && !reviews && <FieldMarks area={area} marks={marks} write={fix} />}
        <textarea
          ref={area}
          id={id}
          value={value}
          maxLength={maxLength}
          onChange={(event) => {
            setStatusText('');
            onChange(event.target.value);
          }}
          onFocus={preload}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          aria-describedby={`${id}-hint`}
          className={`${LOOK} relative resize-none self-start bg-transparent -outline-offset-1 hover:border-text/60 focus:border-ring ${reviews ? 'invisible' : ''}`}
        />
        {reviews && (
          <review.ProposalReview
            key={proposal.number}
            value={text}
            range={range}
            proposal={proposal}
            problem={problem}
            onAccept={accept}
            onRegenerate={(note) => {
              setProblem(null);
              start({ ...proposal.choice, note }, value);
            }}
            onStop={() => void stop()}
            onDiscard={leave}
            onWrite={write}
            className={`${LOOK} wrap-break-word whitespace-pre-wrap [text-rendering:auto]`}
          />
        )}
        {hasTools && (
          <toolbar.RewriteToolbar
            key={`${selected.start}-${selected.end}`}
            boxOf={boxOf}
            problem={isTooLong ? rewriteTexts.tooLong : null}
            onAct={act}
            onClose={() => {
              area.current?.focus({ preventScroll: true });
              close();
            }}
          />
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {hint} Select a passage to rewrite it
        <span className="sr-only">: press Control+J or Command+J</span>.
      </p>
      <p role="status" className="text-sm text-muted">
        {statusText}
      </p>
      <p role="status" className="sr-only">
        {hasTools && !isTooLong && rewriteTexts.toolsOpen}
      </p>
      {review && proposal && waits && (
        <review.ProposalBar
          proposal={proposal}
          gone={range === null}
          onReview={() => setWaits(false)}
          onDiscard={leave}
        />
      )}
    </div>
  );
}

/** As high as its text, so that only the page scrolls. */
function fit(field: HTMLTextAreaElement): void {
  // Growing from nothing would let the page jump up.
  const top = window.scrollY;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
  window.scrollTo({ top });
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
