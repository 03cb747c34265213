import { Button } from '~/ui/button';

import { rewriteTexts } from '../texts';
import type { Proposal } from '../use-proposal';
import { copyRewrite, Frame, Head, Trouble } from './proposal-frame';

interface ProposalBarProps {
  proposal: Proposal;
  /** The passage is no longer in the text. */
  gone: boolean;
  onReview: () => void;
  onDiscard: () => void;
}

/** A proposal that waits while the person writes. It stays in sight below a long text. */
export function ProposalBar({ proposal, gone, onReview, onDiscard }: ProposalBarProps) {
  const { running, text } = proposal;
  return (
    <Frame
      onEscape={onDiscard}
      className="sticky bottom-[calc(--spacing(3)+var(--bottom-bar))] z-10 mt-3 animate-rise-in rounded-xl border bg-raised p-1.5 shadow-overlay"
    >
      <Head proposal={proposal} />
      <Trouble proposal={proposal} />
      {gone && (
        <p role="alert" className="px-2.5 pb-1.5 text-sm text-danger">
          {rewriteTexts.selectionGone}
        </p>
      )}
      {gone && text !== '' && (
        <div
          role="group"
          aria-label="New text"
          // It scrolls, so the keyboard must get to it.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mx-2.5 mb-2 max-h-[min(30dvh,16rem)] overflow-y-auto rounded-md border bg-surface px-3 py-2 leading-7 wrap-anywhere whitespace-pre-wrap"
        >
          {text.trim()}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-1">
        {!gone && (
          <Button variant="secondary" size="sm" onClick={onReview}>
            Review
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onDiscard}>
          Discard
        </Button>
        {gone && !running && text !== '' && (
          <Button variant="secondary" size="sm" onClick={() => copyRewrite(text)}>
            Copy rewrite
          </Button>
        )}
      </div>
    </Frame>
  );
}
