import { isMp4, readMp4 } from './mp4-facts.ts';
import { VideoRefused, type VideoFacts, type VideoSource } from './video-source.ts';
import { isWebm, readWebm } from './webm-facts.ts';

const LARGEST_EDGE = 8_192;
const MAX_MS = 60 * 60_000;

/**
 * What a file is by its content, whatever it is called: an MP4 or a WebM with a track of pictures that browsers play.
 * @throws VideoRefused
 */
export function readVideo(source: VideoSource): VideoFacts {
  const head = source.read(0, Math.min(64, source.length));
  const facts = isMp4(head) ? readMp4(source) : isWebm(head) ? readWebm(source) : null;
  if (!facts) throw new VideoRefused('kind');
  const { width, height, durationMs } = facts;
  const edges = [width, height];
  if (edges.some((edge) => edge < 1 || edge > LARGEST_EDGE)) throw new VideoRefused('picture-size');
  if (!(durationMs >= 1 && durationMs <= MAX_MS)) throw new VideoRefused('duration');
  return facts;
}
