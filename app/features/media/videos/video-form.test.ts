import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { VideoModel } from '../media';
import {
  EMPTY_VIDEO,
  readVideoForm,
  videoFormOf,
  videoModelOf,
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
const LITTLE: VideoModel = {
  ...MODEL,
  id: 'v/little',
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

describe('what is asked for', () => {
  test('is what the form says', () => {
    expect(videoRequestOf(FULL, MODEL)).toEqual({
      prompt: 'A loaf',
      model: 'v/all',
      aspect: '1:1',
      seconds: 6,
      seed: 9,
      firstFrameId: 'picture',
    });
  });

  test('is what the model can do', () => {
    expect(videoRequestOf(FULL, LITTLE)).toEqual({
      prompt: 'A loaf',
      model: 'v/little',
      aspect: '9:16',
      seconds: 5,
    });
    expect(videoRequestOf({ ...FULL, seconds: 9 }, MODEL).seconds).toBe(10);
    expect(videoRequestOf({ ...FULL, seconds: null }, MODEL).seconds).toBe(4);
  });

  test('is asked of the chosen model, or of the first there is', () => {
    expect(videoModelOf(FULL, [LITTLE, MODEL])).toBe(MODEL);
    expect(videoModelOf({ ...FULL, model: 'gone' }, [LITTLE, MODEL])).toBe(LITTLE);
    expect(videoModelOf(FULL, [])).toBeNull();
  });

  test('can be asked for again', () => {
    const request = videoRequestOf(FULL, MODEL);
    expect(videoRequestOf(videoFormOf(request), MODEL)).toEqual(request);
  });
});

describe('a draft', () => {
  test('comes back', () => {
    expect(readVideoForm(JSON.stringify(FULL))).toEqual(FULL);
  });

  test('is an empty form where it is odd', () => {
    for (const kept of ['', '{', 'null', '7', '[]', '{"aspect":"4:3","seconds":"5"}']) {
      expect(readVideoForm(kept)).toEqual(EMPTY_VIDEO);
    }
    fc.assert(
      fc.property(fc.json(), (kept) => {
        expect(videoRequestOf(readVideoForm(kept), MODEL).aspect).toMatch(/:/);
      }),
    );
  });
});
