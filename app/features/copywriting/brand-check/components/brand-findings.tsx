import { CircleAlert, Info } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import {
  changeOf,
  type Finding,
  requestException,
  RULE_LIMITS,
  type Severity,
} from '~/features/brand';
import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';
import { Button, buttonClass } from '~/ui/button';
import { Check, TriangleAlert } from '~/ui/display/shared-icons';
import { toastError, toastSuccess } from '~/ui/feedback/toast';

import type { BrandCheckProps } from '../brand-check';
import { brandCheckTexts } from '../texts';

type Listed = Finding & { id: string };

const LOOKS: Record<Severity, { icon: typeof Info; color: string; word: string }> = {
  must: { icon: CircleAlert, color: 'text-danger', word: 'Mistake' },
  should: { icon: TriangleAlert, color: 'text-accent', word: 'Warning' },
  could: { icon: Info, color: 'text-muted', word: 'Suggestion' },
};

/** Findings that are listed at first. */
const SHOWN = 6;
/** Characters of a passage that are shown. */
const QUOTED = 140;

interface Props extends BrandCheckProps {
  findings: readonly Listed[];
  /** The text that they are in. */
  text: string;
}

/** Each passage that breaks a rule, why it does, and what can be done about it. */
export function BrandFindings({ findings, text, ...brand }: Props) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  /** The place of a finding that was just dealt with: the focus goes on from there. */
  const left = useRef<number | null>(null);
  useEffect(() => {
    if (left.current === null) return;
    const place = left.current;
    left.current = null;
    const items = list.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [];
    (items[Math.min(place, items.length - 1)] ?? list.current)?.focus({ preventScroll: true });
  }, [findings]);

  const shown = all ? findings : findings.slice(0, SHOWN);
  const more = findings.length - shown.length;
  return (
    // Takes the focus when its last finding is gone.
    <div ref={list} tabIndex={-1} className="outline-none">
      {findings.length === 0 ? (
        <p className="flex gap-2.5 text-sm">
          <Check className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
          {brandCheckTexts.allGood}
        </p>
      ) : (
        <ul aria-label="Findings" className="-mx-2 space-y-1 text-sm">
          {shown.map((finding, index) => (
            <Row
              key={finding.id}
              finding={finding}
              text={text}
              onLeave={() => {
                left.current = index;
              }}
              {...brand}
            />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button variant="ghost" size="sm" className="mt-1 -ml-2" onClick={() => setAll(true)}>
          Show {more} more
        </Button>
      )}
      <p role="status" className="sr-only">
        {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
      </p>
    </div>
  );
}

interface RowProps extends BrandCheckProps {
  finding: Listed;
  text: string;
  /** It is about to go. */
  onLeave: () => void;
}

function Row({ finding, text, profileId, onIgnore, onChange, marks, onReveal, onLeave }: RowProps) {
  const { id, key, ruleId, severity, message, reason, range, quote, source } = finding;
  const [pending, setPending] = useState(false);
  const { icon: Icon, color, word } = LOOKS[severity];
  const change = changeOf(text, finding);
  const canFix = change !== null && onChange !== null;
  const passage = quote.length > QUOTED ? `${quote.slice(0, QUOTED).trimEnd()}…` : quote;

  function fix() {
    if (!change || !onChange) return;
    const before = text.slice(change.start, change.end);
    onLeave();
    if (marks.write({ ...change, before })) return;
    if (marks.hasWriter) return toastError(brandCheckTexts.changed);
    onChange(text.slice(0, change.start) + change.text + text.slice(change.end));
  }

  async function never() {
    setPending(true);
    onLeave();
    try {
      await requestException(profileId, ruleId, quote);
      toastSuccess(brandCheckTexts.neverAgain);
    } catch (error) {
      showFailure(error, refusalText(error, brandCheckTexts.neverFailed));
      setPending(false);
    }
  }

  return (
    <li
      data-finding={severity}
      tabIndex={-1}
      // What the pointer or the focus is on is emphasized in the text; the buttons within do the rest.
      onPointerEnter={() => marks.activate(id)}
      onPointerLeave={() => marks.activate(null)}
      onFocus={() => marks.activate(id)}
      onBlur={() => marks.activate(null)}
      className="flex gap-2.5 rounded-md px-2 py-2 transition-colors hover:bg-hover/60"
    >
      <Icon className={`mt-0.5 size-4 shrink-0 ${color}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="sr-only">{word}: </span>
          {quote !== '' && <span className="text-muted">“{passage.replace(/\s+/g, ' ')}” </span>}
          <span className="font-medium">{message}</span>
        </p>
        {reason !== '' && <p className="mt-0.5 wrap-anywhere text-muted">{reason}</p>}
        <div className="mt-1 -ml-1.5 flex flex-wrap items-center gap-x-0.5">
          {canFix && (
            <Button variant="ghost" size="sm" className="px-1.5! text-xs! text-text!" onClick={fix}>
              Fix<span className="sr-only"> “{passage}”</span>
            </Button>
          )}
          {range && (
            <Button
              variant="ghost"
              size="sm"
              className="px-1.5! text-xs!"
              onClick={() => {
                marks.activate(id, true);
                onReveal?.();
              }}
            >
              Show<span className="sr-only"> “{passage}” in the text</span>
            </Button>
          )}
          {source && (
            <a
              href={source.address}
              target="_blank"
              rel="noreferrer"
              className={`${buttonClass({ variant: 'ghost', size: 'sm' })} px-1.5! text-xs!`}
            >
              Open source<span className="sr-only"> “{source.title}” (opens in a new tab)</span>
            </a>
          )}
          <Button
            variant="ghost"
            size="sm"
            className="px-1.5! text-xs!"
            onClick={() => {
              onLeave();
              onIgnore(key, true);
            }}
          >
            Ignore here<span className="sr-only">: {passage || message}</span>
          </Button>
          {quote !== '' && [...quote].length <= RULE_LIMITS.exception && (
            <Button
              variant="ghost"
              size="sm"
              className="px-1.5! text-xs!"
              pending={pending}
              onClick={() => void never()}
            >
              Never flag this<span className="sr-only">: {passage}</span>
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
