import { afterAll } from 'vitest';

import { startFakeVideos } from '../../fakes/videos.ts';

/** A video service for this test file. Import it before the app, which reads its settings on first use. */
export const fakeVideos = await startFakeVideos();
process.env.REPLICATE_API_TOKEN = 'r8-secret-of-the-operator';
process.env.REPLICATE_BASE_URL = `${fakeVideos.url}/replicate`;
process.env.MEDIA_MODELS = JSON.stringify([
  { id: 'video/slow', kind: 'video', tokensPerSecond: 1_000, seconds: [10, 5], seed: true },
  {
    id: 'video/odd',
    label: 'Odd',
    kind: 'video',
    tokensPerSecond: 50,
    seconds: [4],
    aspects: ['9:16'],
    firstFrameInput: 'start_image',
    secondsInput: 'length',
    aspectInput: 'shape',
    inputs: { resolution: '480p' },
  },
  { id: 'video/words-only', kind: 'video', tokensPerSecond: 0, firstFrame: false },
]);

afterAll(() => fakeVideos.close());
