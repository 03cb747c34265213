import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

/** A DATA_DIR for this test file. Import it before the app, which reads its settings on first use. */
export const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-mail-'));
process.env.DATA_DIR = dataDir;

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
