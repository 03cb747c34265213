import { describe, expect, it } from 'vitest';

import { readEnv } from '../../settings/env.server';

const MODEL = {
  id: 'owner/trainer',
  kind: 'training',
  tokens: 1,
  tokensPerStep: 0.5,
  pictureTokens: 2,
};

function settings(...models: object[]) {
  const reading = readEnv({ NODE_ENV: 'test', MEDIA_MODELS: JSON.stringify(models) });
  return reading.ok ? reading.env.MEDIA_MODELS : reading.problems;
}

describe('a trainer in MEDIA_MODELS', () => {
  it('may be listed with models that make images', () => {
    expect(settings({ id: 'drawn', tokens: 3 }, MODEL)).toMatchObject([
      { id: 'drawn', kind: 'image' },
      MODEL,
    ]);
  });

  it('is refused with the reason', () => {
    expect(settings({ ...MODEL, id: 'trainer' })).toEqual([
      expect.stringMatching(/^MEDIA_MODELS: 0\.id: must be owner\/name/),
    ]);
    expect(settings({ ...MODEL, sizes: [] })).toEqual([expect.stringMatching(/^MEDIA_MODELS: 0/)]);
    expect(settings({ ...MODEL, kind: 'sound' })).toEqual([
      expect.stringMatching(/^MEDIA_MODELS: 0\.kind/),
    ]);
  });
});
