import { type MouseEvent, type ReactNode, type RefObject, useId } from 'react';

import { RefusedNote } from '~/features/billing';
import { asSentence } from '~/lib/text/sentence';
import { copyToClipboard } from '~/ui/display/clipboard';
import { Check } from '~/ui/display/shared-icons';
import { DemoChip } from '~/ui/feedback/demo';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { toastError, toastSuccess } from '~/ui/feedback/toast';
import { isComposing } from '~/ui/keyboard';
import { COPY_TEXTS } from '~/ui/texts';

import { titleOf } from '../rewrite';
import { rewriteTexts } from '../texts';
import type { Proposal } from '../use-proposal';

// What a proposal has in common wherever it is shown.

interface FrameProps {
  frame?: RefObject<HTMLElement>;
  onEscape: () => void;
  onClick?: (event: MouseEvent) => void;
  className: string;
  children: ReactNode;
}

export function Frame({ frame, onEscape, onClick, className, children }: FrameProps) {
  const id = useId();
  return (
    // Escape leaves it, wherever in it the focus is; what a click does, a button does, too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={frame}
      aria-labelledby={id}
      tabIndex={-1}
      onClick={onClick}
      onKeyDown={(event) => {
        // An open menu has closed by it already.
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) {
          return;
        }
        event.preventDefault();
        onEscape();
      }}
      className={`outline-none ${className}`}
    >
      <h2 id={id} className="sr-only">
        Rewrite
      </h2>
      {children}
    </section>
  );
}

/** What was asked for, and how far it is. */
export function Head({ proposal, children }: { proposal: Proposal; children?: ReactNode }) {
  const { choice, state, running, text } = proposal;
  return (
    <div className="flex min-h-9 items-center gap-x-2 pl-2.5 text-sm">
      <h3 className="flex min-w-0 flex-1 items-center gap-2 font-medium">
        <span className="truncate">{titleOf(choice)}</span>
        <DemoChip />
      </h3>
      <p role="status" className="flex items-center gap-1.5 pr-1 text-muted">
        {running && <SpinnerIcon />}
        {running && (text === '' ? 'Starting…' : 'Writing…')}
        {state === 'done' && (
          <>
            <Check className="size-4 text-success" aria-hidden="true" /> Ready
          </>
        )}
        {state === 'stopped' && rewriteTexts.stopped}
      </p>
      {children}
    </div>
  );
}

/** Why it didn't begin or wasn't finished. */
export function Trouble({ proposal: { state, refused, reason } }: { proposal: Proposal }) {
  if (refused !== null) {
    const text = refused.tokens ? refused.text : `${refused.text} ${rewriteTexts.unchanged}`;
    return (
      <div className="px-1 pb-1.5">
        <RefusedNote refused={{ ...refused, text }} />
      </div>
    );
  }
  if (state !== 'failed' && state !== 'interrupted') return null;
  return (
    <p role="alert" className="px-2.5 pb-1.5 text-sm text-danger">
      {state === 'failed' && `${rewriteTexts.failed} ${asSentence(reason)}`}
      {state === 'interrupted' && rewriteTexts.interrupted} {rewriteTexts.unchanged}
    </p>
  );
}

export function copyRewrite(text: string): void {
  copyToClipboard(text.trim()).then(
    () => toastSuccess(rewriteTexts.copied),
    () => toastError(COPY_TEXTS.copyFailed),
  );
}
