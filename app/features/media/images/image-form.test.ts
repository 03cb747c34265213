import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  countsOf,
  EMPTY_FORM,
  fieldsShown,
  formOf,
  inPlaceOf,
  loraOf,
  loraRequest,
  readForm,
  requestOf,
  variationOf,
  type ImageForm,
} from './image-form';
import { imageRequest } from './schema';
import { IMAGE_SIZES, MAX_SEED, STYLES, type ImageModel } from '../media';

const FULL: ImageModel = {
  id: 'full',
  label: 'Full',
  sizes: [...IMAGE_SIZES],
  supports: { negativePrompt: true, seed: true, reference: true, count: 4 },
  tokensEach: 1_000,
};
const PLAIN: ImageModel = {
  id: 'plain',
  label: 'Plain',
  sizes: ['1536x1024'],
  supports: { negativePrompt: false, seed: false, reference: false, count: 1 },
  tokensEach: 10,
};
const LORA = {
  id: '0198c0de-0000-7000-8000-000000000003',
  name: 'Rye',
  triggerWord: 'RYE',
  model: { ...FULL, id: 'LoRA Rye', supports: { ...FULL.supports, reference: false } },
};
const NO_BRAND = { profileId: null, text: '' };
const REFERENCE = '0198c0de-0000-7000-8000-000000000001';
const PROFILE = '0198c0de-0000-7000-8000-000000000002';

const forms: fc.Arbitrary<ImageForm> = fc.record({
  prompt: fc.string({ minLength: 1 }).filter((prompt) => prompt.trim() !== ''),
  negativePrompt: fc.string(),
  model: fc.constantFrom('', 'full', 'plain', 'gone'),
  size: fc.constantFrom(...IMAGE_SIZES),
  count: fc.integer({ min: 1, max: 4 }),
  seed: fc.option(fc.integer({ min: 0, max: MAX_SEED })),
  style: fc.constantFrom(...STYLES),
  profileId: fc.constantFrom(undefined, null, PROFILE),
  brandText: fc.option(fc.string()),
  reference: fc.constantFrom(null, {
    id: REFERENCE,
    thumbUrl: `/api/media/items/${REFERENCE}/file?size=320`,
  }),
  loraId: fc.constantFrom(null, LORA.id, 'gone'),
  loraScale: fc.integer({ min: 0, max: 15 }).map((tenths) => tenths / 10),
});

describe('a request', () => {
  test('is valid for the server, whatever the form holds', () => {
    fc.assert(
      fc.property(forms, fc.constantFrom(FULL, PLAIN), fc.string(), (form, model, text) => {
        const request = requestOf(form, model, { profileId: PROFILE, text });
        expect(imageRequest.parse(request)).toEqual(request);
      }),
    );
  });

  test('leaves out what the model does not support', () => {
    const form: ImageForm = {
      ...EMPTY_FORM,
      prompt: ' A loaf ',
      negativePrompt: 'people',
      size: '1024x1536',
      count: 3,
      seed: 7,
      style: 'photo',
      reference: { id: REFERENCE, thumbUrl: '' },
    };
    expect(requestOf(form, PLAIN, NO_BRAND)).toEqual({
      prompt: 'A loaf',
      model: 'plain',
      size: '1536x1024',
      count: 1,
      style: 'photo',
      profileId: null,
      brandText: '',
    });
    expect(requestOf(form, FULL, NO_BRAND)).toMatchObject({
      negativePrompt: 'people',
      size: '1024x1536',
      count: 3,
      seed: 7,
      referenceId: REFERENCE,
    });
  });

  test('names the profile only when its brand text is part of it', () => {
    const brand = { profileId: PROFILE, text: '  ' };
    expect(requestOf(EMPTY_FORM, FULL, brand).profileId).toBeNull();
    expect(requestOf(EMPTY_FORM, FULL, { ...brand, text: 'Warm' }).profileId).toBe(PROFILE);
  });
});

test('the settings of an image lead to the same request again', () => {
  fc.assert(
    fc.property(forms, fc.boolean(), (form, branded) => {
      const brand = branded ? { profileId: PROFILE, text: 'Warm colors' } : NO_BRAND;
      const request = requestOf(form, FULL, brand);
      const again = formOf(request, request.seed ?? null);
      const sent = { profileId: again.profileId ?? null, text: again.brandText ?? '' };
      expect(requestOf(again, FULL, sent)).toEqual(request);
    }),
  );
});

test('the text that an image of a chat is for stays in its variations, and its settings have it in the prompt', () => {
  const request = {
    ...requestOf({ ...EMPTY_FORM, prompt: 'An image for this' }, FULL, NO_BRAND),
    subjectText: 'Our rye is back!',
  };
  expect(imageRequest.parse(variationOf(request))).toEqual(request);
  expect(formOf(request, null).prompt).toBe('An image for this\n\nOur rye is back!');
});

test('a LoRA takes the model’s place, and the model stays chosen', () => {
  fc.assert(
    fc.property(forms, (form) => {
      const lora = loraOf(form, [LORA]);
      const model = inPlaceOf(PLAIN, lora) ?? PLAIN;
      const request = { ...requestOf(form, model, NO_BRAND), ...loraRequest(form, lora) };
      expect(imageRequest.parse(request)).toEqual(request);
      expect(request.model).toBe('plain');
      if (form.loraId !== LORA.id) {
        expect(request).toEqual(requestOf(form, PLAIN, NO_BRAND));
        return;
      }
      expect(request).toMatchObject({ size: form.size, count: form.count });
      expect(request).toMatchObject({ loraId: LORA.id, loraScale: form.loraScale });
      expect(request).not.toHaveProperty('referenceId');
      const again = formOf(request, null);
      expect(loraRequest(again, loraOf(again, [LORA]))).toEqual(loraRequest(form, lora));
    }),
  );
  expect(inPlaceOf(null, LORA)?.id).toBe('LoRA Rye');
  expect(inPlaceOf(null, null)).toBeNull();
  expect(readForm('{"loraId":7,"loraScale":9}')).toEqual(EMPTY_FORM);
});

test('a variation has the same settings without the seed', () => {
  const request = requestOf({ ...EMPTY_FORM, prompt: 'A loaf', seed: 7 }, FULL, NO_BRAND);
  expect(variationOf(request)).toEqual({ ...request, seed: undefined });
  expect(variationOf(request)).not.toHaveProperty('seed');
});

describe('a stored draft', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(forms, (form) => {
        expect(readForm(JSON.stringify(form))).toEqual(form);
      }),
    );
  });

  test('is an empty form when it cannot be read', () => {
    for (const stored of ['', 'null', '[]', '3', '{', '{"size":"9x9","count":9,"style":1}']) {
      expect(readForm(stored)).toEqual(EMPTY_FORM);
    }
  });
});

test('the counts to choose from are those that the model supports', () => {
  expect(countsOf(FULL)).toEqual([1, 2, 3, 4]);
  expect(countsOf(PLAIN)).toEqual([1]);
});

test('the fields that can show an error are those that the form shows', () => {
  expect([...fieldsShown(FULL, [FULL, PLAIN], PROFILE)].sort()).toEqual([
    'brandText',
    'count',
    'model',
    'negativePrompt',
    'prompt',
    'referenceId',
    'size',
  ]);
  expect([...fieldsShown(PLAIN, [PLAIN], null)]).toEqual(['prompt', 'size']);
});
