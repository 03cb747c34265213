import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { SentPassages } from '~/features/brand';
import { Button, buttonClass } from '~/ui/button';
import { isBlock } from '~/ui/display/difference';
import { ChangedText, DifferenceText } from '~/ui/display/difference-text';
import { isComposing } from '~/ui/keyboard';
import { DotsIcon, Menu } from '~/ui/overlays/menu';
import type { MenuEntry } from '~/ui/overlays/menu-window';

import { MAX_NOTE, type Range } from '../rewrite';
import { rewriteTexts } from '../texts';
import type { Proposal } from '../use-proposal';
import { copyRewrite, Frame, Head, Trouble } from './proposal-frame';

// The editor loads both at once: a proposal is reviewed or waits.
export { ProposalBar } from './proposal-bar';

interface ProposalReviewProps {
  /** The whole text, and where in it the passage is. */
  value: string;
  range: Range;
  proposal: Proposal;
  /** Why it could not be accepted. */
  problem: string | null;
  onAccept: () => void;
  onRegenerate: (note: string) => void;
  onStop: () => void;
  onDiscard: () => void;
  /** The person wants to write on, at this place. */
  onWrite: (at: number) => void;
  /** Lays the text out as the field does. */
  className: string;
}

/**
 * The text with a proposal in the place of its passage, as what it changes, and what can be done with it. Mount one for each
 * attempt (`key`).
 */
export function ProposalReview(props: ProposalReviewProps) {
  const { value, range, proposal, onDiscard, onWrite, className } = props;
  // Of a translation everything differs.
  const [plain, setPlain] = useState(proposal.choice.action === 'translate');
  const frame = useRef<HTMLElement>(null);
  // Before the effects within, which go on to the first button of a proposal that is complete already.
  useLayoutEffect(() => frame.current?.focus({ preventScroll: true }), []);

  // The passage's own lines are laid out anew with each word that comes, and all others are blocks that stay as they are.
  const lineStart = range.start === 0 ? 0 : value.lastIndexOf('\n', range.start - 1) + 1;
  const nextBreak = value.indexOf('\n', range.end);
  const lineEnd = nextBreak === -1 ? value.length : nextBreak;

  function onClick(event: MouseEvent) {
    const at = placeOf(event);
    if (at !== null) onWrite(at);
  }

  return (
    <Frame
      frame={frame}
      onEscape={onDiscard}
      className={`${className} cursor-text`}
      onClick={onClick}
    >
      {lineStart > 0 && <Lines at={0} text={value.slice(0, lineStart - 1)} />}
      <div>
        <span data-at={lineStart}>{value.slice(lineStart, range.start)}</span>
        <Passage proposal={proposal} plain={plain} />
        <span data-at={range.end}>{value.slice(range.end, lineEnd)}</span>
      </div>
      <div className="sticky bottom-[calc(--spacing(3)+var(--bottom-bar))] z-10 my-2 cursor-default font-sans text-base leading-normal whitespace-normal">
        <Actions {...props} plain={plain} onPlain={setPlain} />
      </div>
      {nextBreak !== -1 && <Lines at={lineEnd + 1} text={value.slice(lineEnd + 1)} />}
    </Frame>
  );
}

/** Whole lines of the text. The last of them needs something in it, or it would have no height when it's empty. */
function Lines({ at, text }: { at: number; text: string }) {
  return (
    <div data-at={at}>
      {text}
      <br />
    </div>
  );
}

/** Where in the whole text a click landed; null for elsewhere, and at the end of selecting with the mouse. */
function placeOf(event: MouseEvent): number | null {
  if (getSelection()?.isCollapsed === false) return null;
  const [node, offset] = caretAt(event.clientX, event.clientY);
  const from = node?.parentElement?.closest('[data-at]')?.getAttribute('data-at');
  return from === null || from === undefined ? null : Number(from) + offset;
}

function caretAt(x: number, y: number): [node: Node | undefined, offset: number] {
  if ('caretPositionFromPoint' in document) {
    const place = document.caretPositionFromPoint(x, y);
    return [place?.offsetNode, place?.offset ?? 0];
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return [range?.startContainer, range?.startOffset ?? 0];
}

/** The passage: as it is until something comes, then with what comes behind it, at the end as what changed. */
function Passage({ proposal, plain }: { proposal: Proposal; plain: boolean }) {
  const { choice, running, text } = proposal;
  const { text: old } = choice.selection;
  if (text === '') {
    return <mark className="rounded-sm bg-accent-soft box-decoration-clone text-text">{old}</mark>;
  }
  if (running) {
    const block = isBlock(old);
    return (
      <>
        <ChangedText kind="removed" text={old} block={block} />
        <span role="group" aria-label="New text">
          <ChangedText kind="added" text={text} block={block} />
        </span>
      </>
    );
  }
  return (
    <span role="group" aria-label={plain ? 'New text' : 'Changes'}>
      {plain ? (
        <mark className="rounded-sm bg-success-soft box-decoration-clone text-text">{text}</mark>
      ) : (
        <DifferenceText before={old} after={text} whole />
      )}
    </span>
  );
}

interface ActionsProps extends Omit<ProposalReviewProps, 'className'> {
  plain: boolean;
  onPlain: (plain: boolean) => void;
}

function Actions(props: ActionsProps) {
  const { proposal, range, problem, plain, onPlain } = props;
  const { onAccept, onRegenerate, onStop, onDiscard, onWrite } = props;
  const { choice, state, running, text, groundedId } = proposal;
  const [readsPassages, setReadsPassages] = useState(false);
  const [note, setNote] = useState(choice.note);
  const [asks, setAsks] = useState(choice.note !== '');
  const bar = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const same = state === 'done' && text === choice.selection.text;
  const isNew = text !== '' && !same;
  const askFor: MenuEntry = {
    kind: 'action',
    label: 'Tell it how…',
    onSelect: () => setAsks(true),
  };
  const passages: MenuEntry = {
    kind: 'action',
    label: readsPassages ? 'Hide passages' : rewriteTexts.passages,
    onSelect: () => setReadsPassages(!readsPassages),
  };
  const forNew: MenuEntry[] = [
    {
      kind: 'action',
      label: plain ? 'Show changes' : 'Show new text',
      onSelect: () => onPlain(!plain),
    },
    { kind: 'action', label: 'Copy rewrite', onSelect: () => copyRewrite(text) },
  ];
  const entries: MenuEntry[] = [
    ...(running ? [] : [askFor]),
    ...(isNew && !running ? forNew : []),
    ...(groundedId === null ? [] : [passages]),
    { kind: 'action', label: 'Keep writing', onSelect: () => onWrite(range.end) },
  ];

  useEffect(() => {
    // The focus moves only for those who wait here, not for those who write elsewhere.
    const focused = document.activeElement;
    const section = bar.current?.closest('section');
    const here = focused === document.body || section?.contains(focused);
    if (!running && here) first.current?.focus({ preventScroll: true });
  }, [running]);
  useEffect(() => {
    if (asks && choice.note === '') field.current?.focus();
  }, [asks, choice.note]);

  return (
    <div
      ref={bar}
      className="max-w-2xl animate-rise-in rounded-xl border bg-raised p-1.5 shadow-overlay"
    >
      <Head proposal={proposal}>
        <Menu
          label="More"
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
          entries={entries}
        >
          <DotsIcon />
        </Menu>
      </Head>
      <Trouble proposal={proposal} />
      {same && <p className="px-2.5 pb-1.5 text-sm text-muted">{rewriteTexts.same}</p>}
      {problem !== null && (
        <p role="alert" className="px-2.5 pb-1.5 text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1">
        {running ? (
          <Button variant="secondary" size="sm" onClick={onStop}>
            Stop
          </Button>
        ) : (
          <>
            {isNew && (
              <Button ref={first} size="sm" onClick={onAccept}>
                {state === 'done' ? 'Accept' : 'Accept partial text'}
              </Button>
            )}
            <Button
              ref={isNew ? undefined : first}
              variant="secondary"
              size="sm"
              onClick={() => onRegenerate(note)}
            >
              Try again
            </Button>
          </>
        )}
        <Button variant="ghost" size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </div>
      {!running && asks && (
        <input
          ref={field}
          aria-label="What should change?"
          placeholder="What should change?"
          value={note}
          maxLength={MAX_NOTE}
          autoComplete="off"
          enterKeyHint="go"
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => onEnter(event, () => onRegenerate(note))}
          className="mt-1.5 block h-9 w-full rounded-md border border-border-strong bg-field px-3 text-sm -outline-offset-1 placeholder:text-muted hover:border-text/60 focus:border-ring touch:h-11"
        />
      )}
      {readsPassages && groundedId !== null && (
        <div className="mt-1.5 px-1 pb-1">
          <SentPassages
            ids={[groundedId]}
            none={<p className="px-1.5 text-sm text-muted">{rewriteTexts.noPassages}</p>}
          />
        </div>
      )}
    </div>
  );
}

/** The editor is in forms of others, and a form in a form is none: Enter must not send theirs. */
function onEnter(event: KeyboardEvent, act: () => void): void {
  if (event.key !== 'Enter' || isComposing(event)) return;
  event.preventDefault();
  act();
}
