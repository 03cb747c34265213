import { type RefObject, useCallback, useRef, useState } from 'react';
import { CircleAlert, RotateCw } from 'lucide-react';

import { Field } from '~/ui/forms/field';
import { Button } from '~/ui/button';

import type { JobView, LoraDetails, LoraList, LoraView } from '../../media';
import type { OneLora } from '../use-loras';
import { type Unsaved, useSavedText } from '../images/use-saved-text';
import { type StartTraining, useStartTraining } from '../training/use-start-training';
import { TrainingImagesSection } from '../images/components/training-images-section';
import { StartPanel } from '../training/components/start-panel';
import { loraTexts } from '../texts';
import { lorasApi } from '../../media-requests';
import { isTriggerWord } from '../lora';
import { SaveState, TrainingLog } from './lora-parts';

interface LoraEditorProps {
  lora: LoraDetails;
  list: LoraList;
  one: OneLora;
  onSettings: (settings: Partial<LoraView>) => void;
  onStarted: (job: JobView) => void;
}

/** The trigger word, images, and settings before a training. */
export function LoraEditor({ lora, list, one, onSettings, onStarted }: LoraEditorProps) {
  const [unsaved] = useState<Unsaved>(() => new Map());
  const trigger = useRef<HTMLInputElement>(null);
  const trainingImages = useRef<HTMLHeadingElement>(null);
  const rights = useRef<HTMLInputElement>(null);
  const start = useStartTraining({
    lora,
    limits: list.limits,
    unsaved,
    onStarted,
    onMissing: useCallback((what) => {
      const place = { trigger, images: trainingImages, rights }[what].current;
      place?.focus();
      place?.scrollIntoView({ block: 'center' });
    }, []),
  });
  return (
    <div className="@container">
      <div className="grid items-start gap-8 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-8">
          <LastAttempt lora={lora} start={start} available={list.available} />
          <TriggerField
            field={trigger}
            lora={lora}
            unsaved={unsaved}
            isMissing={start.missing.includes('trigger')}
            onSaved={(triggerWord) => onSettings({ triggerWord })}
          />
          <TrainingImagesSection
            heading={trainingImages}
            lora={lora}
            limits={list.limits}
            captions={list.captions}
            unsaved={unsaved}
            isMissing={start.missing.includes('images')}
            change={one.change}
            onArrived={start.unconfirm}
          />
        </div>
        <StartPanel lora={lora} list={list} start={start} rights={rights} onSettings={onSettings} />
      </div>
    </div>
  );
}

interface TriggerFieldProps {
  field: RefObject<HTMLInputElement>;
  lora: LoraView;
  unsaved: Unsaved;
  isMissing: boolean;
  onSaved: (triggerWord: string) => void;
}

function TriggerField({ field, lora, unsaved, isMissing, onSaved }: TriggerFieldProps) {
  const trigger = useSavedText({
    value: lora.triggerWord,
    name: `lora:${lora.id}:trigger`,
    unsaved,
    send: async (triggerWord) => {
      const params = { id: lora.id };
      await lorasApi.patch('/api/media/loras/:id', { params, body: { triggerWord } });
      onSaved(triggerWord);
    },
    failedText: loraTexts.settingsFailed,
  });
  const typed = trigger.text.trim();
  const isInvalid = typed !== '' && !isTriggerWord(typed);
  const missing = isMissing && typed === '' ? loraTexts.triggerMissing : null;
  const error = trigger.error ?? missing;
  return (
    <div className="max-w-xl">
      <Field
        ref={field}
        label="Trigger word"
        name="triggerWord"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        placeholder="RYELOAF"
        value={trigger.text}
        errors={error === null ? undefined : [error]}
        hint="One made-up word. Use it in a prompt to bring in what your LoRA learned."
        onChange={(event) => trigger.type(event.target.value)}
        onBlur={() => {
          if (!isInvalid) void trigger.save();
        }}
      />
      {isInvalid ? (
        <p role="status" className="mt-1.5 text-sm text-danger">
          {loraTexts.triggerInvalid}
        </p>
      ) : (
        <SaveState state={trigger.state} />
      )}
    </div>
  );
}

interface LastAttemptProps {
  lora: LoraDetails;
  start: StartTraining;
  available: boolean;
}

/** Why the last training has no result. */
function LastAttempt({ lora, start, available }: LastAttemptProps) {
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
            : 'You canceled the last training. Your images and captions are still here.'}
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
          <summary className="disclosure rounded-sm py-1 text-muted hover:text-text">
            Details from the training service
          </summary>
          <TrainingLog text={lora.logTail} />
        </details>
      )}
    </section>
  );
}
