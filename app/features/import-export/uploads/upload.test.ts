import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import { arrivedBytes, missingParts, createSpeed } from './parts';
import {
  FILE_CHANGED,
  startUpload,
  type PartEnd,
  type Upload,
  type UploadEnvironment,
} from './upload';

const VIEW = {
  partSize: 10,
  files: [
    { name: 'a.zip', size: 35, received: [1] },
    { name: 'b.json', size: 10, received: [] },
  ],
};
const FILES = [new Blob(['a'.repeat(35)]), new Blob(['b'.repeat(10)])];

interface Sent {
  file: number;
  part: number;
  size: number;
}

/** An environment in which attempts at parts end as `ends` lists, and then succeed. */
function environmentWith(ends: PartEnd[] = [], finish: PartEnd[] = []) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  let inFlight = 0;
  let max = 0;
  const environment: UploadEnvironment = {
    async send({ file, part }, content, onProgress, signal) {
      inFlight += 1;
      max = Math.max(max, inFlight);
      onProgress(content.size);
      await Promise.resolve();
      inFlight -= 1;
      if (signal.aborted) return 'aborted';
      const end = ends.shift() ?? 'sent';
      if (end === 'sent') sent.push({ file, part, size: content.size });
      return end;
    },
    finish: () => Promise.resolve(finish.shift() ?? 'sent'),
    pause: async (ms) => {
      pauses.push(ms);
      await Promise.resolve();
    },
    now: () => 0,
  };
  return { environment, sent, pauses, max: () => max };
}

const until = (upload: Upload, state: string) =>
  vi.waitFor(() => expect(upload.status().state).toBe(state));
const names = (sent: Sent[]) => sent.map(({ file, part }) => `${file}/${part}`).sort();

describe('an upload', () => {
  test('sends each missing part once, three at a time', async () => {
    const { environment, sent, max } = environmentWith();
    const upload = startUpload(VIEW, FILES, environment);
    await until(upload, 'ended');
    expect(names(sent)).toEqual(['0/0', '0/2', '0/3', '1/0']);
    expect(sent.find(({ part }) => part === 3)?.size).toBe(5);
    expect(max()).toBe(3);
    expect(upload.status()).toMatchObject({ sent: 45, size: 45, error: null });
  });

  test('waits longer and longer while the network is away, and then continues by itself', async () => {
    const one = { partSize: 10, files: [{ name: 'b.json', size: 10, received: [] }] };
    const { environment, sent, pauses } = environmentWith(Array<PartEnd>(8).fill('lost'), ['lost']);
    const upload = startUpload(one, [FILES[1]!], environment);
    await until(upload, 'ended');
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 1].map((seconds) => seconds * 1_000));
    expect(sent).toHaveLength(1);
  });

  test('waits for as long as the server asks', async () => {
    const { environment, pauses } = environmentWith([{ wait: 7_000 }]);
    await until(startUpload(VIEW, FILES, environment), 'ended');
    expect(pauses).toEqual([7_000]);
  });

  test('fails when the server keeps failing, keeps what has arrived, and continues on retry', async () => {
    const { environment, sent } = environmentWith(Array<PartEnd>(18).fill('troubled'));
    const upload = startUpload(VIEW, FILES, environment);
    await until(upload, 'failed');
    expect(upload.status().error).toContain('Everything uploaded so far is kept');
    upload.retry();
    await until(upload, 'ended');
    expect(names(sent)).toEqual(['0/0', '0/2', '0/3', '1/0']);
  });

  test('fails with the words of a refusal', async () => {
    const { environment } = environmentWith([{ error: 'Too large.' }]);
    const upload = startUpload(VIEW, FILES, environment);
    await until(upload, 'failed');
    expect(upload.status().error).toBe('Too large.');
  });

  test('tells a changed file from a network that is away', async () => {
    const { environment } = environmentWith(['lost']);
    const gone = new Blob(['a'.repeat(35)]);
    vi.spyOn(gone, 'slice').mockReturnValue({
      size: 10,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
    } as unknown as Blob);
    const upload = startUpload(VIEW, [gone, FILES[1]!], environment);
    await until(upload, 'failed');
    expect(upload.status().error).toBe(FILE_CHANGED);
  });

  test('ends when the import is gone or the upload is stopped', async () => {
    const gone = startUpload(VIEW, FILES, environmentWith(['over']).environment);
    await until(gone, 'ended');
    const stopped = startUpload(VIEW, FILES, environmentWith().environment);
    stopped.stop();
    expect(stopped.status().state).toBe('ended');
  });
});

test('arrived and missing parts add up to the whole upload', () => {
  const fileOf = fc.record({
    size: fc.integer({ min: 1, max: 200 }),
    received: fc.array(fc.nat(5)),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fileOf), (partSize, sizes) => {
      const files = sizes.map(({ size, received }) => ({
        name: 'x.zip',
        size,
        received: received.filter((part) => part < Math.ceil(size / partSize)),
      }));
      const missing = missingParts({ files, partSize });
      const left = missing.reduce((sum, { start, end }) => sum + end - start, 0);
      const whole = files.reduce((sum, { size }) => sum + size, 0);
      expect(left + arrivedBytes({ files, partSize })).toBe(whole);
      expect(missing.every(({ start, end }) => end > start && end - start <= partSize)).toBe(true);
    }),
  );
});

test('the speed is measured over the last seconds, once there are enough samples', () => {
  const speed = createSpeed();
  speed.note(0, 0);
  expect(speed.now()).toBeNull();
  speed.note(2_000, 2_000);
  expect(speed.now()).toBe(1_000);
  for (let at = 3_000; at <= 40_000; at += 1_000) speed.note(at, 2_000 + (at - 2_000) * 5);
  expect(speed.now()).toBe(5_000);
});
