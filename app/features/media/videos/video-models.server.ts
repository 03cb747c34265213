import { videoModelSettings, type VideoModelSetting } from '~/gateways/video/index.server';
import { AppError } from '~/lib/errors';

import type { VideoModel, VideoRequest } from '../media';
import { mediaTexts } from '../refusals';

/** The models as the form offers them; none without a provider. */
export function videoModels(): VideoModel[] {
  return videoModelSettings().map((setting) => ({
    id: setting.id,
    label: videoModelLabel(setting.id),
    seconds: [...setting.seconds].sort((one, other) => one - other),
    aspects: setting.aspects,
    supports: { seed: setting.seed, firstFrame: setting.firstFrame },
    tokensPerSecond: setting.tokensPerSecond,
  }));
}

/** A model's name for people, even if it isn't offered any more. */
export function videoModelLabel(id: string): string {
  return findVideoModel(id)?.label ?? id.split(':')[0]?.split('/').at(-1) ?? id;
}

export function findVideoModel(id: string): VideoModelSetting | undefined {
  return videoModelSettings().find((model) => model.id === id);
}

/**
 * The model of a request, and the request with only what that model supports.
 * @throws AppError `invalid` when the model can't do what is requested, `conflict` when there are no models
 */
export function fitToVideoModel(wanted: VideoRequest): {
  model: VideoModelSetting;
  request: VideoRequest;
} {
  if (videoModelSettings().length === 0) {
    throw new AppError('conflict', mediaTexts.noVideoModel);
  }
  const model = findVideoModel(wanted.model);
  if (!model) throw new AppError('invalid', mediaTexts.modelGone);
  if (!model.seconds.includes(wanted.seconds)) {
    throw new AppError('invalid', mediaTexts.secondsNotOffered);
  }
  if (!model.aspects.includes(wanted.aspect)) {
    throw new AppError('invalid', mediaTexts.sizeNotOffered);
  }
  if (wanted.firstFrameId !== undefined && !model.firstFrame) {
    throw new AppError('invalid', mediaTexts.noReference);
  }
  const { seed, ...request } = wanted;
  return {
    model,
    request: { ...request, ...(model.seed && seed !== undefined && { seed }) },
  };
}
