import { useCallback, useRef, useState } from 'react';

import { useTokens } from '~/features/billing';
import { formatCount } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';

import { chatTexts } from '../../texts';
import type { AnswerContext, ReportedUsage } from '../../conversations/conversation';

const load = () => import('../../loaded-later').then((later) => later.loadTokenDetails());

interface TokenRingProps {
  used: number;
  /** What has used them, as it completes a sentence: `this answer`. */
  by: string;
  /** The name of the AI model, if there was only one. */
  model?: string;
  reported?: ReportedUsage | null;
  /** How much of the conversation the AI reads. */
  context?: AnswerContext | null;
}

/**
 * Tokens used, as a ring that is filled by their share of what there was; while metering is off, how full the AI's context is,
 * if that is known. A click shows the numbers.
 */
export function TokenRing({ used, by, context, ...details }: TokenRingProps) {
  const tokens = useTokens();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const loaded = useLoadOnUse(
    load,
    open,
    useCallback(() => setOpen(false), []),
  );
  if (tokens === null ? !context : used === 0) return null;
  const label = tokens ? `${formatCount(used, 'token')} used by ${by}` : chatTexts.whatIsRead;
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Ring share={tokens ? used / (used + tokens.left) : context!.percent / 100} />
      </Button>
      {loaded && (
        <loaded.TokenDetails
          {...{ used, by, context, button, open, ...details }}
          left={tokens?.left ?? null}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}

/** Even a small share is visible. */
const MIN_PERCENT = 6;

function Ring({ share }: { share: number }) {
  const percent = Math.max(MIN_PERCENT, Math.round(share * 100));
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 -rotate-90 fill-none stroke-2">
      <circle cx="8" cy="8" r="6" className="stroke-border-strong/45" />
      <circle
        cx="8"
        cy="8"
        r="6"
        pathLength="100"
        strokeDasharray={`${percent} 100`}
        className="stroke-current [stroke-linecap:round]"
      />
    </svg>
  );
}
