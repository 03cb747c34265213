import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { VideoModel } from '../media';
import {
  EMPTY_VIDEO,
  readVideoForm,
  videoFormOf,
  videoRequestOf,
  type VideoForm,
} from './video-form';

const MODEL: VideoModel = {
  id: 'v/all',
  label: 'All',
  seconds: [4, 6, 10],
  aspects: ['16:9', '9:16', '1:1'],
  supports: { seed: true, firstFrame: true },
  tokensPerSecond: 10,
};
const LIMITED: VideoModel = {
  ...MODEL,
  id: 'v/limited',
  seconds: [5],
  aspects: ['9:16'],
  supports: { seed: false, firstFrame: false },
};
const FULL: VideoForm = {
  prompt: '  A loaf  ',
  model: 'v/all',
  aspect: '1:1',
  seconds: 6,
  seed: 9,
  firstFrame: { id: 'picture', thumbUrl: '/api/media/items/picture/file?size=320' },
};

describe('a request', () => {
  test('has the settings of the form', () => {
    expect(videoRequestOf(FULL, MODEL)).toEqual({
      prompt: 'A loaf',
      model: 'v/all',
      aspect: '1:1',
      seconds: 6,
      seed: 9,
      firstFrameId: 'picture',
    });
  });

  test('has only what the model supports, with the nearest length', () => {
    expect(videoRequestOf(FULL, LIMITED)).toEqual({
      prompt: 'A loaf',
      model: 'v/limited',
      aspect: '9:16',
      seconds: 5,
    });
    expect(videoRequestOf({ ...FULL, seconds: 9 }, MODEL).seconds).toBe(10);
    expect(videoRequestOf({ ...FULL, seconds: null }, MODEL).seconds).toBe(4);
  });

  test('leads to the same request again through the form', () => {
    const request = videoRequestOf(FULL, MODEL);
    expect(videoRequestOf(videoFormOf(request), MODEL)).toEqual(request);
  });
});

describe('a stored draft', () => {
  test('is read as it was written', () => {
    expect(readVideoForm(JSON.stringify(FULL))).toEqual(FULL);
  });

  test('is an empty form when it cannot be read', () => {
    for (const stored of ['', '{', 'null', '7', '[]', '{"aspect":"4:3","seconds":"5"}']) {
      expect(readVideoForm(stored)).toEqual(EMPTY_VIDEO);
    }
    fc.assert(
      fc.property(fc.json(), (stored) => {
        expect(videoRequestOf(readVideoForm(stored), MODEL).aspect).toMatch(/:/);
      }),
    );
  });
});
