import type { VideoModelSetting } from '../../settings/json-settings';

/** One video as it is asked for. */
export interface VideoOrder {
  prompt: string;
  /** Width to height, such as `16:9`. */
  aspect: string;
  seconds: number;
  seed?: number;
  /** An image that it begins with. */
  firstFrame?: { bytes: Buffer; type: string };
  /** Where what comes is written to; whether it is a video is not known then. */
  file: string;
  /** Its reason is `cancel` when a person gave the video up; else someone may go on with it. */
  signal: AbortSignal;
  /** Per cent, where the provider tells. */
  onProgress: (percent: number) => Promise<void>;
}

export interface VideoProvider {
  name: 'replicate';
  /** Asks for a video; answers with what the provider calls it. @throws ProviderError, also after an abort */
  start(model: VideoModelSetting, order: VideoOrder): Promise<string>;
  /** Waits for it, and writes it to the file. @throws ProviderError, also after an abort */
  follow(ref: string, order: VideoOrder): Promise<void>;
}

/** So many bytes are the most that a video may have. */
export const MAX_VIDEO_BYTES = 500_000_000;
