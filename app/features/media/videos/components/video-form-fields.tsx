import { useEffect, useRef, type RefObject } from 'react';

import {
  MAX_VIDEO_PROMPT,
  type VideoAspect,
  type VideoModel,
  type VideoRequest,
} from '../../media';
import { pageTexts } from '../../page-texts';
import {
  useFirstProblem,
  ModelField,
  PromptField,
  SeedField,
  CHOICE,
} from '../../studio/components/studio-fields';
import type { ReferenceUpload } from '../../images/use-reference';
import type { VideoForm } from '../video-form';
import { ReferenceField, type ReferenceWords } from '../../images/components/reference-field';

const FIRST_FRAME: ReferenceWords = {
  legend: 'First frame',
  hint: 'A picture that the video begins with, if you like. Drop or paste one anywhere.',
  taken: 'The video begins with this image, and has its shape.',
  remove: 'Remove first frame',
  file: 'First frame file',
  choose: 'Choose a first frame',
  purpose: 'The video begins with it.',
};

const SHAPES: Record<VideoAspect, { label: string; className: string }> = {
  '16:9': { label: 'Landscape', className: 'h-4 w-7' },
  '9:16': { label: 'Portrait', className: 'h-6 w-3.5' },
  '1:1': { label: 'Square', className: 'size-5' },
};

interface VideoFormFieldsProps {
  form: VideoForm;
  change: (news: Partial<VideoForm>) => void;
  models: readonly VideoModel[];
  model: VideoModel;
  /** What the form comes to with this model. */
  request: VideoRequest;
  fields: Readonly<Partial<Record<keyof VideoRequest, string>>>;
  promptMissing: boolean;
  upload: ReferenceUpload;
  prompt: RefObject<HTMLTextAreaElement>;
}

/** All that can be said about the next video; what the model cannot do is not asked. */
export function VideoFormFields({
  form,
  change,
  models,
  model,
  request,
  fields,
  promptMissing,
  upload,
  prompt,
}: VideoFormFieldsProps) {
  const all = useRef<HTMLDivElement>(null);
  useFirstProblem(all, fields);
  useEffect(() => {
    if (promptMissing) prompt.current?.focus();
  }, [promptMissing, prompt]);
  const problems = promptMissing ? [pageTexts.videoPromptMissing] : [];
  const hasFirstFrame = request.firstFrameId !== undefined;
  return (
    <div ref={all} className="space-y-5">
      <PromptField
        field={prompt}
        value={form.prompt}
        longest={MAX_VIDEO_PROMPT}
        errors={fields.prompt === undefined ? problems : [fields.prompt]}
        placeholder="A baker opens the oven, steam rises, the camera moves slowly closer"
        onChange={(text) => change({ prompt: text })}
      />
      {model.supports.firstFrame && (
        <ReferenceField
          words={FIRST_FRAME}
          reference={form.firstFrame}
          upload={upload}
          onChange={(firstFrame) => change({ firstFrame })}
        />
      )}
      {!hasFirstFrame && (
        <Choices
          legend="Shape"
          values={model.aspects}
          chosen={request.aspect}
          onChange={(aspect) => change({ aspect })}
          show={(aspect) => (
            <>
              <span className="grid h-6 place-items-center" aria-hidden="true">
                <span
                  className={`rounded-[3px] border-2 border-current ${SHAPES[aspect].className}`}
                />
              </span>
              <span className="mt-1 block text-xs">
                {SHAPES[aspect].label}
                <span className="sr-only">, {aspect}</span>
              </span>
            </>
          )}
        />
      )}
      <Choices
        legend="Length"
        values={model.seconds}
        chosen={request.seconds}
        onChange={(seconds) => change({ seconds })}
        show={(seconds) => (
          <span className="text-sm tabular-nums">
            {seconds} <span aria-hidden="true">s</span>
            <span className="sr-only">seconds</span>
          </span>
        )}
      />
      <ModelField models={models} chosen={model.id} onChange={(id) => change({ model: id })} />
      {model.supports.seed && <SeedField seed={form.seed} onChange={(seed) => change({ seed })} />}
    </div>
  );
}

interface ChoicesProps<Value> {
  legend: string;
  values: readonly Value[];
  chosen: Value;
  onChange: (value: Value) => void;
  show: (value: Value) => React.ReactNode;
}

function Choices<Value extends string | number>({
  legend,
  values,
  chosen,
  onChange,
  show,
}: ChoicesProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((value) => (
          <label key={value} className={`${CHOICE} min-h-10 min-w-14`}>
            <input
              type="radio"
              name={legend}
              value={value}
              checked={chosen === value}
              onChange={() => onChange(value)}
              className="absolute inset-0 size-full appearance-none opacity-0"
            />
            {show(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
