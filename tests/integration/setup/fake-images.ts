import { afterAll } from 'vitest';

import { startFakeImages } from '../../fakes/images.ts';
import { fakeTrainings, TRAINER } from '../../fakes/trainings.ts';

/** The same service's trainings. */
export const fakeReplicateTrainings = fakeTrainings();

/** Image services for this test file. Import it before the app, which reads its settings on first use. */
export const fakeImages = await startFakeImages({ mounted: [fakeReplicateTrainings] });
process.env.IMAGE_BASE_URL = `${fakeImages.url}/v1`;
process.env.IMAGE_API_KEY = 'sk-secret-of-the-operator';
process.env.REPLICATE_API_TOKEN = 'r8-secret-of-the-operator';
process.env.REPLICATE_BASE_URL = `${fakeImages.url}/replicate`;
process.env.MEDIA_MODELS = JSON.stringify([
  { id: 'gpt-image-2', tokens: 4_000 },
  {
    id: 'drawn/on-replicate',
    provider: 'replicate',
    tokens: 1_000,
    negativePrompt: true,
    reference: true,
  },
  { id: TRAINER, kind: 'training', tokens: 100, tokensPerStep: 1, pictureTokens: 500 },
]);

afterAll(() => fakeImages.close());
