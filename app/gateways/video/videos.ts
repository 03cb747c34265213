import type { VideoModelSetting } from '../../settings/json-settings';

/** A request for one video. */
export interface VideoOrder {
  prompt: string;
  /** Width to height, such as `16:9`. */
  aspect: string;
  seconds: number;
  seed?: number;
  /** An image that the video begins with. */
  firstFrame?: { bytes: Buffer; type: string };
  /** The path that the answer is written to; whether it is a video isn't known then. */
  file: string;
  /** Its reason is `stop` when a person canceled the video; otherwise another process may continue with it. */
  signal: AbortSignal;
  /** Percent, if the provider reports it. */
  onProgress: (percent: number) => Promise<void>;
}

export interface VideoProvider {
  name: 'replicate';
  /** Requests a video; returns the provider's id of it. @throws ProviderError, also after an abort */
  start(model: VideoModelSetting, order: VideoOrder): Promise<string>;
  /** Waits for a video and writes it to the order's file. @throws ProviderError, also after an abort */
  follow(ref: string, order: VideoOrder): Promise<void>;
}

export const MAX_VIDEO_BYTES = 500_000_000;

/** The last percentage that a model wrote into its log; undefined if there is none. */
export function percentIn(logs: string | null | undefined): number | undefined {
  const last = [...(logs ?? '').slice(-4_000).matchAll(/(?<![\d.])(\d{1,3})(?:\.\d+)?\s?%/g)].at(
    -1,
  );
  const percent = Number(last?.[1] ?? NaN);
  // It isn't complete until its file is here.
  return percent >= 0 && percent <= 100 ? Math.min(percent, 99) : undefined;
}
