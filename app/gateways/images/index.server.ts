import { env } from '../../settings/env.server';
import { imageSettings, type Access } from '../../settings/providers.server';
import { log } from '../../lib/log.server';
import { madeFor, singleton } from '../../lib/singleton.server';
import { askProvider, type ProviderCheck } from '../providers/ask-provider.server';
import { ProviderError, type ProviderErrorCode, reasonOf } from '../providers/provider-error';
import { repeated } from '../providers/repeat.server';
import { demoImages } from './demo.server';
import type { ImageProvider, ImageResult, ImageCallRequest, Track } from './images';
import { DEMO_MODEL, configuredImageModels, type ConfiguredImageModel } from './models.server';
import { openAiImages } from './openai.server';
import { openRouterImages } from './openrouter.server';
import { replicateImages } from './replicate.server';

export {
  ProviderError as ImageError,
  type ProviderErrorCode as ImageErrorCode,
} from '../providers/provider-error';
export { type ImageResult, type ImageCallRequest, type ProviderName, type Track } from './images';
export { imageHosts, configuredImageModels, type ConfiguredImageModel } from './models.server';

/** True when no service is set up, and the app draws demo images itself. */
export function isImageDemo(): boolean {
  return configuredImageModels()[0] === DEMO_MODEL;
}

/**
 * Requests one image and waits for it. Repeated only where nothing can have been made or billed: after too many requests,
 * or without a connection.
 * @throws ProviderError, logged
 */
export async function generateImage(
  model: ConfiguredImageModel,
  request: ImageCallRequest,
  track: Track,
): Promise<ImageResult> {
  try {
    return await repeated(() => providerOf(model).make(request, track), request.signal);
  } catch (error) {
    throw error instanceof ProviderError ? logged(error, model) : error;
  }
}

/**
 * Checks without an image, so that nothing is billed, whether a service answers and accepts the key: by default the one of
 * `imageHosts`.
 * @throws ProviderError
 */
export function checkImages(
  signal: AbortSignal,
  access: Access = assertAccess(),
): Promise<ProviderCheck> {
  const { source, baseUrl, apiKey } = access;
  // OpenRouter lists its models without a key.
  const path = new URL(baseUrl).hostname === 'openrouter.ai' ? '/key' : '/models';
  return askProvider(`${baseUrl.replace(/\/$/, '')}${path}`, {
    source,
    key: apiKey,
    signal,
  });
}

/** Continues to wait for an image that was requested earlier. @throws ProviderError, logged */
export async function resumeImage(
  model: ConfiguredImageModel,
  ref: string,
  request: ImageCallRequest,
): Promise<ImageResult> {
  const provider = providerOf(model);
  if (!provider.resume) throw new Error(`${provider.name} can't find a request again`);
  try {
    return await provider.resume(ref, request);
  } catch (error) {
    throw error instanceof ProviderError ? logged(error, model) : error;
  }
}

function providerOf(model: ConfiguredImageModel): ImageProvider {
  switch (model.provider) {
    case 'openai':
      return madeFor('images-openai', assertAccess(), openAiImages);
    case 'openrouter':
      return madeFor('images-openrouter', assertAccess(), openRouterImages);
    case 'demo':
      return singleton('images-demo', () =>
        demoImages({ paceMs: env().NODE_ENV === 'test' ? 0 : 1_500 }),
      );
    case 'replicate':
      return singleton('images-replicate', () => replicateImages({ referenceInput }));
  }
}

/** The service in force. @throws ProviderError if it was taken away since the image was asked for */
function assertAccess(): Access {
  const settings = imageSettings();
  if (!settings) throw new ProviderError('unknown-model');
  const { source, baseUrl, apiKey } = settings;
  return { source, baseUrl, apiKey };
}

function referenceInput(id: string): string {
  return imageSettings()?.models.find((model) => model.id === id)?.referenceInput ?? 'image';
}

function logged(error: ProviderError, model: ConfiguredImageModel): ProviderError {
  if (error.code === 'aborted') return error;
  const { code, status, requestId, detail } = error;
  log.warn({ code, status, requestId, detail, model: model.id }, 'an image failed');
  return error;
}

/** Why an image failed, for people. */
export function imageReason(code: ProviderErrorCode): string {
  return reasonOf(code, { service: 'image service', thing: 'image' });
}
