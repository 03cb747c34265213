import { createHash, type Hash } from 'node:crypto';

import { MANIFEST, sectionOf, type Manifest, type Section } from './format.ts';
import { entry, type Entry } from './tar.ts';

/** Counts and hashes entries, to write a manifest or to check one. */
export class Tally {
  private readonly sections = new Map<string, { entries: number; bytes: number; hash: Hash }>();

  /** Returns the entry, which is counted while it's read, with its name, type, and length. */
  count({ name, type = '', length, body }: Entry): Entry {
    const key = sectionOf(name);
    const section = this.sections.get(key) ?? { entries: 0, bytes: 0, hash: createHash('sha256') };
    this.sections.set(key, section);
    section.entries += 1;
    section.hash.update(`${name}\0${type}\0${length}\0`);
    return { name, type: type || undefined, length, body: counted(body, section) };
  }

  result(): Record<string, Section> {
    return Object.fromEntries(
      [...this.sections].map(([name, { entries, bytes, hash }]) => [
        name,
        { entries, bytes, sha256: hash.copy().digest('hex') },
      ]),
    );
  }
}

async function* counted(
  body: Entry['body'],
  section: { bytes: number; hash: Hash },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    section.bytes += chunk.length;
    section.hash.update(chunk);
    yield chunk;
  }
}

/** The entries, followed by their manifest. `rest` is called when all entries have passed. */
export async function* sealed(
  entries: AsyncIterable<Entry>,
  rest: () => Omit<Manifest, 'sections'>,
): AsyncGenerator<Entry> {
  const tally = new Tally();
  for await (const next of entries) yield tally.count(next);
  const manifest: Manifest = { ...rest(), sections: tally.result() };
  yield entry(MANIFEST, Buffer.from(JSON.stringify(manifest)));
}
