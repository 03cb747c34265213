import { GraduationCap } from 'lucide-react';
import { useState, type RefObject } from 'react';

import { useEstimate } from '~/features/billing';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';

import type { LoraList, LoraView } from '../../../media';
import { lorasApi } from '../../../media-requests';
import { loraTexts } from '../../texts';
import { minutesText, trainingCost, trainLabel } from '../../lora-text';
import type { StartTraining } from '../use-start-training';
import { AdvancedSettings } from './advanced-settings';
import { ProviderNote } from '../../components/lora-parts';

interface StartPanelProps {
  lora: LoraView;
  list: LoraList;
  start: StartTraining;
  rights: RefObject<HTMLInputElement>;
  onSettings: (settings: Partial<LoraView>) => void;
}

/** What the training takes and costs, what has to be confirmed, and the button that begins it. */
export function StartPanel({ lora, list, start, rights, onSettings }: StartPanelProps) {
  const [steps, setSteps] = useState(lora.steps);
  const images = Math.max(lora.images, list.limits.fewest);
  const { estimate, failed } = useEstimate(list.available ? { images, steps } : null, ask);
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
            {failed && 'What this costs could not be found out just now.'}
            {estimate && cost && (
              <>
                {minutesText(estimate.minutes)}. {cost.text}
              </>
            )}
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
              I have the right to use these pictures, and every person shown agreed to it.
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
            {trainLabel(estimate)}
          </Button>
        </>
      ) : (
        <ProviderNote />
      )}
    </section>
  );
}

function ask(body: { images: number; steps: number }, signal: AbortSignal) {
  return lorasApi.post('/api/media/loras/estimate', { body, signal });
}
