import { Transform } from 'node:stream';

import { ObjectStoreError } from './objects';

/** Passes on what comes and fails when it is more or less than `length` bytes. */
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
