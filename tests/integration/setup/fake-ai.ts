import { afterAll } from 'vitest';

import { startFakeOpenAi } from '../../fakes/openai.ts';

/** A provider for this test file. Import it before anything of the app: the app reads its settings at first use. */
export const fakeAi = await startFakeOpenAi();
process.env.OPENAI_BASE_URL = fakeAi.url;

afterAll(() => fakeAi.close());
