import { Clapperboard, Info } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { noteSequence } from '~/engine/events';
import { useLoadOnUse } from '~/ui/load-on-use';

import type { Reference } from '../../images/image-form';
import { VIDEOS } from '../../media-text';
import { useCreateVideo } from '../../images/use-create-images';
import { useVideoEstimate } from '../../studio/use-making';
import { useGallery } from '../../gallery/use-gallery';
import { useJobs } from '../../jobs/use-jobs';
import { useReference } from '../../images/use-reference';
import { useVideoForm } from '../use-video-form';
import { videoModelOf, videoRequestOf } from '../video-form';
import type { VideoStudioData } from '../../studio/studio';
import { StudioForm } from '../../studio/components/studio-form';
import { type StudioPart, StudioFrame } from '../../studio/components/studio-frame';
import { VideoFormFields } from './video-form-fields';

const loadLightbox = () => import('../../gallery/components/lightbox');

const ONLY_VIDEOS = { kind: 'video' } as const;

/** Where videos are made, and all that were. Beside each other where there is room, else one at a time. */
export function VideoStudio({ title, studio }: { title: string; studio: VideoStudioData }) {
  const { models } = studio;
  useEffect(() => noteSequence(studio.seq), [studio]);
  const [part, setPart] = useState<StudioPart>('create');
  const [open, setOpen] = useState<string | null>(null);
  const [focusOn, setFocusOn] = useState<{ id: string } | null>(null);
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const prompt = useRef<HTMLTextAreaElement>(null);
  const gallery = useGallery(studio.page, ONLY_VIDEOS);
  const jobs = useJobs(studio.jobs, gallery.refresh, 'video');
  // Another object asks again. Only what is shown can have the focus, so it moves after the part did.
  const [moved, setMoved] = useState<{ to: StudioPart } | null>(null);
  const { form, change } = useVideoForm(() => {
    setOpen(null);
    setPart('create');
    setMoved({ to: 'create' });
  });
  const model = videoModelOf(form, models);
  const request = model && videoRequestOf(form, model);
  const making = useCreateVideo();
  const estimated = useVideoEstimate(request, asked);
  const onFirstFrame = useCallback((firstFrame: Reference) => change({ firstFrame }), [change]);
  const upload = useReference(model?.supports.firstFrame ?? false, onFirstFrame);
  const lightbox = useLoadOnUse(loadLightbox, open !== null, () => setOpen(null));

  useEffect(() => {
    if (moved === null) return;
    const frame = requestAnimationFrame(() => {
      const target = moved.to === 'create' ? prompt.current : heading.current;
      target?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [moved]);

  async function create() {
    if (request === null) return;
    const isWritten = request.prompt !== '';
    setTried(!isWritten);
    if (!isWritten) {
      prompt.current?.focus();
      return;
    }
    const job = await making.create(request);
    setAsked((times) => times + 1);
    if (!job) return;
    jobs.add(job);
    setPart('gallery');
    // Beside each other, the button keeps the focus for the next one.
    if (prompt.current?.offsetParent === null) setMoved({ to: 'gallery' });
  }

  return (
    <StudioFrame
      title={title}
      noun={VIDEOS}
      part={part}
      onPart={setPart}
      jobs={jobs}
      gallery={gallery}
      heading={heading}
      focusOn={focusOn}
      onOpen={({ id }) => setOpen(id)}
      empty={<Nothing canMake={model !== null} />}
      drop={upload.dragging ? 'Drop a picture to begin with it' : null}
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
            less="A shorter video"
            making={{ ...making, estimated }}
            onCreate={() => void create()}
          >
            <VideoFormFields
              form={form}
              change={(news) => {
                making.clear();
                change(news);
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
    >
      {lightbox !== undefined && (
        <lightbox.Lightbox
          gallery={gallery}
          open={open}
          noun={VIDEOS}
          canEdit={false}
          onShow={setOpen}
          onReturn={(id) => setFocusOn({ id })}
          onUse={ofImages}
          onEdit={ofImages}
          onVary={ofImagesLater}
        />
      )}
    </StudioFrame>
  );
}

/** There are no images among videos. */
const ofImages = () => {};
const ofImagesLater = () => Promise.resolve();

function Nothing({ canMake }: { canMake: boolean }) {
  return (
    <div className="rounded-xl border border-dashed px-5 py-10 text-center sm:px-8">
      <Clapperboard className="mx-auto size-6 text-accent" aria-hidden="true" />
      <h3 className="mt-3 font-display text-xl font-semibold">Your videos will be here</h3>
      <p className="mx-auto mt-2 max-w-md text-sm text-balance text-muted">
        {canMake
          ? 'Describe what is to be seen and how it moves, or begin with one of your images.'
          : 'Once a provider is connected, you can make some.'}
      </p>
    </div>
  );
}

/** Plainly, where nothing is set up that makes videos. */
function VideoProviderNote() {
  return (
    <div className="px-5 pb-6 sm:px-8 @4xl:px-6">
      <div className="flex gap-3 rounded-lg border border-accent/40 bg-accent-soft p-4 text-sm text-pretty">
        <Info className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
        <div className="min-w-0 space-y-2">
          <h2 className="font-medium">Videos need a provider</h2>
          <p>
            No video provider is connected to this server, and there is no demo of one. Whoever runs
            it sets <Name>REPLICATE_API_TOKEN</Name> and lists a video model in{' '}
            <Name>MEDIA_MODELS</Name>, in the server’s <Name>.env</Name> file.
          </p>
        </div>
      </div>
    </div>
  );
}

function Name({ children }: { children: string }) {
  return <code className="font-mono text-[0.9em] wrap-anywhere">{children}</code>;
}
