import { useCallback, useEffect, useRef, useState } from 'react';
import { Info, Sparkles } from 'lucide-react';

import { showFailure } from '~/features/accounts';
import { newClientKey } from '~/lib/client-key';
import { noteSequence } from '~/engine/events';
import { useLoadOnUse } from '~/ui/load-on-use';
import { toastSuccess } from '~/ui/feedback/toast';
import { refusalText } from '~/http/client';

import { formOf, type Reference, referenceTo, shownOf } from '../image-form';
import { IMAGES } from '../../media-text';
import type { ImageModel, ImageRequest, ItemView, JobView } from '../../media';
import { imagesApi } from '../../media-requests';
import { imagesText, pageTexts } from '../../page-texts';
import type { Studio } from '../../studio/studio';
import { useGallery } from '../../gallery/use-gallery';
import { useImageForm, useLoraInAddress } from '../use-image-form';
import { useJobs } from '../../jobs/use-jobs';
import { useMaking } from '../../studio/use-making';
import { useReference } from '../use-reference';
import { ImageFormFields } from './image-form-fields';
import { StudioForm } from '../../studio/components/studio-form';
import { type StudioPart, StudioFrame } from '../../studio/components/studio-frame';
import { StyleDrawing } from './style-picker';

/** A LoRA takes their place. */
const NO_MODELS: readonly ImageModel[] = [];

const loadLightbox = () => import('../../gallery/components/lightbox');

/** Where images are made, and all that were. Beside each other where there is room, else one at a time. */
export function ImageStudio({ title, studio }: { title: string; studio: Studio }) {
  const { models, demo } = studio;
  useEffect(() => noteSequence(studio.seq), [studio]);
  const [part, setPart] = useState<StudioPart>('create');
  const [open, setOpen] = useState<string | null>(null);
  const [focusOn, setFocusOn] = useState<{ id: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const prompt = useRef<HTMLTextAreaElement>(null);
  const gallery = useGallery(studio.page);
  const jobs = useJobs(studio.jobs, gallery.refresh);
  const { form, change } = useImageForm();
  const making = useMaking(studio, form);
  useLoraInAddress(change);
  const { model } = making;
  const onReference = useCallback((reference: Reference) => change({ reference }), [change]);
  const upload = useReference(model?.supports.reference ?? false, onReference);
  const lightbox = useLoadOnUse(loadLightbox, open !== null, () => setOpen(null));

  // Another object asks again. Only what is shown can have the focus, so it moves after the part did.
  const [moved, setMoved] = useState<{ to: StudioPart } | null>(null);
  useEffect(() => {
    if (moved === null) return;
    const frame = requestAnimationFrame(() => {
      if (moved.to === 'create') prompt.current?.focus();
      else if (!isFocusSeen()) heading.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [moved]);

  function begun(job: JobView) {
    jobs.add(job);
    setPart('gallery');
    setMoved({ to: 'gallery' });
  }

  function write() {
    setOpen(null);
    setPart('create');
    setMoved({ to: 'create' });
  }

  async function create() {
    if (form.prompt.trim() === '') prompt.current?.focus();
    const job = await making.create();
    if (job) begun(job);
  }

  async function vary(request: ImageRequest) {
    try {
      const body = { clientKey: newClientKey(), ...request };
      const job = await imagesApi.post('/api/media/images', { body });
      setOpen(null);
      begun(job);
    } catch (error) {
      showFailure(error, refusalText(error, pageTexts.createFailed));
    }
  }

  return (
    <StudioFrame
      title={title}
      noun={IMAGES}
      part={part}
      onPart={setPart}
      jobs={jobs}
      gallery={gallery}
      heading={heading}
      focusOn={focusOn}
      onOpen={({ id }) => setOpen(id)}
      empty={
        <GalleryEmpty
          onIdea={({ prompt: text, style }) => {
            change({ prompt: text, style });
            write();
          }}
        />
      }
      drop={upload.dragging ? 'Drop a picture to start from it' : null}
      form={
        model === null ? (
          <p
            className={`px-5 pb-8 text-muted sm:px-8 @4xl:block @4xl:px-6 ${part === 'create' ? '' : 'hidden'}`}
          >
            No image model is set up on this server yet. Whoever runs it can connect one.
          </p>
        ) : (
          <StudioForm
            hidden={part !== 'create'}
            label="New image"
            create={`Create ${imagesText(shownOf(form, model).count)}`}
            making={making}
            onCreate={() => void create()}
          >
            {demo && <DemoNote />}
            <ImageFormFields
              form={form}
              change={(news) => {
                making.clear();
                change(news);
              }}
              models={making.lora === null ? models : NO_MODELS}
              model={model}
              making={making}
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
          noun={IMAGES}
          canEdit={models.some(({ supports }) => supports.reference)}
          onShow={setOpen}
          onReturn={(id) => setFocusOn({ id })}
          onUse={(request, seed) => {
            change(formOf(request, seed));
            write();
            toastSuccess(pageTexts.settingsTaken);
          }}
          onEdit={({ id }: ItemView) => {
            change({ reference: referenceTo(id) });
            write();
            toastSuccess(pageTexts.referenceTaken);
          }}
          onVary={vary}
        />
      )}
    </StudioFrame>
  );
}

/** Where only one part has room, the button that began a job is hidden by its own success. */
function isFocusSeen(): boolean {
  const focused = document.activeElement;
  return (
    focused instanceof HTMLElement && focused !== document.body && focused.offsetParent !== null
  );
}

/** For those who don't know what to ask for. */
const IDEAS = [
  {
    style: 'product',
    prompt: 'A bottle of olive oil on a stone pedestal, soft light from a window, warm beige wall',
  },
  {
    style: 'illustration',
    prompt: 'Pine hills under a red sun, bold shapes and few colours, like a travel poster',
  },
  {
    style: 'photo',
    prompt: 'Mountain ridges at sunrise, mist in the valley, seen from a dark meadow',
  },
] as const;

export type Idea = (typeof IDEAS)[number];

/** The gallery before its first image. */
function GalleryEmpty({ onIdea }: { onIdea: (idea: Idea) => void }) {
  return (
    <div className="rounded-xl border border-dashed px-5 py-10 text-center sm:px-8">
      <Sparkles className="mx-auto size-6 text-accent" aria-hidden="true" />
      <h3 className="mt-3 font-display text-xl font-semibold">Your images will be here</h3>
      <p className="mx-auto mt-2 max-w-md text-sm text-balance text-muted">
        Describe a picture, or begin with one of these.
      </p>
      <ul className="mx-auto mt-6 grid max-w-2xl gap-3 sm:grid-cols-3">
        {IDEAS.map((idea) => (
          <li key={idea.prompt}>
            <button
              type="button"
              onClick={() => onIdea(idea)}
              className="flex h-full w-full overflow-hidden rounded-lg border bg-raised text-left text-sm transition-colors hover:border-border-strong hover:bg-hover sm:flex-col"
            >
              <span className="block w-24 shrink-0 sm:aspect-8/5 sm:w-full">
                <StyleDrawing style={idea.style} />
              </span>
              <span className="block p-3 text-pretty">{idea.prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Plainly, wherever images are made without a provider. */
function DemoNote() {
  return (
    <p className="flex gap-2.5 rounded-lg border border-accent/40 bg-accent-soft px-3 py-2.5 text-sm text-pretty">
      <Info className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
      <span>
        Demo mode: no image provider is connected, so the app draws examples. Set{' '}
        <code className="font-mono text-[0.9em] wrap-anywhere">IMAGE_API_KEY</code> for real ones.
      </span>
    </p>
  );
}
