import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

import { readVideo } from './video-facts.ts';
import { sourceOf, VideoRefused, type VideoFacts, type VideoRefusal } from './video-source.ts';

// Reads what one video is, in a process of its own that may be killed at any moment: it opens what providers made. It is
// started by features/media with `input` and no environment, and answers with one line of JSON. Nothing is decoded.

const [input = ''] = process.argv.slice(2);

function read(): VideoFacts | { refusal: VideoRefusal } {
  const file = openSync(input, 'r');
  try {
    const source = sourceOf(fstatSync(file).size, (at, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, at));
    });
    return readVideo(source);
  } catch (error) {
    if (error instanceof VideoRefused) return { refusal: error.refusal };
    return { refusal: 'damaged' };
  } finally {
    closeSync(file);
  }
}

process.stdout.write(JSON.stringify(read()), () => process.exit(0));
