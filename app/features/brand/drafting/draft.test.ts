import { describe, expect, it } from 'vitest';

import { cleanMaterial, materialProblems, MAX_ABOUT, MAX_SAMPLE, storedMaterial } from './draft';

describe('materialProblems', () => {
  it('requires a text or a sample', () => {
    expect(materialProblems({ about: ' \n', samples: ['', ' '] })).toEqual({
      about: 'Add some text about your business, or at least one writing sample.',
    });
    expect(materialProblems({ about: 'We bake.', samples: [''] })).toEqual({});
    expect(materialProblems({ about: '', samples: ['', 'Good morning!'] })).toEqual({});
  });

  it('names each text that is too long, counting characters and not UTF-16 units', () => {
    const material = { about: '🥖'.repeat(MAX_ABOUT), samples: ['x', '🥖'.repeat(MAX_SAMPLE)] };
    expect(materialProblems(material)).toEqual({});
    expect(
      materialProblems({
        about: `${material.about}x`,
        samples: ['x', `${material.samples[1]}x`],
      }),
    ).toEqual({
      about: 'This text is too long. Keep the most useful part, up to 50,000 characters.',
      'samples.1': 'This sample is too long. Keep the most useful part, up to 10,000 characters.',
    });
  });
});

it('cleanMaterial leaves out empty samples and trims the rest', () => {
  expect(cleanMaterial({ about: ' We bake.\n', samples: ['', ' One ', '\n', 'Two'] })).toEqual({
    about: 'We bake.',
    samples: ['One', 'Two'],
  });
});

describe('storedMaterial', () => {
  it('reads what the form stored', () => {
    const material = { about: 'We bake.', samples: ['', 'Good morning!'] };
    expect(storedMaterial(JSON.stringify(material))).toEqual(material);
  });

  it.each([
    '',
    '{',
    'null',
    '{"about":"We bake."}',
    '{"about":7,"samples":[]}',
    '{"about":"","samples":[7]}',
  ])('drops %j, as another version may have left it', (stored) => {
    expect(storedMaterial(stored)).toBeNull();
  });
});
