import { readFile } from 'node:fs/promises';

import { z } from 'zod';

const list = z.array(z.object({ name: z.string(), version: z.string(), license: z.string() }));

export type LicensedPackage = z.infer<typeof list>[number];

let known: LicensedPackage[] | undefined;

/** The packages that the app contains, by name. The production build lists them; null without one. */
export async function readLicenses(): Promise<LicensedPackage[] | null> {
  if (known) return known;
  try {
    known = list.parse(JSON.parse(await readFile('build/client/licenses.json', 'utf8')));
    return known;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
