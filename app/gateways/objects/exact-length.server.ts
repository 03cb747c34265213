import { Transform } from 'node:stream';

import { ObjectStoreError } from './objects';

/** Passes bytes through, and fails if there are more or fewer than `length`. */
export function exactLength(length: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > length) done(new ObjectStoreError(`the stream has more than ${length} bytes`));
      else done(null, chunk);
    },
    flush(done) {
      if (seen === length) done();
      else done(new ObjectStoreError(`the stream ended after ${seen} of ${length} bytes`));
    },
  });
}
