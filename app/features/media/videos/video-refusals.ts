/** Why a file is no video that can be taken. */
export type VideoFileRefusal =
  'kind' | 'codec' | 'damaged' | 'picture-size' | 'duration' | 'time' | 'memory' | 'empty';

const REFUSALS: Record<VideoFileRefusal, string> = {
  kind: 'something that is not a video of a kind that can be kept',
  codec: 'a video that browsers cannot play',
  damaged: 'a video that is damaged or did not arrive whole',
  'picture-size': 'a video whose pictures are too large',
  duration: 'a video without a length, or one that is too long',
  time: 'a video that takes too long to open',
  memory: 'a video that takes too much memory to open',
  empty: 'an empty file',
};

/** About what a provider sent. */
export function videoRefusal(reason: VideoFileRefusal): string {
  return `The video service sent ${REFUSALS[reason]}. You were not charged for it.`;
}
