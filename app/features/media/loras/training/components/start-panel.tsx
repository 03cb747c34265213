import { ChevronDown, GraduationCap } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { useEstimate } from '~/features/billing';
import { refusalText } from '~/http/client';
import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';

import type { LoraList, LoraView } from '../../../media';
import { lorasApi } from '../../../media-requests';
import { pageTexts } from '../../../page-texts';
import { loraTexts } from '../../texts';
import { trainingCost } from '../../lora-text';
import type { StartTraining } from '../use-start-training';
import { SELECT } from '../../../studio/components/studio-fields';
import { parseSteps, ranksOf } from '../training';
import { ProviderNote } from '../../components/lora-parts';

interface StartPanelProps {
  lora: LoraView;
  list: LoraList;
  start: StartTraining;
  rights: RefObject<HTMLInputElement>;
  onSettings: (settings: Partial<LoraView>) => void;
}

/** The settings of the training, its cost, the confirmation of rights, and the button that starts it. */
export function StartPanel({ lora, list, start, rights, onSettings }: StartPanelProps) {
  const [steps, setSteps] = useState(lora.steps);
  const images = Math.max(lora.images, list.limits.min);
  const { estimate, failed } = useEstimate(
    list.available ? { images, steps } : null,
    estimateTraining,
  );
  const cost = estimate && trainingCost(estimate);
  const rightsMissing = start.missing.includes('rights');
  return (
    <section
      aria-labelledby="start"
      className="space-y-4 rounded-xl border bg-raised p-5 @4xl:sticky @4xl:top-20"
    >
      <h2 id="start" className="font-display text-xl font-semibold">
        Train
      </h2>
      <AdvancedSettings lora={lora} list={list} onSteps={setSteps} onSettings={onSettings} />
      {list.available ? (
        <>
          <p
            role="status"
            className={`min-h-10 text-sm text-pretty ${cost?.short ? 'text-danger' : 'text-muted'}`}
          >
            {failed ? pageTexts.costFailed : cost?.text}
          </p>
          <div>
            <label className="flex items-start gap-3 text-sm text-pretty touch:min-h-11">
              <input
                ref={rights}
                type="checkbox"
                checked={start.confirmed}
                aria-invalid={rightsMissing || undefined}
                aria-describedby={rightsMissing ? 'rights-error' : undefined}
                onChange={(event) => start.confirm(event.target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              I have the right to use these images, and everyone shown in them has agreed.
            </label>
            {rightsMissing && (
              <p id="rights-error" className="mt-1.5 text-sm text-danger">
                {loraTexts.rightsMissing}
              </p>
            )}
          </div>
          <FormError>{start.error}</FormError>
          <Button
            pending={start.pending}
            onClick={() => void start.start()}
            className="h-auto! min-h-11 w-full py-2 whitespace-normal!"
          >
            <GraduationCap className="size-4 shrink-0" aria-hidden="true" />
            Start training
          </Button>
        </>
      ) : (
        <ProviderNote />
      )}
    </section>
  );
}

function estimateTraining(body: { images: number; steps: number }, signal: AbortSignal) {
  return lorasApi.post('/api/media/loras/estimate', { body, signal });
}

interface AdvancedSettingsProps {
  lora: LoraView;
  list: LoraList;
  /** A valid number of steps was typed. */
  onSteps: (steps: number) => void;
  onSettings: (settings: Partial<LoraView>) => void;
}

/** Settings that most people leave as they are. */
function AdvancedSettings({ lora, list, onSteps, onSettings }: AdvancedSettingsProps) {
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
  const steps = parseSteps(typed, list.steps);

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
            steps === null
              ? [`Enter a whole number from ${min} to ${formatNumber(max)}.`]
              : undefined
          }
          hint={`How long it learns, usually ${formatNumber(usual)}. More steps take longer.`}
          onChange={(event) => {
            setTyped(event.target.value);
            const current = parseSteps(event.target.value, list.steps);
            if (current !== null) onSteps(current);
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
                {value === list.rank.usual ? ' (recommended)' : ''}
              </option>
            ))}
          </select>
          <p className="mt-1.5 text-muted">
            How much it can learn. A higher rank keeps finer detail and makes a larger file.
          </p>
        </div>
      </div>
    </details>
  );
}
