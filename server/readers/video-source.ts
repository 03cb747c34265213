/** A file that is read here and there. */
export interface VideoSource {
  length: number;
  /** Exactly these bytes. @throws VideoRefused where the file ends before */
  read(at: number, length: number): Buffer;
}

export type VideoRefusal = 'kind' | 'codec' | 'damaged' | 'picture-size' | 'duration';

export interface VideoFacts {
  type: 'video/mp4' | 'video/webm';
  width: number;
  height: number;
  durationMs: number;
}

/** The file is not a video that can be taken. */
export class VideoRefused extends Error {
  readonly refusal: VideoRefusal;

  constructor(refusal: VideoRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Reads from what `take` gives; whoever asks for more than there is has found a damaged file. */
export function sourceOf(
  length: number,
  take: (at: number, length: number) => Buffer,
): VideoSource {
  return {
    length,
    read(at, wanted) {
      if (at < 0 || wanted < 0 || at + wanted > length) throw new VideoRefused('damaged');
      const bytes = take(at, wanted);
      if (bytes.length !== wanted) throw new VideoRefused('damaged');
      return bytes;
    },
  };
}
