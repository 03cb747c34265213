import { afterAll } from 'vitest';

import { startFakeOpenAi } from '../../fakes/openai.ts';

/** An AI provider for this test file. Import it before the app, which reads its settings on first use. */
export const fakeAi = await startFakeOpenAi();
process.env.OPENAI_BASE_URL = fakeAi.url;

afterAll(() => fakeAi.close());
