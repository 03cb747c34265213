import { Sparkles } from 'lucide-react';
import { useCallback } from 'react';

import { showFailure } from '~/features/accounts';
import { newClientKey } from '~/lib/client-key';
import { DemoNote } from '~/ui/feedback/demo';
import { toastSuccess } from '~/ui/feedback/toast';
import { refusalText } from '~/http/client';

import { formOf, shownOf } from '../image-form';
import type { ImageModel, ImageRequest } from '../../media';
import { imagesApi } from '../../media-requests';
import { imagesText, pageTexts } from '../../page-texts';
import { type Reference, referenceTo } from '../../studio/form';
import type { ImageStudioData } from '../../studio/studio';
import { useJobRequest } from '../../studio/use-address-request';
import { useReference } from '../../studio/use-reference';
import { useStudio } from '../../studio/use-studio';
import { StudioForm } from '../../studio/components/studio-form';
import { StudioFrame } from '../../studio/components/studio-frame';
import { useImageForm, useMaking } from '../use-making';
import { ImageFormFields } from './image-form-fields';
import { StyleDrawing } from './style-picker';

/** A LoRA takes their place. */
const NO_MODELS: readonly ImageModel[] = [];

export function ImageStudio({ title, data }: { title: string; data: ImageStudioData }) {
  const { models, demo } = data;
  const studio = useStudio(data, 'image');
  const { part, prompt, showForm, showJob } = studio;
  const { form, change } = useImageForm();
  const making = useMaking(data, form);
  const { model } = making;
  const onReference = useCallback((reference: Reference) => change({ reference }), [change]);
  const upload = useReference(model?.supports.reference ?? false, onReference);

  useJobRequest((job) => {
    if (job.kind !== 'image') return;
    change(formOf(job.request, job.request.seed ?? null));
    showForm();
  });

  async function create() {
    if (form.prompt.trim() === '') prompt.current?.focus();
    const job = await making.create();
    if (job) showJob(job);
  }

  async function vary(request: ImageRequest) {
    try {
      const body = { clientKey: newClientKey(), ...request };
      const job = await imagesApi.post('/api/media/images', { body });
      studio.setOpen(null);
      showJob(job);
    } catch (error) {
      showFailure(error, refusalText(error, pageTexts.createFailed));
    }
  }

  return (
    <StudioFrame
      title={title}
      studio={studio}
      empty={
        <GalleryEmpty
          onIdea={({ prompt: text, style }) => {
            change({ prompt: text, style });
            showForm();
          }}
        />
      }
      drop={upload.dragging ? 'Drop an image to build on it' : null}
      form={
        model === null ? (
          <p
            className={`px-5 pb-8 text-muted sm:px-8 @4xl:block @4xl:px-6 ${part === 'create' ? '' : 'hidden'}`}
          >
            Images aren’t set up here yet. Ask your admin to turn them on.
          </p>
        ) : (
          <StudioForm
            hidden={part !== 'create'}
            label="New image"
            create={`Create ${imagesText(shownOf(form, model).count)}`}
            making={making}
            onCreate={() => void create()}
          >
            {demo && (
              <DemoNote>
                We’ll draw you an illustration. Real images need an image provider.
              </DemoNote>
            )}
            <ImageFormFields
              form={form}
              change={(changes) => {
                making.clear();
                change(changes);
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
      imageActions={{
        canEdit: models.some(({ supports }) => supports.reference),
        onUse(request, seed) {
          change(formOf(request, seed));
          showForm();
          toastSuccess(pageTexts.settingsTaken);
        },
        onEdit({ id }) {
          change({ reference: referenceTo(id) });
          showForm();
          toastSuccess(pageTexts.referenceTaken);
        },
        onVary: vary,
      }}
    />
  );
}

/** For people who don't know what to create. */
const IDEAS = [
  {
    style: 'product',
    prompt: 'A bottle of olive oil on a stone pedestal, soft light from a window, warm beige wall',
  },
  {
    style: 'illustration',
    prompt: 'Pine hills under a red sun, bold shapes and few colors, like a travel poster',
  },
  {
    style: 'photo',
    prompt: 'Mountain ridges at sunrise, mist in the valley, seen from a dark meadow',
  },
] as const;

type Idea = (typeof IDEAS)[number];

/** The gallery before its first image. */
function GalleryEmpty({ onIdea }: { onIdea: (idea: Idea) => void }) {
  return (
    <div className="rounded-xl border border-dashed px-5 py-10 text-center sm:px-8">
      <Sparkles className="mx-auto size-6 text-accent" aria-hidden="true" />
      <h3 className="mt-3 font-display text-xl font-semibold">Create your first image</h3>
      <p className="mx-auto mt-2 max-w-md text-sm text-balance text-muted">
        Describe it, or start with one of these ideas.
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
