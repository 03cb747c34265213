import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';

import { Field } from '~/ui/forms/field';

import { countsOf, type ImageForm, shownOf } from '../image-form';
import {
  type ImageModel,
  MAX_LORA_SCALE,
  MAX_NEGATIVE_PROMPT,
  MAX_PROMPT,
  DEFAULT_LORA_SCALE,
} from '../../media';
import { pageTexts } from '../../page-texts';
import type { FieldProblems } from '../../studio/use-create-media';
import {
  Choices,
  FieldProblem,
  ModelField,
  PromptField,
  SeedField,
  SELECT,
  ShapePicker,
  useFirstProblem,
} from '../../studio/components/studio-fields';
import type { Making } from '../use-making';
import type { ReferenceUpload } from '../../studio/use-reference';
import { BrandField } from './brand-field';
import { ReferenceField } from '../../studio/components/reference-field';
import { StylePicker } from './style-picker';
import type { ReadyLora } from '../../studio/studio';

interface ImageFormFieldsProps {
  form: ImageForm;
  change: (changes: Partial<ImageForm>) => void;
  models: readonly ImageModel[];
  model: ImageModel;
  making: Making;
  upload: ReferenceUpload;
  prompt: RefObject<HTMLTextAreaElement>;
}

/** Everything that the model supports can be set here. */
export function ImageFormFields({
  form,
  change,
  models,
  model,
  making,
  upload,
  prompt,
}: ImageFormFieldsProps) {
  const shown = shownOf(form, model);
  const { fields } = making;
  const all = useRef<HTMLDivElement>(null);
  useFirstProblem(all, fields);
  return (
    <div ref={all} className="space-y-5">
      <PromptField
        field={prompt}
        value={form.prompt}
        maxLength={MAX_PROMPT}
        errors={making.promptMissing ? [pageTexts.promptMissing] : listOf(fields.prompt)}
        placeholder="A loaf of sourdough on a linen cloth, morning light from the left"
        onChange={(text) => change({ prompt: text })}
      />
      <LoraField form={form} change={change} loras={making.loras} lora={making.lora} />
      <StylePicker style={form.style} onChange={(style) => change({ style })} />
      <div>
        <ShapePicker
          shapes={model.sizes}
          chosen={shown.size}
          onChange={(size) => change({ size })}
        />
        <FieldProblem>{fields.size}</FieldProblem>
      </div>
      {model.supports.count > 1 && (
        <div>
          <Choices
            legend="Images"
            values={countsOf(model)}
            chosen={shown.count}
            onChange={(count) => change({ count })}
            className="h-10 text-sm tabular-nums"
          >
            {(count) => count}
          </Choices>
          <FieldProblem>{fields.count}</FieldProblem>
        </div>
      )}
      <BrandField
        profiles={making.profiles}
        profileId={making.profileId}
        onProfile={(chosen) => change({ profileId: chosen, brandText: null })}
        brand={making.brand}
        text={making.brandText}
        errors={listOf(fields.brandText)}
        onText={(brandText) => change({ brandText })}
      />
      {model.supports.reference && (
        <div>
          <ReferenceField
            reference={form.reference}
            upload={upload}
            onChange={(reference) => change({ reference })}
          />
          <FieldProblem>{fields.referenceId}</FieldProblem>
        </div>
      )}
      <MoreSettings form={form} change={change} models={models} model={model} fields={fields} />
    </div>
  );
}

function MoreSettings({
  form,
  change,
  models,
  model,
  fields,
}: Pick<ImageFormFieldsProps, 'form' | 'change' | 'models' | 'model'> & { fields: FieldProblems }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { negativePrompt, seed } = model.supports;
  const isSet = (negativePrompt && form.negativePrompt !== '') || (seed && form.seed !== null);
  useEffect(() => {
    // What is set must be visible, also after settings were taken from an image.
    if (isSet && details.current) details.current.open = true;
  }, [isSet]);
  if (models.length < 2 && !negativePrompt && !seed) return null;
  return (
    <details ref={details} className="group border-t pt-3">
      <summary className="flex list-none items-center gap-1.5 rounded-sm py-1 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronDown
          className="size-4 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0"
          aria-hidden="true"
        />
        More settings
      </summary>
      <div className="space-y-5 pt-3">
        <ModelField
          models={models}
          chosen={model.id}
          problem={fields.model}
          onChange={(id) => change({ model: id })}
        />
        {negativePrompt && (
          <Field
            label="Leave out"
            hint="What shouldn’t appear in your image."
            placeholder="People, text"
            autoComplete="off"
            maxLength={MAX_NEGATIVE_PROMPT}
            value={form.negativePrompt}
            errors={listOf(fields.negativePrompt)}
            onChange={(event) => change({ negativePrompt: event.target.value })}
          />
        )}
        {seed && <SeedField seed={form.seed} onChange={(value) => change({ seed: value })} />}
      </div>
    </details>
  );
}

function listOf(problem: string | undefined): string[] {
  return problem === undefined ? [] : [problem];
}

interface LoraFieldProps {
  form: ImageForm;
  change: (changes: Partial<ImageForm>) => void;
  loras: readonly ReadyLora[];
  lora: ReadyLora | null;
}

/** The LoRA to use, and its strength; nothing where there is none. */
function LoraField({ form, change, loras, lora }: LoraFieldProps) {
  const id = useId();
  if (loras.length === 0) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        LoRA
      </label>
      <select
        id={id}
        value={lora?.id ?? ''}
        onChange={({ target }) =>
          change({ loraId: target.value || null, loraScale: DEFAULT_LORA_SCALE })
        }
        className={SELECT}
      >
        <option value="">None</option>
        {loras.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {lora !== null && (
        <div className="mt-3">
          <label htmlFor={`${id}-scale`} className="flex justify-between text-sm font-medium">
            LoRA strength
            <span className="text-muted tabular-nums">{form.loraScale.toFixed(2)}</span>
          </label>
          <input
            id={`${id}-scale`}
            type="range"
            min={0}
            max={MAX_LORA_SCALE}
            step={0.05}
            value={form.loraScale}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => change({ loraScale: Number(target.value) })}
            className="mt-1.5 block w-full accent-accent"
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-pretty text-muted">
            We add <span className="font-mono text-[0.9em] wrap-anywhere">{lora.triggerWord}</span>{' '}
            to your prompt if you don’t. Lower strength gives your prompt more weight.
          </p>
        </div>
      )}
    </div>
  );
}
