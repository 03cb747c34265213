import type { ImageModelSetting } from '../../settings/json-settings';

export type ProviderName = NonNullable<ImageModelSetting['provider']> | 'demo';

/**
 * Headers of a request for an image. A kept-alive connection may be closed by the other side just as it is used again;
 * then the image would fail, because it may have been made and isn't requested twice. A new connection costs little.
 */
export const ON_ITS_OWN_CONNECTION = { Connection: 'close' };

/** A request for one image. */
export interface ImageCallRequest {
  /** Identifies the request; sent to providers that take such a key. */
  key: string;
  model: string;
  prompt: string;
  negativePrompt?: string;
  width: number;
  height: number;
  seed?: number;
  /** How strongly a LoRA counts, if the model is one. */
  loraScale?: number;
  /** An image to start from. */
  reference?: { bytes: Buffer; type: string };
  /** Its reason is `stop` when a person canceled the image; otherwise another process may continue with it. */
  signal: AbortSignal;
}

/** A provider's answer; whether the bytes are an image isn't known yet. */
export interface ImageResult {
  bytes: Buffer;
  /** The prompt as the provider changed it. */
  revisedPrompt?: string;
}

export interface ImageProvider {
  name: ProviderName;
  /** Requests an image and waits for it. @throws ProviderError, also after an abort */
  make(request: ImageCallRequest, track: Track): Promise<ImageResult>;
  /** Continues with a request that the provider has under this id; absent if the provider can't. */
  resume?(ref: string, request: ImageCallRequest): Promise<ImageResult>;
}

export interface Track {
  /** The provider has the request under this id: from now on it can be found again. */
  known(ref: string): Promise<void>;
}

export const MAX_IMAGE_BYTES = 40 * 1024 * 1024;
