import { VIDEO_ASPECTS, type VideoAspect, type VideoModel, type VideoRequest } from '../media';
import {
  draftChoice,
  draftReference,
  draftSeed,
  draftText,
  parseDraft,
  type Reference,
  referenceTo,
} from '../studio/form';

/** What the form holds, which may be more than the chosen model supports. */
export interface VideoForm {
  prompt: string;
  /** '' for the first one. */
  model: string;
  aspect: VideoAspect;
  /** Null: the shortest that the model makes. */
  seconds: number | null;
  /** Null: a new one for each video. */
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

/** A request with only what this model supports; the rest stays in the form. */
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

/** The form that leads to this request. */
export function videoFormOf({ firstFrameId, ...request }: VideoRequest): VideoForm {
  return {
    ...request,
    seed: request.seed ?? null,
    firstFrame: firstFrameId === undefined ? null : referenceTo(firstFrameId),
  };
}

/** A form from a stored draft; what is missing or invalid in it is as in an empty form. */
export function readVideoForm(stored: string): VideoForm {
  const draft = parseDraft(stored);
  const { seconds } = draft;
  return {
    prompt: draftText(draft.prompt) ?? '',
    model: draftText(draft.model) ?? '',
    aspect: draftChoice(VIDEO_ASPECTS, draft.aspect) ?? EMPTY_VIDEO.aspect,
    seconds: typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : null,
    seed: draftSeed(draft.seed),
    firstFrame: draftReference(draft.firstFrame),
  };
}
