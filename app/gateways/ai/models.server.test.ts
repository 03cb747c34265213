import { beforeAll, describe, expect, it, vi } from 'vitest';

import { defaultModel, models, weightOf } from './models.server';

describe('models', () => {
  beforeAll(() => {
    // The environment is read once, at first use.
    vi.stubEnv('AI_MODEL', 'vendor/small');
    vi.stubEnv('AI_MODELS', 'vendor/large=12, vendor/small=0.5, vendor/odd');
    vi.stubEnv('AI_EFFORT_MODELS', 'vendor/large, vendor/unlisted');
  });

  it('lists the default model first, each with its weight', () => {
    expect(defaultModel()).toBe('vendor/small');
    expect(models()).toEqual([
      { id: 'vendor/small', weight: 0.5, effort: false },
      { id: 'vendor/large', weight: 12, effort: true },
      { id: 'vendor/odd', weight: 1, effort: false },
    ]);
  });

  it('gives an unlisted model the weight 1', () => {
    expect(weightOf('vendor/unknown')).toBe(1);
  });
});
