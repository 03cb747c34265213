import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { isBlock } from '~/ui/display/difference';
import { ChangedText, DifferenceText } from '~/ui/display/difference-text';

import { chatTexts } from '../../texts';
import type { TextParts } from '../document';
import { requestDecision } from '../document-requests';
import { applyPatches, type PatchView, type Placed, placePatches } from '../patches/patch';
import { documentTexts } from '../texts';
import type { LoadedDocument } from '../use-document';

type Editor = ReturnType<TextParts['useTextEditor']>;

interface SuggestionsProps extends Editor {
  document: LoadedDocument;
  take: (document: LoadedDocument) => void;
  /** The view in which they are reviewed is the one that is shown. */
  shown: boolean;
  onShow: () => void;
  /** What is shown while nothing is reviewed. */
  children: ReactNode;
}

/**
 * What the assistant suggests, as differences within the text, to accept or refuse one by one or all at once. While the person
 * writes on, they wait above the text.
 */
export function Suggestions(props: SuggestionsProps) {
  const { document, editor, state, take, shown, onShow, children } = props;
  const { id, patches } = document;
  /** The suggestions that wait while the person writes. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [status, setStatus] = useState('');
  const key = patches.map((patch) => patch.id).join();
  const placed = useMemo(() => {
    const proposed = patches.filter((patch) => patch.state === 'proposed');
    return placePatches(state.content, proposed);
  }, [state.content, patches]);
  const fitting = placed.filter(({ range }) => range !== null);
  const unfit = [
    ...patches.filter((patch) => patch.state === 'unfit'),
    ...placed.filter(({ range }) => range === null).map(({ patch }) => patch),
  ];
  const reviews = shown && fitting.length > 0 && waiting !== key;

  async function decide(decision: 'accept' | 'refuse', chosen: readonly PatchView[]) {
    setPending(true);
    try {
      // The server places them in what the person sees.
      await editor.flush();
      if (editor.isDirty()) return setPending(false);
      const sent = editor.current().content;
      const ids = chosen.map((patch) => patch.id);
      const decided = await requestDecision(id, ids, decision);
      const typed = editor.current();
      // Unless the live event came first, which brought the text.
      if (typed.version < decided.version) {
        editor.replace(decided);
        if (typed.content !== sent) {
          // Written meanwhile: the suggestions change that, too.
          const accepted = decision === 'accept' ? placePatches(typed.content, chosen) : [];
          editor.type({ title: typed.title, content: applyPatches(typed.content, accepted) });
        }
      }
      take(decided);
      setStatus(statusOf(decision, chosen.length));
    } catch (error) {
      showFailure(error, refusalText(error, documentTexts.decideFailed));
    } finally {
      setPending(false);
    }
  }

  if (patches.length === 0) {
    return (
      <>
        <Status text={status} />
        {children}
      </>
    );
  }
  return (
    <>
      <Status text={status} />
      {fitting.length > 0 && (
        <div
          role="group"
          aria-label="Suggested changes"
          className="sticky top-0 z-10 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-raised px-3 py-2 shadow-raised"
        >
          <h3 className="mr-auto text-sm font-medium touch:w-full">
            {fitting.length === 1 ? '1 suggested change' : `${fitting.length} suggested changes`}
          </h3>
          {reviews ? (
            <Button variant="ghost" size="sm" onClick={() => setWaiting(key)}>
              Keep writing
            </Button>
          ) : (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                setWaiting(null);
                onShow();
              }}
            >
              Review
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={pending || undefined}
            onClick={() => void (pending || decide('refuse', patchesOf(fitting)))}
          >
            Refuse all
          </Button>
          <Button
            size="sm"
            aria-disabled={pending || undefined}
            onClick={() => void (pending || decide('accept', patchesOf(fitting)))}
          >
            Accept all
          </Button>
        </div>
      )}
      {unfit.length > 0 && (
        <Unfit patches={unfit} onDismiss={(patch) => void (pending || decide('refuse', [patch]))} />
      )}
      {reviews ? (
        <Review
          text={state.content}
          placed={fitting}
          pending={pending}
          onDecide={(decision, patch) => void (pending || decide(decision, [patch]))}
        />
      ) : (
        children
      )}
    </>
  );
}

function patchesOf(placed: readonly Placed<PatchView>[]): PatchView[] {
  return placed.map(({ patch }) => patch);
}

function statusOf(decision: 'accept' | 'refuse', count: number): string {
  const what = count === 1 ? 'Change' : `${count} changes`;
  return `${what} ${decision === 'accept' ? 'accepted' : 'refused'}.`;
}

function Status({ text }: { text: string }) {
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

interface ReviewProps {
  text: string;
  placed: readonly Placed<PatchView>[];
  pending: boolean;
  onDecide: (decision: 'accept' | 'refuse', patch: PatchView) => void;
}

/** The text as its source, with each change where it belongs. */
function Review({ text, placed, pending, onDecide }: ReviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const parts = placed
    .flatMap(({ patch, range }) => (range ? [{ patch, range }] : []))
    .toSorted((one, other) => one.range.start - other.range.start);
  const first = parts[0]?.patch.id;

  useEffect(() => {
    const next = frame.current?.querySelector<HTMLElement>('[data-accept]');
    next?.scrollIntoView({ block: 'center' });
    // The focus goes on for those who are deciding here.
    const focused = document.activeElement;
    const isHere = focused === document.body || frame.current?.contains(focused);
    if (isHere) next?.focus();
  }, [first]);

  return (
    <div
      ref={frame}
      role="group"
      aria-label="The text with the changes"
      className="mt-4 rounded-md border bg-field px-3 py-2.5 text-base leading-7 wrap-break-word whitespace-pre-wrap"
    >
      {parts.map(({ patch, range }, index) => (
        <span key={patch.id}>
          {text.slice(parts[index - 1]?.range.end ?? 0, range.start)}
          <Change
            patch={patch}
            number={index + 1}
            pending={pending}
            onDecide={(decision) => onDecide(decision, patch)}
          />
        </span>
      ))}
      {text.slice(parts.at(-1)?.range.end ?? 0)}
    </div>
  );
}

interface ChangeProps {
  patch: PatchView;
  number: number;
  pending: boolean;
  onDecide: (decision: 'accept' | 'refuse') => void;
}

function Change({ patch: { find, replace }, number, pending, onDecide }: ChangeProps) {
  const disabled = pending || undefined;
  return (
    <span role="group" aria-label={`Change ${number}`} className="rounded-sm bg-sunken/60">
      {find === '' ? (
        <ChangedText kind="added" text={replace} block={isBlock(replace)} />
      ) : (
        <DifferenceText before={find} after={replace} whole />
      )}
      <span className="mx-1 inline-flex gap-1 align-middle font-sans whitespace-nowrap">
        <Button
          data-accept
          size="sm"
          aria-disabled={disabled}
          aria-label={`Accept change ${number}`}
          onClick={() => onDecide('accept')}
        >
          Accept
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={disabled}
          aria-label={`Refuse change ${number}`}
          onClick={() => onDecide('refuse')}
        >
          Refuse
        </Button>
      </span>
    </span>
  );
}

/** Suggestions without a place in the text, to copy from. */
function Unfit({
  patches,
  onDismiss,
}: {
  patches: readonly PatchView[];
  onDismiss: (patch: PatchView) => void;
}) {
  return (
    <section aria-label="Suggestions that don’t fit" className="mt-4 space-y-3">
      <h3 className="text-sm font-medium">
        {patches.length === 1
          ? 'This suggestion doesn’t fit the text'
          : 'These suggestions don’t fit the text'}
      </h3>
      <ul className="space-y-3">
        {patches.map((patch) => (
          <li key={patch.id} className="rounded-lg border bg-surface p-3">
            <p className="text-sm text-muted">{patch.reason ?? documentTexts.unfitHere}</p>
            {patch.find !== '' && (
              <div className="mt-2 max-h-40 overflow-y-auto text-sm text-muted line-through wrap-anywhere whitespace-pre-wrap">
                {patch.find}
              </div>
            )}
            <div
              role="group"
              aria-label="New text"
              // It scrolls, so the keyboard must get to it.
              // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              className="mt-2 max-h-60 overflow-y-auto rounded-md bg-field px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap"
            >
              {patch.replace.trim()}
            </div>
            <div className="mt-2 flex gap-1">
              <CopyButton
                label="Copy"
                size="sm"
                variant="secondary"
                text={() => patch.replace}
                copied={chatTexts.copied}
                failed={chatTexts.copyFailed}
              />
              <Button variant="ghost" size="sm" onClick={() => onDismiss(patch)}>
                Dismiss
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
