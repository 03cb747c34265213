import { useState } from 'react';

import { Button } from '~/ui/button';
import { DifferenceText } from '~/ui/display/difference-text';
import { Check } from '~/ui/display/shared-icons';

import type { SuggestedRewrite } from '../review';
import type { Verdict } from '../reviewed-text';
import { reviewTexts } from '../texts';

interface RewriteCardProps {
  rewrite: SuggestedRewrite;
  verdict: Verdict | null;
  /** Whether the sentence is still in the text. */
  isThere: boolean;
  /** These two return false when the text has no such place anymore. */
  onAccept: () => boolean;
  onUndo: () => boolean;
  onDiscard: () => void;
}

/** Another wording of a sentence, as what it changes. */
export function RewriteCard(props: RewriteCardProps) {
  const { rewrite, verdict, isThere, onAccept, onDiscard, onUndo } = props;
  const [isGone, setIsGone] = useState(false);
  const act = (action: () => boolean) => setIsGone(!action());

  return (
    <li className="rounded-lg border bg-raised p-3">
      {verdict === null ? (
        <>
          {rewrite.reason !== '' && (
            <p className="mb-1.5 text-pretty wrap-anywhere text-muted">{rewrite.reason}</p>
          )}
          <p className="leading-6 wrap-anywhere whitespace-pre-line">
            <DifferenceText before={rewrite.sentence} after={rewrite.rewrite} whole />
          </p>
        </>
      ) : (
        <p role="status" className="flex items-center gap-1.5 text-muted">
          {verdict === 'accepted' && <Check className="size-4 text-success" aria-hidden="true" />}
          <span className="min-w-0 truncate">
            {verdict === 'accepted' ? `Accepted: ${rewrite.rewrite}` : 'Discarded'}
          </span>
        </p>
      )}
      {(isGone || (verdict === null && !isThere)) && (
        <p role="alert" className="mt-1.5 text-danger">
          {reviewTexts.sentenceGone}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-1">
        {verdict !== null && (
          <Button variant="ghost" size="sm" onClick={() => act(onUndo)}>
            Undo
          </Button>
        )}
        {verdict === null && isThere && (
          <Button variant="secondary" size="sm" onClick={() => act(onAccept)}>
            Accept
          </Button>
        )}
        {verdict === null && (
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        )}
      </div>
    </li>
  );
}
