import type { VideoModelSetting } from '../../settings/json-settings';
import { replicateSettings } from '../../settings/providers.server';
import { log } from '../../lib/log.server';
import { ProviderError, reasonOf, type ProviderErrorCode } from '../providers/provider-error';
import { repeated } from '../providers/repeat.server';
import { readVideoCollection } from '../replicate/client.server';
import { readVideoModels, type ListedVideoModel } from './listed-models';
import { replicateVideos } from './replicate.server';
import type { VideoOrder } from './videos';

export { ProviderError } from '../providers/provider-error';
export type { VideoModelSetting } from '../../settings/json-settings';
export type { VideoOrder } from './videos';

/** The models that make videos, the default first; none without a provider. */
export function videoModelSettings(): readonly VideoModelSetting[] {
  return replicateSettings()?.videoModels ?? [];
}

/** The models that Replicate recommends for videos, with what each takes. @throws ProviderError */
export async function listVideoModels(
  account: { token: string; baseUrl?: string },
  signal: AbortSignal,
): Promise<ListedVideoModel[]> {
  const answer = await readVideoCollection(signal, account);
  return answer === 'unknown' ? [] : readVideoModels(answer);
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
