import { useId } from 'react';

import { ruleText, SEVERITY_GUIDES } from '../../rule-kinds';
import type { ProposedRule } from '../proposal';
import { proposalTexts } from '../texts';

interface ProposedRuleRowProps {
  proposal: ProposedRule;
  checked: boolean;
  onToggle: (checked: boolean) => void;
}

/** One proposed rule, with the words that it is based on. */
export function ProposedRuleRow({ proposal, checked, onToggle }: ProposedRuleRowProps) {
  const { rule, quote } = proposal;
  const id = useId();
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer gap-3 px-3.5 pt-3">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onToggle(event.target.checked)}
          aria-describedby={id}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0 font-medium wrap-anywhere">{ruleText(rule)}</span>
      </label>
      <div id={id} className="pr-3.5 pb-3 pl-11.5 text-sm text-pretty wrap-anywhere text-muted">
        <p>
          {SEVERITY_GUIDES[rule.severity].label}
          {rule.reason !== '' && ` · ${rule.reason}`}
        </p>
        {quote === '' ? (
          <p className="mt-1">{proposalTexts.noQuote}</p>
        ) : (
          <blockquote className="mt-1 border-l-2 pl-2.5 text-text">{quote}</blockquote>
        )}
      </div>
    </li>
  );
}
