import fc from 'fast-check';
import { expect, test } from 'vitest';

import { AppError } from '~/lib/errors';

import { favourite, itemIds, readGalleryQuery } from './gallery/schema';
import { imageRequest } from './images/schema';
import { jobMark, repeat } from './jobs/schema';
import { estimateInput, fieldInput, keyedInput } from './media-input.server';

const readRequest = keyedInput(imageRequest);
const readEstimate = estimateInput(imageRequest);
const readMark = fieldInput(jobMark);

const GOOD = {
  clientKey: '0198c0de-0000-7000-8000-000000000001',
  prompt: 'A loaf',
  negativePrompt: 'People',
  model: 'm',
  size: '1024x1024',
  count: 2,
  seed: 7,
  style: 'flat',
  profileId: null,
  brandText: '',
  referenceId: '0198c0de-0000-7000-8000-000000000002',
};

/** Anything, or a valid body with one field replaced. */
const bodies = fc.oneof(
  fc.anything(),
  fc
    .tuple(fc.constantFrom(...Object.keys(GOOD)), fc.anything())
    .map(([field, value]) => ({ ...GOOD, [field]: value })),
);

test.each<[string, (body: unknown) => unknown]>([
  ['a request', readRequest],
  ['an estimate', readEstimate],
  ['a favorite', fieldInput(favourite)],
  ['a selection of items', fieldInput(itemIds)],
  ['a repetition', fieldInput(repeat)],
  ['a mark of a job', readMark],
])(
  '%s is accepted when it is valid, and anything else is refused with a sentence',
  (_name, read) => {
    fc.assert(
      fc.property(bodies, (body) => {
        try {
          expect(read(body)).toBeTypeOf('object');
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect(error.code).toBe('invalid');
          expect(error.userMessage).toMatch(/^[A-Z].*\.$/);
        }
      }),
    );
  },
);

test('a request keeps all its fields, and its estimate needs no prompt', () => {
  expect(readRequest(GOOD).request).toMatchObject({ seed: 7, style: 'flat' });
  expect(readEstimate({ ...GOOD, prompt: '' }).count).toBe(2);
  expect(readMark({ mail: false })).toEqual({ mail: false });
});

test('the query of a gallery address is read or refused', () => {
  const values = fc.oneof(fc.string(), fc.constantFrom('1.', 'image', '2026-01-01T00:00:00Z'));
  const names = fc.constantFrom('before', 'kind', 'loraId', 'favourite', 'from', 'to');
  fc.assert(
    fc.property(fc.dictionary(names, values), (query) => {
      try {
        readGalleryQuery(new URLSearchParams(query));
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid' });
      }
    }),
  );
});
