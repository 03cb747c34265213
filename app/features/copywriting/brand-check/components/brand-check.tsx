import { useDeferredValue, useEffect, useMemo } from 'react';

import { checkVoice, MAX_CHECKED, useCited, useVoiceRules } from '~/features/brand';
import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { SpinnerIcon } from '~/ui/feedback/progress';

import type { FormatId } from '../../formats/formats';
import type { BrandCheckProps } from '../brand-check';
import { brandCheckTexts } from '../texts';
import { BrandFindings } from './brand-findings';
import { BrandScores } from './brand-scores';
import { RenderedMarks } from './rendered-marks';

interface Props extends BrandCheckProps {
  formatId: FormatId | null;
  text: string;
  /** Says that a brand has no rules yet, where the person asked for the check. */
  asked?: boolean;
}

/**
 * What breaks the rules of a brand in a text, which facts its sources don't have, and how well it does. Nothing for a brand with
 * neither rules nor sources.
 */
export function BrandCheck({ formatId, text, asked = false, ...brand }: Props) {
  const { profileId, ignored, marks, textId, given = '' } = brand;
  const { rules, hasSources, failed, retry } = useVoiceRules(profileId);
  // Follows what is typed when there is time for it.
  const checked = useDeferredValue(text);
  const cited = useCited(hasSources ? textId : null, checked);
  const check = useMemo(
    () =>
      rules &&
      checkVoice(checked, rules, {
        ...{ formatId, ignored },
        facts: hasSources && cited ? { cited, given } : null,
      }),
    [rules, checked, formatId, ignored, hasSources, cited, given],
  );
  const findings = useMemo(
    () =>
      (check?.findings ?? []).map((finding, index, all) => ({
        ...finding,
        // The nth of the same kind keeps its id when another is fixed before it.
        id: `${finding.key}#${all.slice(0, index).filter(({ key }) => key === finding.key).length}`,
      })),
    [check],
  );
  useEffect(() => {
    marks.show(
      checked,
      findings.flatMap(({ id, severity, range }) => (range ? [{ id, severity, ...range }] : [])),
    );
  }, [marks, checked, findings]);
  useEffect(() => () => marks.show('', []), [marks]);

  if (check === null) {
    if (!failed) {
      return asked ? (
        <p className="flex items-center gap-2 text-sm text-muted">
          <SpinnerIcon />
          {brandCheckTexts.loading}
        </p>
      ) : null;
    }
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <p>{brandCheckTexts.loadFailed}</p>
        <Button variant="secondary" size="sm" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  const { scores } = check;
  if (scores.length === 0 && findings.length === 0) {
    return asked ? <p className="text-sm text-muted">{brandCheckTexts.noRules}</p> : null;
  }
  return (
    // Each piece of a campaign has one, so it's no landmark.
    <div role="group" aria-label={brandCheckTexts.title} className="space-y-4">
      <h3 className="text-sm font-medium">{brandCheckTexts.title}</h3>
      <BrandFindings findings={findings} text={checked} {...brand} />
      {text.length > MAX_CHECKED && (
        <p className="text-xs text-muted">{brandCheckTexts.partly(formatNumber(MAX_CHECKED))}</p>
      )}
      <BrandScores scores={scores} />
      <RenderedMarks marks={marks} />
    </div>
  );
}
