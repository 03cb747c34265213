import { keepCode } from './first-run-data.server';
import { newSetupCode, setupCodeHash } from './setup-code.server';

/**
 * At a start: the path, with its code, of the page that makes the first admin, for whoever sees what the server prints;
 * null once there has been one. The code of the start before ends.
 */
export async function openFirstRun(): Promise<string | null> {
  const code = newSetupCode();
  return (await keepCode(setupCodeHash(code))) ? `/setup?code=${code}` : null;
}
