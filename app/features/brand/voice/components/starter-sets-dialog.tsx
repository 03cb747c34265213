import { type RefObject, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { formatCount, formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';
import { RadioCard } from '~/ui/forms/radio-card';
import { Dialog } from '~/ui/overlays/dialog';

import type { VoiceRulesApi } from '../routes/voice-rules';
import type { VoiceRule, VoiceRules } from '../rule';
import { ruleText, SEVERITY_GUIDES } from '../rule-kinds';
import { ruleKey } from '../rule-list';
import { STARTER_SETS } from '../starter-sets';
import { voiceRuleTexts } from '../texts';

const api = client<VoiceRulesApi>();

interface StarterSetsDialogProps {
  profileId: string;
  rules: readonly VoiceRule[];
  open: boolean;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
  onChanged: (voice: VoiceRules) => void;
}

/** Shows what each set has, and adds one. Rules that the brand already has are skipped. */
export function StarterSetsDialog({
  profileId,
  rules,
  open,
  returnTo,
  onClose,
  onChanged,
}: StarterSetsDialogProps) {
  const [id, setId] = useState(STARTER_SETS[0]!.id);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const chosen = STARTER_SETS.find((set) => set.id === id) ?? STARTER_SETS[0]!;
  const there = new Set(rules.map(ruleKey));
  const missing = chosen.rules.filter((rule) => !there.has(ruleKey(rule)));

  function close() {
    setRefusal(undefined);
    onClose();
  }

  async function add() {
    if (missing.length === 0) return;
    setPending(true);
    setRefusal(undefined);
    try {
      const voice = await api.post('/api/profiles/:id/voice/rules', {
        params: { id: profileId },
        body: { rules: [...missing] },
      });
      onChanged(voice);
      toastSuccess(`${formatCount(voice.added, 'rule')} added`);
      close();
    } catch (error) {
      const text = refusalText(error, '');
      if (text === '') showFailure(error, voiceRuleTexts.setFailed);
      else setRefusal(text);
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Starter sets"
      description="Add a set, then change or remove what doesn’t fit your brand."
      returnTo={returnTo}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button
            pending={pending}
            aria-disabled={missing.length === 0 || undefined}
            onClick={() => void add()}
          >
            Add {formatCount(missing.length, 'rule')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <FormError>{refusal}</FormError>
        <fieldset className="space-y-2">
          <legend className="sr-only">Set</legend>
          {STARTER_SETS.map((set) => (
            <RadioCard
              key={set.id}
              name="starter-set"
              value={set.id}
              checked={set.id === chosen.id}
              onChange={() => setId(set.id)}
              label={set.name}
            >
              {set.text}
            </RadioCard>
          ))}
        </fieldset>
        <p role="status" className="text-sm text-muted">
          {countText(chosen.rules.length, chosen.rules.length - missing.length)}
        </p>
        <ul
          aria-label={`Rules of ${chosen.name}`}
          // Scrolls by keyboard, too.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable
          tabIndex={0}
          className="max-h-64 divide-y overflow-y-auto rounded-lg border text-sm"
        >
          {chosen.rules.map((rule) => (
            <li key={ruleKey(rule)} className="px-4 py-2.5">
              <p className="wrap-anywhere">
                <span className="font-medium">{SEVERITY_GUIDES[rule.severity].label}:</span>{' '}
                {ruleText(rule)}
              </p>
              <p className="mt-0.5 text-pretty text-muted">{rule.reason}</p>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function countText(total: number, there: number): string {
  if (there === 0) return formatCount(total, 'rule');
  if (there === total) return 'Your brand has all of these rules.';
  return `${formatCount(total, 'rule')}, ${formatNumber(there)} of them already yours`;
}
