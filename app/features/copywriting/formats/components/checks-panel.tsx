import { CircleAlert, Info } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import { usePublished } from '~/features/brand';
import { Check as CheckIcon } from '~/ui/display/shared-icons';

import { BrandCheck } from '../../brand-check/components/brand-check';
import { type Check, type CheckLevel, checkText, worstLevel } from '../checks';
import type { FormatChecksProps, FormatId } from '../formats';

const LOOKS: Record<CheckLevel, { icon: typeof Info; color: string; word: string }> = {
  ok: { icon: CheckIcon, color: 'text-success', word: 'OK' },
  hint: { icon: Info, color: 'text-accent', word: 'Hint' },
  problem: { icon: CircleAlert, color: 'text-danger', word: 'Problem' },
};

/** The checks themselves, the brand's before those of the format. They follow what is typed when there is time for them, never the other way round. */
export function ChecksPanel(props: FormatChecksProps) {
  const { published } = usePublished(props.brand?.textId ?? null, props.text);
  const text = useDeferredValue(published);
  const formatId = useDeferredValue(props.formatId);
  // Callers make the list anew with each letter.
  const keywords = useDeferredValue(props.keywords?.join('\n') ?? '');
  const { brand } = props;
  return (
    <div className="space-y-5">
      {brand && (
        <BrandCheck {...brand} key={brand.profileId} formatId={props.formatId} text={props.text} />
      )}
      {formatId !== null && <CheckList formatId={formatId} text={text} keywords={keywords} />}
    </div>
  );
}

interface CheckListProps {
  formatId: FormatId;
  text: string;
  /** One a line. */
  keywords: string;
}

const CheckList = memo(function CheckList({ formatId, text, keywords }: CheckListProps) {
  const checks = useMemo(
    () => checkText(formatId, text, { keywords: keywords.split('\n') }),
    [formatId, text, keywords],
  );
  return (
    <div>
      {checks.length === 0 ? (
        <p className="text-sm text-muted">Nothing to check yet.</p>
      ) : (
        <ul aria-label="Checks" className="space-y-2.5 text-sm">
          {checks.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      )}
      <Summary checks={checks} />
    </div>
  );
});

function CheckRow({ check }: { check: Check }) {
  const { level, label, detail, meter } = check;
  const { icon: Icon, color, word } = LOOKS[level];
  return (
    <li data-level={level} className="flex gap-2.5">
      <Icon className={`mt-0.5 size-4 shrink-0 ${color}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {level !== 'ok' && <span className="sr-only">{word}: </span>}
          <span className="font-medium">{label}</span>{' '}
          <span className={level === 'problem' ? 'text-danger' : 'text-muted'}>{detail}</span>
        </p>
        {meter && <Meter label={label} level={level} {...meter} />}
      </div>
    </li>
  );
}

const FILLS: Record<CheckLevel, string> = {
  ok: 'bg-success',
  hint: 'bg-accent',
  problem: 'bg-danger',
};

interface MeterProps {
  label: string;
  level: CheckLevel;
  value: number;
  max: number;
}

function Meter({ label, level, value, max }: MeterProps) {
  const share = Math.min(1, value / max);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={`${value} of ${max} characters`}
      className="mt-1.5 h-1 overflow-hidden rounded-full bg-hover"
    >
      <div
        className={`h-full rounded-full ${FILLS[level]}`}
        style={{ width: `${Math.max(share * 100, 1)}%` }}
      />
    </div>
  );
}

const SUMMARIES: Record<CheckLevel, string> = {
  ok: 'All checks passed.',
  hint: 'The checks have a suggestion.',
  problem: 'The checks found a problem.',
};

/** Says aloud when the whole gets better or worse, and nothing while numbers merely change. */
function Summary({ checks }: { checks: readonly Check[] }) {
  const level = checks.length === 0 ? null : worstLevel(checks);
  const before = useRef(level);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (level === before.current) return;
    before.current = level;
    setAnnouncement(level === null ? '' : SUMMARIES[level]);
  }, [level]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
