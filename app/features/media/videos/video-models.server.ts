import { videoModelSettings, type VideoModelSetting } from '~/gateways/video/index.server';
import { AppError } from '~/lib/errors';

import type { VideoModel, VideoRequest } from '../media';
import { mediaTexts } from '../texts';

/** The models as the form offers them; none where no provider is set up. */
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

/** What people know a model by, also one that is not offered any more. */
export function videoModelLabel(id: string): string {
  return findVideoModel(id)?.label ?? id.split(':')[0]?.split('/').at(-1) ?? id;
}

export function findVideoModel(id: string): VideoModelSetting | undefined {
  return videoModelSettings().find((model) => model.id === id);
}

/**
 * The model of a request, and the request without what that model cannot be told.
 * @throws AppError `invalid` when it cannot do what is asked, `conflict` when there is no model at all
 */
export function fitToVideoModel(given: VideoRequest): {
  model: VideoModelSetting;
  request: VideoRequest;
} {
  if (videoModelSettings().length === 0) {
    throw new AppError('conflict', mediaTexts.noVideoModel);
  }
  const model = findVideoModel(given.model);
  if (!model) throw new AppError('invalid', mediaTexts.modelGone);
  if (!model.seconds.includes(given.seconds)) {
    throw new AppError('invalid', mediaTexts.secondsNotOffered);
  }
  if (!model.aspects.includes(given.aspect)) {
    throw new AppError('invalid', mediaTexts.aspectNotOffered);
  }
  if (given.firstFrameId !== undefined && !model.firstFrame) {
    throw new AppError('invalid', mediaTexts.noFirstFrame);
  }
  const { seed, ...request } = given;
  return {
    model,
    request: { ...request, ...(model.seed && seed !== undefined && { seed }) },
  };
}

/** What a request costs, in weighed tokens. */
export function priceOf(model: VideoModelSetting, { seconds }: VideoRequest): number {
  return model.tokensPerSecond * seconds;
}
