import { env } from '../../settings/env.server';
import type { VideoModelSetting } from '../../settings/json-settings';
import { log } from '../../lib/log.server';
import { ProviderError, reasonOf, type ProviderErrorCode } from '../providers/provider-error';
import { repeated } from '../providers/repeat.server';
import { replicateVideos } from './replicate.server';
import type { VideoOrder } from './videos';

export { ProviderError } from '../providers/provider-error';
export type { VideoModelSetting } from '../../settings/json-settings';
export type { VideoOrder } from './videos';

/** The models that make videos, the default first; none without a provider. */
export function videoModelSettings(): VideoModelSetting[] {
  const { MEDIA_MODELS, REPLICATE_API_TOKEN } = env();
  if (REPLICATE_API_TOKEN === undefined) return [];
  return MEDIA_MODELS?.filter((model) => model.kind === 'video') ?? [];
}

/**
 * Requests a video; returns the provider's id of it. Repeated only where nothing can have been made or billed.
 * @throws ProviderError, logged
 */
export function startVideo(model: VideoModelSetting, order: VideoOrder): Promise<string> {
  return logging(model, () => repeated(() => replicateVideos.start(model, order), order.signal));
}

/** Waits for a requested video and writes it to the order's file. @throws ProviderError, logged */
export function followVideo(
  model: VideoModelSetting,
  ref: string,
  order: VideoOrder,
): Promise<void> {
  return logging(model, () => replicateVideos.follow(ref, order));
}

async function logging<T>(model: VideoModelSetting, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError && error.code !== 'aborted') {
      const { code, status, requestId, detail } = error;
      log.warn({ code, status, requestId, detail, model: model.id }, 'a video failed');
    }
    throw error;
  }
}

/** Why a video failed, for people. */
export function videoReason(code: ProviderErrorCode): string {
  return reasonOf(code, { service: 'video service', thing: 'video' });
}
