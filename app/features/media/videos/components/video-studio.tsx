import { Clapperboard, Sparkles } from 'lucide-react';
import { useCallback, useState } from 'react';

import { Button } from '~/ui/button';

import { chosenModel, type Reference } from '../../studio/form';
import type { VideoStudioData } from '../../studio/studio';
import { useCreateVideo, useVideoEstimate } from '../../studio/use-create-media';
import { useJobRequest } from '../../studio/use-address-request';
import { useReference } from '../../studio/use-reference';
import { useStudio } from '../../studio/use-studio';
import { NotConnected, SampleVideos } from '../../studio/components/not-connected';
import { StudioForm } from '../../studio/components/studio-form';
import { StudioFrame } from '../../studio/components/studio-frame';
import { useVideoForm } from '../use-video-form';
import { videoFormOf, videoRequestOf } from '../video-form';
import { EXAMPLE_PROMPT, VideoFormFields } from './video-form-fields';

export function VideoStudio({ title, data }: { title: string; data: VideoStudioData }) {
  const { models } = data;
  const studio = useStudio(data, 'video');
  const { part, prompt } = studio;
  const [tried, setTried] = useState(false);
  const { form, change } = useVideoForm(studio.showForm);
  const model = chosenModel(form.model, models);
  const request = model && videoRequestOf(form, model);
  const making = useCreateVideo();
  const estimated = useVideoEstimate(request, making.sent);
  const onFirstFrame = useCallback((firstFrame: Reference) => change({ firstFrame }), [change]);
  const upload = useReference(model?.supports.firstFrame ?? false, onFirstFrame);

  useJobRequest((job) => {
    if (job.kind !== 'video') return;
    change(videoFormOf(job.request));
    studio.showForm();
  });

  async function create() {
    if (request === null) return;
    const isWritten = request.prompt !== '';
    setTried(!isWritten);
    if (!isWritten) {
      prompt.current?.focus();
      return;
    }
    const job = await making.create(request);
    if (job) studio.showJob(job);
  }

  return (
    <StudioFrame
      title={title}
      studio={studio}
      empty={
        <GalleryEmpty
          onExample={
            model &&
            (() => {
              change({ prompt: EXAMPLE_PROMPT });
              studio.showForm();
            })
          }
        />
      }
      drop={upload.dragging ? 'Drop an image to start from it' : null}
      form={
        model === null || request === null ? (
          <div className={part === 'create' ? '' : 'hidden @4xl:block'}>
            <VideoProviderNote />
          </div>
        ) : (
          <StudioForm
            hidden={part !== 'create'}
            label="New video"
            create="Create video"
            less="Try a shorter video or another AI model."
            making={{ ...making, estimated }}
            onCreate={() => void create()}
          >
            <VideoFormFields
              form={form}
              change={(changes) => {
                making.clear();
                change(changes);
              }}
              models={models}
              model={model}
              request={request}
              fields={making.fields}
              promptMissing={tried && request.prompt === ''}
              upload={upload}
              prompt={prompt}
            />
          </StudioForm>
        )
      }
    />
  );
}

/** The gallery before its first video. `onExample` is null where none can be created. */
function GalleryEmpty({ onExample }: { onExample: (() => void) | null }) {
  return (
    <div className="rounded-xl border border-dashed px-5 py-10 text-center sm:px-8">
      <Clapperboard className="mx-auto size-6 text-accent" aria-hidden="true" />
      <h3 className="mt-3 font-display text-xl font-semibold">Create your first video</h3>
      <p className="mx-auto mt-2 max-w-md text-sm text-balance text-muted">
        {onExample
          ? 'Describe what happens and how it moves, or start from one of your images.'
          : 'You can start once your admin turns videos on.'}
      </p>
      {onExample && (
        <Button variant="secondary" className="mt-5" onClick={onExample}>
          <Sparkles className="size-4 text-accent" aria-hidden="true" />
          Try an example
        </Button>
      )}
    </div>
  );
}

/** Shown where no provider is set up that makes videos. */
function VideoProviderNote() {
  return (
    <div className="px-5 pb-6 sm:px-8 @4xl:px-6">
      <NotConnected title="Videos aren’t connected yet" samples={<SampleVideos />}>
        Here’s the kind of thing you’ll create from one sentence.
      </NotConnected>
    </div>
  );
}
