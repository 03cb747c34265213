import { useEffect, useRef, type RefObject } from 'react';

import { formatDuration } from '~/lib/format/durations';

import { MAX_VIDEO_PROMPT, type VideoModel, type VideoRequest } from '../../media';
import { pageTexts } from '../../page-texts';
import {
  Choices,
  ModelField,
  PromptField,
  SeedField,
  ShapePicker,
  useFirstProblem,
} from '../../studio/components/studio-fields';
import type { ReferenceUpload } from '../../studio/use-reference';
import type { VideoForm } from '../video-form';
import { ReferenceField, type ReferenceTexts } from '../../studio/components/reference-field';

/** The placeholder of the prompt, and what the empty gallery offers to begin with. */
export const EXAMPLE_PROMPT = 'A baker opens the oven, steam rises, the camera moves slowly closer';

const FIRST_FRAME: ReferenceTexts = {
  legend: 'First frame',
  hint: 'Optional: an image to start from. Drop or paste one anywhere.',
  taken: 'Your video starts from this image and keeps its shape.',
  remove: 'Remove first frame',
  file: 'First frame file',
  choose: 'Choose a first frame',
  purpose: 'Your video will start from it.',
};

interface VideoFormFieldsProps {
  form: VideoForm;
  change: (changes: Partial<VideoForm>) => void;
  models: readonly VideoModel[];
  model: VideoModel;
  /** The form as a request to this model. */
  request: VideoRequest;
  fields: Readonly<Partial<Record<keyof VideoRequest, string>>>;
  promptMissing: boolean;
  upload: ReferenceUpload;
  prompt: RefObject<HTMLTextAreaElement>;
}

/** Everything that the model supports can be set here. */
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
        maxLength={MAX_VIDEO_PROMPT}
        errors={fields.prompt === undefined ? problems : [fields.prompt]}
        placeholder={EXAMPLE_PROMPT}
        onChange={(text) => change({ prompt: text })}
      />
      {model.supports.firstFrame && (
        <ReferenceField
          texts={FIRST_FRAME}
          reference={form.firstFrame}
          upload={upload}
          onChange={(firstFrame) => change({ firstFrame })}
        />
      )}
      {!hasFirstFrame && (
        <ShapePicker
          shapes={model.aspects}
          chosen={request.aspect}
          onChange={(aspect) => change({ aspect })}
        />
      )}
      <Choices
        legend="Length"
        values={model.seconds}
        chosen={request.seconds}
        onChange={(seconds) => change({ seconds })}
        className="min-h-10 min-w-14"
      >
        {(seconds) => (
          <span className="text-sm tabular-nums">
            <span aria-hidden="true">{formatDuration(seconds, 'short')}</span>
            <span className="sr-only">{formatDuration(seconds, 'long')}</span>
          </span>
        )}
      </Choices>
      <ModelField models={models} chosen={model.id} onChange={(id) => change({ model: id })} />
      {model.supports.seed && <SeedField seed={form.seed} onChange={(seed) => change({ seed })} />}
    </div>
  );
}
