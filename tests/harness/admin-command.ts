import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** `npm run admin -- …` for the app of this data directory, also while it runs; resolves with what it printed. */
export async function runAdmin(dataDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/node',
    ['server/admin.ts', ...args],
    { env: { ...process.env, DATA_DIR: dataDir } },
  );
  return stdout;
}
