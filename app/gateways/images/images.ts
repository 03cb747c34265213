export type ProviderName = 'openai' | 'openrouter' | 'replicate' | 'demo';

/** One image as it is asked for. */
/**
 * A kept connection may be closed by the other side just as it is used again. An image that was asked for then has failed,
 * because it may have been made and is not asked for twice; and next to an image a new connection costs nothing.
 */
export const ON_ITS_OWN_CONNECTION = { Connection: 'close' };

export interface ImageCallRequest {
  /** Names this request of ours; sent along where a provider takes such a key. */
  key: string;
  model: string;
  prompt: string;
  negativePrompt?: string;
  width: number;
  height: number;
  seed?: number;
  /** How much a LoRA counts, where the model is one. */
  loraScale?: number;
  /** An image to start from. */
  reference?: { bytes: Buffer; type: string };
  /** Its reason is `cancel` when a person gave the image up; else someone may go on with it. */
  signal: AbortSignal;
}

/** What came of it; whether the bytes are an image is not known yet. */
export interface ImageResult {
  bytes: Buffer;
  /** The prompt as the provider changed it. */
  revisedPrompt?: string;
}

export interface ImageProvider {
  name: ProviderName;
  /** Asks for an image and waits for it. @throws ImageError, also after an abort */
  make(request: ImageCallRequest, track: Track): Promise<ImageResult>;
  /** Goes on with a request that the provider knows by its own id; absent where it keeps none. */
  resume?(ref: string, request: ImageCallRequest): Promise<ImageResult>;
}

export interface Track {
  /** The provider has the request and calls it so: from now on it can be found again. */
  known(ref: string): Promise<void>;
}

/** So many bytes are the most that an image may have. */
export const MAX_IMAGE_BYTES = 40 * 1024 * 1024;
