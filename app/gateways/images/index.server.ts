import { env } from '../../settings/env.server';
import { log } from '../../lib/log.server';
import { singleton } from '../../lib/singleton.server';
import { askProvider, type ProviderCheck } from '../providers/ask-provider.server';
import { repeated } from '../providers/repeat';
import { demoImages } from './demo.server';
import { ImageError } from './image-error';
import type { ImageProvider, ImageResult, ImageCallRequest, Track } from './images';
import {
  DEMO_MODEL,
  imageAccess,
  configuredImageModels,
  type ConfiguredImageModel,
} from './models.server';
import { openAiImages } from './openai.server';
import { openRouterImages } from './openrouter.server';
import { replicateImages } from './replicate.server';

export { ImageError, imageReason, type ImageErrorCode } from './image-error';
export { type ImageResult, type ImageCallRequest, type ProviderName, type Track } from './images';
export { imageHosts, configuredImageModels, type ConfiguredImageModel } from './models.server';

/** True when no service is set up, and images are drawn here that say so. */
export function isImageDemo(): boolean {
  return configuredImageModels()[0] === DEMO_MODEL;
}

const FIRST_PAUSE_MS = 1_000;

/**
 * Asks for one image and waits for it. Repeated only where nothing can have been made or billed: too many requests,
 * or no one there.
 * @throws ImageError, logged
 */
export async function generateImage(
  model: ConfiguredImageModel,
  request: ImageCallRequest,
  track: Track,
): Promise<ImageResult> {
  const firstPauseMs = env().NODE_ENV === 'test' ? 10 : FIRST_PAUSE_MS;
  try {
    return await repeated(() => providerOf(model).make(request, track), {
      signal: request.signal,
      firstPauseMs,
    });
  } catch (error) {
    throw error instanceof ImageError ? logged(error, model) : error;
  }
}

/**
 * Whether the image service of `pictureHosts` is there and takes the key, asked without an image: nothing is billed.
 * @throws ImageError
 */
export function checkImages(signal: AbortSignal): Promise<ProviderCheck> {
  const { baseUrl, apiKey } = imageAccess();
  // OpenRouter lists its models for anyone.
  const path = new URL(baseUrl).hostname === 'openrouter.ai' ? '/key' : '/models';
  return askProvider(`${baseUrl.replace(/\/$/, '')}${path}`, { key: apiKey, signal });
}

/** Waits on for an image that was asked for earlier. @throws ImageError, logged */
export async function resumeImage(
  model: ConfiguredImageModel,
  ref: string,
  request: ImageCallRequest,
): Promise<ImageResult> {
  const provider = providerOf(model);
  if (!provider.resume) throw new Error(`${provider.name} finds no request again`);
  try {
    return await provider.resume(ref, request);
  } catch (error) {
    throw error instanceof ImageError ? logged(error, model) : error;
  }
}

function providerOf(model: ConfiguredImageModel): ImageProvider {
  return singleton(`images-${model.provider}`, () => {
    switch (model.provider) {
      case 'openai':
        return openAiImages(imageAccess());
      case 'openrouter':
        return openRouterImages(imageAccess());
      case 'demo':
        return demoImages({ paceMs: env().NODE_ENV === 'test' ? 0 : 1_500 });
      case 'replicate':
        return replicateImages({
          referenceInput(id) {
            const settings = env().MEDIA_MODELS?.filter((one) => one.kind === 'image') ?? [];
            return settings.find((setting) => setting.id === id)?.referenceInput ?? 'image';
          },
        });
    }
  });
}

function logged(error: ImageError, model: ConfiguredImageModel): ImageError {
  if (error.code === 'aborted') return error;
  const { code, status, requestId, detail } = error;
  log.warn({ code, status, requestId, detail, model: model.id }, 'a picture could not be had');
  return error;
}
