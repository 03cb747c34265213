import { CircleAlert, RotateCw } from 'lucide-react';

import { Button } from '~/ui/button';

import type { LoraDetails } from '../../../media';
import type { StartTraining } from '../use-start-training';
import { TrainingLog } from './training-log';

interface LastAttemptProps {
  lora: LoraDetails;
  start: StartTraining;
  available: boolean;
}

/** Why there is nothing yet although it was trained, where that is so. */
export function LastAttempt({ lora, start, available }: LastAttemptProps) {
  if (lora.state !== 'failed' && lora.state !== 'cancelled') return null;
  const failed = lora.state === 'failed';
  return (
    <section
      aria-label="Last training"
      className={`rounded-xl border p-4 text-sm ${failed ? 'border-danger/40 bg-danger-soft' : 'bg-raised'}`}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <p
          className={`flex min-w-52 flex-1 gap-2.5 text-pretty wrap-anywhere ${failed ? 'text-danger' : ''}`}
        >
          {failed && <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
          {failed
            ? (lora.job?.reason ?? 'The training failed.')
            : 'You cancelled the last training. Your pictures and captions are still here.'}
        </p>
        {available && (
          <Button
            variant="secondary"
            size="sm"
            pending={start.pending}
            onClick={() => void start.start()}
          >
            <RotateCw className="size-4" aria-hidden="true" />
            Try again
          </Button>
        )}
      </div>
      {failed && lora.logTail !== '' && (
        <details className="mt-3">
          <summary className="rounded-sm py-1 text-muted hover:text-text">
            What the provider wrote
          </summary>
          <TrainingLog text={lora.logTail} />
        </details>
      )}
    </section>
  );
}
