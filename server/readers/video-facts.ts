import { EncodedPacketSink, Input, MP4, WEBM, type Source } from 'mediabunny';

export type VideoRefusal = 'kind' | 'codec' | 'damaged' | 'picture-size' | 'duration';

export interface VideoFacts {
  type: 'video/mp4' | 'video/webm';
  width: number;
  height: number;
  durationMs: number;
}

/** What browsers play; encrypted videos have none of these. */
const CODECS: readonly unknown[] = ['avc', 'hevc', 'av1', 'vp8', 'vp9'];
const LARGEST_EDGE = 8_192;
const MAX_MS = 60 * 60_000;
/** How much longer than its last frame a whole video's declared duration may be. */
const MAX_MISSING_S = 0.5;

/** Reads a file by its content, not its name: an MP4 or WebM with a video track that browsers play. */
export async function readVideo(source: Source): Promise<VideoFacts | { refusal: VideoRefusal }> {
  const input = new Input({ source, formats: [MP4, WEBM] });
  try {
    return await readInput(input);
  } catch {
    // The library throws all kinds of errors for unreadable files.
    return { refusal: 'damaged' };
  } finally {
    input.dispose();
  }
}

async function readInput(input: Input): Promise<VideoFacts | { refusal: VideoRefusal }> {
  if (!(await input.canRead())) return { refusal: 'kind' };
  const format = await input.getFormat();
  if ((await input.getTracks()).length === 0) return { refusal: 'damaged' };
  const [track] = await input.getVideoTracks({
    filter: async (one) => CODECS.includes(await one.getCodec()),
  });
  if (!track) return { refusal: 'codec' };
  const last = await new EncodedPacketSink(track).getPacket(Infinity);
  const seconds = await input.computeDuration();
  // A truncated file lacks its end.
  const promised = await track.getDurationFromMetadata();
  if (!last || (promised ?? 0) > seconds + MAX_MISSING_S) return { refusal: 'damaged' };

  const width = await track.getDisplayWidth();
  const height = await track.getDisplayHeight();
  const edges = [width, height];
  if (edges.some((edge) => edge < 1 || edge > LARGEST_EDGE)) return { refusal: 'picture-size' };
  const durationMs = Math.round(seconds * 1_000);
  if (!(durationMs >= 1 && durationMs <= MAX_MS)) return { refusal: 'duration' };
  return { type: format === MP4 ? 'video/mp4' : 'video/webm', width, height, durationMs };
}
