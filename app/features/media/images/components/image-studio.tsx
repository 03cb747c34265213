import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { newClientKey } from '~/lib/client-key';
import { noteSequence } from '~/engine/events';
import { useLoadOnUse } from '~/ui/load-on-use';
import { toastSuccess } from '~/ui/toast';
import { refusalText } from '~/http/client';

import { formOf, referenceTo, shownOf, type Reference } from '../image-form';
import { IMAGES } from '../../made-noun';
import type { ImageModel, ImageRequest, ItemView, JobView } from '../../media';
import { imagesApi } from '../../media-requests';
import { imagesText, pageTexts } from '../../page-texts';
import type { Studio } from '../../studio/studio';
import { useGallery } from '../../gallery/use-gallery';
import { useImageForm } from '../use-image-form';
import { useJobs } from '../../jobs/use-jobs';
import { useLoraInAddress } from '../use-lora-in-address';
import { useMaking } from '../../studio/use-making';
import { useReference } from '../use-reference';
import { DemoNote } from '../../studio/components/demo-note';
import { GalleryEmpty } from '../../gallery/components/gallery-empty';
import { ImageFormFields } from './image-form-fields';
import { StudioForm } from '../../studio/components/studio-form';
import { StudioFrame } from '../../studio/components/studio-frame';
import type { Part } from '../../studio/components/studio-parts';

/** A LoRA takes their place. */
const NO_MODELS: readonly ImageModel[] = [];

const loadLightbox = () => import('../../gallery/components/lightbox');

/** Where images are made, and all that were. Beside each other where there is room, else one at a time. */
export function ImageStudio({ title, studio }: { title: string; studio: Studio }) {
  const { models, demo } = studio;
  useEffect(() => noteSequence(studio.seq), [studio]);
  const [part, setPart] = useState<Part>('create');
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
  const [moved, setMoved] = useState<{ to: Part } | null>(null);
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
