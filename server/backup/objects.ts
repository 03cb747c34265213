import type { ObjectStore } from '../../app/gateways/objects/index.server.ts';
import { OBJECTS } from './format.ts';
import type { Entry } from './tar.ts';

/** The keys of a store, in the order of their bytes. */
export async function* keysOf(store: ObjectStore): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await store.list('', { cursor });
    for (const { key } of page.objects) yield key;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Every object. One that was deleted since it was listed is named in `missing`. */
export async function* readObjects(
  store: ObjectStore,
  missing: string[],
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  for await (const key of keysOf(store)) {
    const found = await store.get(key, { signal }).catch((error: unknown) => {
      // By its name: the class belongs to the build.
      if ((error as Error).name === 'ObjectMissing') return null;
      throw error;
    });
    if (found)
      yield { name: OBJECTS + key, length: found.length, type: found.type, body: found.body };
    else missing.push(key);
  }
}
