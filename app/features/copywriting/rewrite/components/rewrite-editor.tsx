import {
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

import { SkeletonList } from '~/ui/feedback/skeleton';
import { type TextSurface, useTextSelection } from '~/ui/forms/text-selection';
import { isComposing } from '~/ui/keyboard';
import { useLoadOnUse } from '~/ui/load-on-use';

import type { Change, TextMarks } from '../../brand-check/text-marks';
import { formatById, type FormatId } from '../../formats/formats';
import {
  findSelectedText,
  MAX_SELECTION,
  placeRewrite,
  type Range,
  selectedTextAt,
} from '../rewrite';
import { rewriteTexts } from '../texts';
import { useProposal } from '../use-proposal';
import { PlainField } from './plain-field';
import type { Wanted } from './rewrite-toolbar';

export interface RewriteEditorProps {
  /** What has the text. */
  kind: 'content' | 'variant' | 'document';
  textId: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What the text is written as, and whose brand it is for. */
  formatId: FormatId | null;
  profileId: string | null;
  maxLength?: number;
  /** Beside the label. */
  beside?: ReactNode;
  /** Shows what the Markdown means instead of its letters. */
  formatted?: boolean;
  /** The formatted field couldn't be loaded. */
  onPlain?: () => void;
  /** The field has the focus as soon as it's there. */
  opensFocused?: boolean;
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

const loadRichField = () => import('~/ui/editor/rich-field.client');
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
  maxLength,
  beside,
  formatted = false,
  onPlain,
  opensFocused = false,
  hint,
  onBlur,
  onSave,
  marks,
  onReviewing,
}: RewriteEditorProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const [surface, setSurface] = useState<TextSurface | null>(null);
  const hasOpened = useRef(false);
  useEffect(() => {
    if (surface && opensFocused && !hasOpened.current) surface.focus();
    hasOpened.current ||= surface !== null;
  }, [surface, opensFocused]);
  const { range: selected, open, close } = useTextSelection(surface, frame);
  const { proposal, start, stop, discard } = useProposal({ kind, textId, formatId, profileId });
  /** The proposal waits while the person writes. */
  const [waits, setWaits] = useState(false);
  const [statusText, setStatusText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** The tools get the focus as soon as they are there. */
  const wantsTools = useRef(false);

  const rich = useLoadOnUse(loadRichField, formatted, onPlain);
  const toolbar = useLoadOnUse(loadToolbar, selected !== null, close);
  const review = useLoadOnUse(loadReview, proposal !== null, discard);

  // As a field has it: it knows one kind of line break.
  const text = useMemo(() => value.replace(/\r\n?/g, '\n'), [value]);
  const selection = proposal?.choice.selection;
  const range = useMemo(
    () => (selection ? findSelectedText(text, selection) : null),
    [selection, text],
  );
  // Should the passage come back, the person may be writing just then.
  if (selection && !range && !waits) setWaits(true);
  const reviews = review !== undefined && proposal !== null && range !== null && !waits;
  useEffect(() => onReviewing?.(reviews), [reviews, onReviewing]);

  const hasTools = toolbar !== undefined && selected !== null && !reviews;
  const isTooLong = selected !== null && selected.end - selected.start > MAX_SELECTION;
  const tracked = useRef<ReturnType<TextSurface['track']> | null>(null);
  const boxOf = useCallback(() => {
    if (!surface || !selected) return null;
    tracked.current ??= surface.track(selected);
    return tracked.current.box();
  }, [surface, selected]);
  useLayoutEffect(
    () => () => {
      tracked.current?.remove();
      tracked.current = null;
    },
    [hasTools, boxOf],
  );

  useEffect(() => {
    if (hasTools && wantsTools.current) focusTools();
    if (hasTools || !selected) wantsTools.current = false;
  }, [hasTools, selected]);

  function focusTools() {
    tools.current?.querySelector<HTMLButtonElement>('[role="toolbar"] button')?.focus();
  }

  function act({ action, word = '', note = '' }: Wanted) {
    const place = surface?.passage();
    const passage = surface && place && selectedTextAt(surface.text, place);
    if (!passage) return setStatusText(rewriteTexts.nothingSelected);
    setStatusText('');
    setProblem(null);
    setWaits(false);
    close();
    start({ action, word, note, selection: passage }, surface.text);
  }

  function accept() {
    if (!surface || !proposal) return;
    const placed = placeRewrite(surface.text, proposal.choice.selection, proposal.text);
    if (!placed) return setWaits(true);
    if (maxLength !== undefined && placed.value.length > maxLength) {
      return setProblem(rewriteTexts.noRoom);
    }
    const { start } = placed.range;
    const { text } = proposal;
    backTo(placed.range);
    surface.replace(placed.range, text);
    surface.select({ start, end: start + text.length });
    close();
    setStatusText(rewriteTexts.accepted);
  }

  /** Without the proposal, to this place in the field. */
  function backTo(place: Range | null) {
    // Only a visible field takes the focus.
    flushSync(() => {
      discard();
      setWaits(false);
      setProblem(null);
    });
    surface?.focus();
    if (place) surface?.select(place);
  }

  function leave() {
    backTo(range);
    close();
  }

  function write(at: number) {
    flushSync(() => setWaits(true));
    surface?.focus();
    surface?.select({ start: at, end: at });
  }

  /** Fixes a finding. False when the text is another one by now. */
  function fix({ start, end, before, text }: Change): boolean {
    if (!surface || surface.text.slice(start, end) !== before) return false;
    const focused = document.activeElement;
    surface.replace({ start, end }, text);
    close();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return true;
  }
  useWriter(marks, !reviews, fix);

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && selected && !isComposing(event)) {
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

  function onType(typed: string) {
    setStatusText('');
    onChange(typed);
  }

  // Lines of dashes stand between the emails of a sequence.
  const isEmail = formatById(formatId)?.category === 'email';
  const field = {
    id,
    maxLength,
    covered: reviews,
    onChange: onType,
    onFocus: preload,
    onBlur,
    onKey,
  };
  return (
    <div ref={frame}>
      <div className="mb-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {beside}
      </div>
      <div className="relative grid grid-cols-[minmax(0,1fr)] rounded-md bg-field">
        {!formatted && (
          <PlainField
            {...field}
            value={value}
            className={LOOK}
            marks={marks}
            onSurface={setSurface}
          />
        )}
        {formatted && rich && (
          <rich.RichField
            key={String(isEmail)}
            {...field}
            dividers={isEmail}
            value={text}
            onSurface={(shown) => {
              setSurface(shown);
              marks?.setRoot(shown?.element ?? null);
            }}
          />
        )}
        {formatted && !rich && (
          <SkeletonList label="Loading…" count={4} shape="h-11" className="space-y-3" />
        )}
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
        <div ref={tools} className="contents">
          {hasTools && (
            <toolbar.RewriteToolbar
              key={`${selected.start}-${selected.end}`}
              boxOf={boxOf}
              problem={isTooLong ? rewriteTexts.tooLong : null}
              onAct={act}
              onClose={() => {
                surface?.focus();
                close();
              }}
            />
          )}
        </div>
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

/** Fixes of findings are written by the field that shows the text. */
function useWriter(
  marks: TextMarks | undefined,
  active: boolean,
  write: (change: Change) => boolean,
): void {
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(
    () => (active ? marks?.registerWriter((change) => latest.current(change)) : undefined),
    [marks, active],
  );
}
