import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { formatNumber } from '~/lib/format';
import { Field } from '~/ui/forms/field';
import { refusalText } from '~/http/client';

import { SELECT } from '../../../images/components/brand-field';
import type { LoraList, LoraView } from '../../../media';
import { loraTexts } from '../../texts';
import { lorasApi } from '../../../media-requests';
import { ranksOf, stepsOf } from '../training';

interface AdvancedSettingsProps {
  lora: LoraView;
  list: LoraList;
  /** As typed, where it is a number that may be. */
  onSteps: (steps: number) => void;
  onSettings: (settings: Partial<LoraView>) => void;
}

/** What most people leave as it is. */
export function AdvancedSettings({ lora, list, onSteps, onSettings }: AdvancedSettingsProps) {
  const rankField = useId();
  const [typed, setTyped] = useState(String(lora.steps));
  const [rank, setRank] = useState(lora.rank);
  const [known, setKnown] = useState({ steps: lora.steps, rank: lora.rank });
  if (known.steps !== lora.steps || known.rank !== lora.rank) {
    setKnown({ steps: lora.steps, rank: lora.rank });
    if (typed === String(known.steps)) setTyped(String(lora.steps));
    setRank(lora.rank);
  }
  const { min, max, usual } = list.steps;
  const steps = stepsOf(typed, list.steps);

  async function save(settings: { steps: number } | { rank: number }) {
    try {
      const params = { id: lora.id };
      await lorasApi.patch('/api/media/loras/:id', { params, body: settings });
      onSettings(settings);
    } catch (error) {
      showFailure(error, refusalText(error, loraTexts.settingsFailed));
      if ('rank' in settings) setRank(lora.rank);
    }
  }

  return (
    <details className="group text-sm">
      <summary className="flex list-none items-center gap-1.5 rounded-sm py-1 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronDown
          className="size-4 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0"
          aria-hidden="true"
        />
        Advanced
      </summary>
      <div className="space-y-4 pt-3">
        <Field
          label="Steps"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          errors={
            steps === null ? [`A whole number from ${min} to ${formatNumber(max)}.`] : undefined
          }
          hint={`How long it learns. ${formatNumber(usual)} are usual; more cost more.`}
          onChange={(event) => {
            setTyped(event.target.value);
            const now = stepsOf(event.target.value, list.steps);
            if (now !== null) onSteps(now);
          }}
          onBlur={() => {
            if (steps !== null && steps !== lora.steps) void save({ steps });
          }}
        />
        <div>
          <label htmlFor={rankField} className="mb-1.5 block font-medium">
            Rank
          </label>
          <select
            id={rankField}
            value={rank}
            onChange={(event) => {
              const chosen = Number(event.target.value);
              setRank(chosen);
              void save({ rank: chosen });
            }}
            className={SELECT}
          >
            {ranksOf(list.rank, rank).map((value) => (
              <option key={value} value={value}>
                {value}
                {value === list.rank.usual ? ' (usual)' : ''}
              </option>
            ))}
          </select>
          <p className="mt-1.5 text-muted">
            How much it can learn. A higher one keeps finer detail and makes a larger file.
          </p>
        </div>
      </div>
    </details>
  );
}
