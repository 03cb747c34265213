import fc from 'fast-check';
import { expect, test } from 'vitest';

import { AppError } from '~/lib/errors';

import { readGalleryQuery } from './gallery/gallery-query.server';
import { favourite, itemIds } from './gallery/schema';
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

/** Anything, or what is right but for one field. */
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
  ['a choice of items', fieldInput(itemIds)],
  ['a repetition', fieldInput(repeat)],
  ['a mark of a job', readMark],
])('%s is taken when it is right, and anything else is refused in words', (_name, read) => {
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
});

test('a request is taken whole, and its cost asked for without words', () => {
  expect(readRequest(GOOD).request).toMatchObject({ seed: 7, style: 'flat' });
  expect(readEstimate({ ...GOOD, prompt: '' }).count).toBe(2);
  expect(readMark({ mail: false })).toEqual({ mail: false });
});

test('what an address asks of the gallery is understood or refused', () => {
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
