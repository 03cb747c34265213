import { useState } from 'react';

import { formatCount } from '~/lib/format';
import { Button } from '~/ui/button';
import { Pencil, X } from '~/ui/display/shared-icons';

import type { Severity, VoiceRule } from '../rule';
import { type FormatName, ruleText, scopeText, SEVERITY_GUIDES } from '../rule-kinds';

const BADGES: Readonly<Record<Severity, string>> = {
  must: 'bg-danger-soft text-danger',
  should: 'bg-accent-soft text-accent',
  could: 'bg-sunken text-muted',
};

interface RuleRowProps {
  rule: VoiceRule;
  formats: readonly FormatName[];
  onEdit: () => void;
  onRemove: () => Promise<void>;
}

/** A rule in the list, with its reason, its severity, and where it applies. */
export function RuleRow({ rule, formats, onEdit, onRemove }: RuleRowProps) {
  const [pending, setPending] = useState(false);
  const text = ruleText(rule);
  const { severity, reason, exceptions } = rule;

  async function remove() {
    setPending(true);
    await onRemove();
    setPending(false);
  }

  return (
    <li className="flex items-start gap-2 py-3 pr-2 pl-4 sm:gap-3">
      <div className="min-w-0 flex-1 py-0.5">
        <p className="line-clamp-4 wrap-anywhere">{text}</p>
        {reason !== '' && (
          <p className="mt-0.5 text-sm text-pretty wrap-anywhere text-muted">{reason}</p>
        )}
        <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted">
          <span className={`rounded-full px-2 py-0.5 font-medium ${BADGES[severity]}`}>
            {SEVERITY_GUIDES[severity].label}
          </span>
          <span className="min-w-0 wrap-anywhere">{scopeText(rule.formats, formats)}</span>
          {exceptions.length > 0 && <span>{formatCount(exceptions.length, 'exception')}</span>}
        </p>
      </div>
      <div className="flex shrink-0">
        <Button variant="ghost" size="icon" aria-label={`Edit: ${text}`} onClick={onEdit}>
          <Pencil className="size-4" aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove: ${text}`}
          pending={pending}
          onClick={() => void remove()}
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}
