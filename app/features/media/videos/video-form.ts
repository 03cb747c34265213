import { parseSeed, referenceTo, type Reference } from '../images/image-form';
import { VIDEO_ASPECTS, type VideoAspect, type VideoModel, type VideoRequest } from '../media';

/** What the form holds; some of it may be more than the chosen model can do. */
export interface VideoForm {
  prompt: string;
  /** '' for the first there is. */
  model: string;
  aspect: VideoAspect;
  /** Null: the shortest that the model makes. */
  seconds: number | null;
  /** Null: another one each time. */
  seed: number | null;
  firstFrame: Reference | null;
}

export const EMPTY_VIDEO: VideoForm = {
  prompt: '',
  model: '',
  aspect: '16:9',
  seconds: null,
  seed: null,
  firstFrame: null,
};

/** The model that is asked; null where there is none at all. */
export function videoModelOf(
  { model }: VideoForm,
  models: readonly VideoModel[],
): VideoModel | null {
  return models.find(({ id }) => id === model) ?? models[0] ?? null;
}

/** What is asked of the server: what the model cannot do stays in the form, but is not asked for. */
export function videoRequestOf(form: VideoForm, model: VideoModel): VideoRequest {
  const { supports, aspects } = model;
  const { seed, firstFrame } = form;
  return {
    prompt: form.prompt.trim(),
    model: model.id,
    aspect: aspects.includes(form.aspect) ? form.aspect : (aspects[0] ?? form.aspect),
    seconds: nearest(model.seconds, form.seconds),
    ...(supports.seed && seed !== null && { seed }),
    ...(supports.firstFrame && firstFrame !== null && { firstFrameId: firstFrame.id }),
  };
}

function nearest(choices: readonly number[], wanted: number | null): number {
  const [first = 5, ...others] = choices;
  if (wanted === null) return first;
  return others.reduce(
    (best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best),
    first,
  );
}

/** The form that asks for this once more. */
export function videoFormOf({ firstFrameId, ...request }: VideoRequest): VideoForm {
  return {
    ...request,
    seed: request.seed ?? null,
    firstFrame: firstFrameId === undefined ? null : referenceTo(firstFrameId),
  };
}

/** The draft as it was kept; what is missing or odd in it is as in an empty form. */
export function readVideoForm(kept: string): VideoForm {
  let found: unknown;
  try {
    found = JSON.parse(kept);
  } catch {
    return EMPTY_VIDEO;
  }
  if (typeof found !== 'object' || found === null) return EMPTY_VIDEO;
  const draft = found as Record<keyof VideoForm, unknown>;
  const firstFrame = draft.firstFrame as Partial<Reference> | null | undefined;
  const { seconds } = draft;
  return {
    prompt: typeof draft.prompt === 'string' ? draft.prompt : '',
    model: typeof draft.model === 'string' ? draft.model : '',
    aspect: VIDEO_ASPECTS.find((aspect) => aspect === draft.aspect) ?? EMPTY_VIDEO.aspect,
    seconds: typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : null,
    seed: typeof draft.seed === 'number' ? parseSeed(String(draft.seed)) : null,
    firstFrame: typeof firstFrame?.id === 'string' ? referenceTo(firstFrame.id) : null,
  };
}
