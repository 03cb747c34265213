import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs `npm run admin -- …` on this data directory, also while its app runs; resolves with the output. */
export async function runAdmin(dataDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/node',
    ['server/admin.ts', ...args],
    { env: { ...process.env, DATA_DIR: dataDir } },
  );
  return stdout;
}
