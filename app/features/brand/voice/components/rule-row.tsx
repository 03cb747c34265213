import { useState } from 'react';

import { formatCount } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { Pencil, X } from '~/ui/display/shared-icons';

import type { Severity, VoiceRule } from '../rule';
import { type FormatName, ruleText, scopeText, SEVERITY_GUIDES } from '../rule-kinds';

const BADGES: Readonly<Record<Severity, string>> = {
  must: 'bg-danger-soft text-danger',
  should: 'bg-accent-soft text-accent',
  could: 'bg-sunken text-muted',
};

/** A longer name of a button takes too long to listen to. */
const MAX_NAME = 120;

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
  const name = text.length > MAX_NAME ? `${text.slice(0, MAX_NAME).toWellFormed()}…` : text;
  const { severity, reason, exceptions } = rule;
  const notes = [
    reason,
    rule.formats.length > 0 && `Only in: ${scopeText(rule.formats, formats)}.`,
    exceptions.length > 0 && `${formatCount(exceptions.length, 'exception')}.`,
  ].filter(Boolean);

  async function remove() {
    setPending(true);
    await onRemove();
    setPending(false);
  }

  return (
    <li className="flex items-start gap-2 py-3 pr-2 pl-4 sm:gap-3">
      <div className="min-w-0 flex-1 py-0.5">
        <p className="line-clamp-4 wrap-anywhere">{text}</p>
        <p className="mt-1.5 text-sm text-pretty wrap-anywhere text-muted">
          <span
            className={`mr-2 inline-block rounded-full px-2 py-0.5 text-xs font-medium ${BADGES[severity]}`}
          >
            {SEVERITY_GUIDES[severity].label}
          </span>
          {notes.join(' ')}
        </p>
      </div>
      <div className="flex shrink-0">
        <Button variant="ghost" size="icon" aria-label={`Edit: ${name}`} onClick={onEdit}>
          <Pencil className="size-4" aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove: ${name}`}
          pending={pending}
          onClick={() => void remove()}
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}
