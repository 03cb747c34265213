import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startFakeOpenAi } from '../../fakes/openai.ts';
import { freePort, startApp } from '../../harness/app-process.ts';

/** One app and one provider for all journeys; each test signs up its own people. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-e2e-'));
  // The database's own user must be able to enter.
  chmodSync(dataDir, 0o711);
  const provider = await startFakeOpenAi();
  const app = await startApp({
    dataDir,
    port: await freePort(),
    // Tests sign up more people per minute than one address may.
    env: {
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: 'test',
      AI_MODELS: 'openai/gpt-4o-mini, vendor/large=2.5',
      AI_EFFORT_MODELS: 'vendor/large',
      // Room for 5,400 tokens of a prompt.
      AI_CONTEXTS: 'vendor/large=8000',
      RATE_LIMITS: 'false',
    },
  });
  process.env.E2E_APP_URL = app.url;
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_PROVIDER_URL = provider.url;
  return async () => {
    await app.stop();
    await provider.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
