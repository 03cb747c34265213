import type { ObjectStore } from '../../app/gateways/objects/index.server.ts';
import { OBJECTS } from './format.ts';
import type { Entry } from './tar.ts';

/** The keys of a store, sorted by their bytes. */
export async function* keysOf(store: ObjectStore): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await store.list('', { cursor });
    for (const { key } of page.objects) yield key;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

/** All objects. Those that were deleted after they were listed are added to `missing`. */
export async function* readObjects(
  store: ObjectStore,
  missing: string[],
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  for await (const key of keysOf(store)) {
    const found = await store.get(key, { signal }).catch((error: unknown) => {
      // Recognized by its name, because the class is part of the build.
      if ((error as Error).name === 'ObjectMissing') return null;
      throw error;
    });
    if (found)
      yield { name: OBJECTS + key, length: found.length, type: found.type, body: found.body };
    else missing.push(key);
  }
}
