import { HOUR_MS, MINUTE_MS } from '~/lib/time';

import type { VideoModelSetting } from '../../settings/json-settings';
import { fetchToFile } from '../providers/fetch-file.server';
import { followPrediction, linkOf, startPrediction } from '../replicate/work.server';
import { MAX_VIDEO_BYTES, percentIn, type VideoOrder, type VideoProvider } from './videos';

/** Video models are slow, and start cold. */
const MAX_MS = HOUR_MS;
const FETCH_MS = 15 * MINUTE_MS;
/** Larger images are uploaded: Replicate takes no more within a request. */
const MAX_INLINE = 256 * 1024;

/** Models on Replicate. A prediction continues there by itself and is found again by its id. */
export const replicateVideos: VideoProvider = {
  name: 'replicate',
  start: (model, order) => startPrediction(model.id, inputOf(model, order), order.signal),
  follow,
};

async function follow(id: string, { file, signal, onProgress }: VideoOrder): Promise<void> {
  let reported = 0;
  const prediction = await followPrediction(id, {
    maxMs: MAX_MS,
    signal,
    async onState({ logs }) {
      const percent = percentIn(logs);
      if (percent === undefined || percent <= reported) return;
      reported = percent;
      await onProgress(percent);
    },
  });
  await fetchToFile(linkOf(prediction), file, {
    mostBytes: MAX_VIDEO_BYTES,
    mostMs: FETCH_MS,
    signal,
  });
}

function inputOf(model: VideoModelSetting, order: VideoOrder): object {
  const { prompt, aspect, seconds, seed, firstFrame } = order;
  return {
    ...model.inputs,
    prompt,
    [model.secondsInput]: seconds,
    // A video that begins with an image has its proportions; models refuse or ignore others.
    ...(!firstFrame && { [model.aspectInput]: aspect }),
    ...(seed !== undefined && { [model.seedInput]: seed }),
    ...(firstFrame && { [model.firstFrameInput]: asInput(firstFrame) }),
  };
}

function asInput({ bytes, type }: NonNullable<VideoOrder['firstFrame']>): string | File {
  if (bytes.length <= MAX_INLINE) return `data:${type};base64,${bytes.toString('base64')}`;
  // The SDK uploads it, and sends its address.
  return new File([new Uint8Array(bytes)], `first-frame.${type.split('/')[1]}`, { type });
}
