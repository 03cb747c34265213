import fc from 'fast-check';
import { expect, test } from 'vitest';

import { AppError } from '~/lib/errors';

import * as requests from './requests.server';

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

test.each([
  'readImageRequest',
  'readEstimateRequest',
  'readFavourite',
  'readItemIds',
  'readRepeat',
  'readJobMark',
] as const)('%s takes what is right, and refuses everything else in words', (name) => {
  fc.assert(
    fc.property(bodies, (body) => {
      try {
        expect(requests[name](body)).toBeTypeOf('object');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.code).toBe('invalid');
        expect(error.userMessage).toMatch(/^[A-Z].*\.$/);
      }
    }),
  );
});

test('a request is taken whole, and its cost asked for without words', () => {
  expect(requests.readImageRequest(GOOD).request).toMatchObject({ seed: 7, style: 'flat' });
  expect(requests.readEstimateRequest({ ...GOOD, prompt: '' }).count).toBe(2);
  expect(requests.readJobMark({ mail: false })).toEqual({ mail: false });
});

test('what an address asks of the gallery is understood or refused', () => {
  const values = fc.oneof(fc.string(), fc.constantFrom('1.', 'image', '2026-01-01T00:00:00Z'));
  const names = fc.constantFrom('before', 'kind', 'loraId', 'favourite', 'from', 'to');
  fc.assert(
    fc.property(fc.dictionary(names, values), (query) => {
      try {
        requests.readGalleryQuery(new URLSearchParams(query));
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid' });
      }
    }),
  );
});
