import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

import { manifestSchema, type Manifest } from '~/features/import-export/archive/format';

/** An unpacked archive: each file by its path. */
export interface Unpacked {
  files: Map<string, Buffer>;
  manifest: Manifest;
  /** The rows of a section. */
  rows(section: string): Record<string, unknown>[];
  text(path: string): string;
}

/** Unpacks an archive and checks it against its manifest. */
export async function unpackArchive(zip: Buffer): Promise<Unpacked> {
  const files = await unzip(zip);
  const text = (path: string) => {
    const bytes = files.get(path);
    if (!bytes) throw new Error(`the archive has no ${path}`);
    return bytes.toString();
  };
  const manifest = manifestSchema.parse(JSON.parse(text('manifest.json')));
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  for (const [path, bytes] of files) {
    if (path === 'manifest.json') continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const expected = listed.get(path);
    if (expected?.size !== bytes.length || expected.sha256 !== sha256) {
      throw new Error(`${path} is not what the manifest says`);
    }
    listed.delete(path);
  }
  if (listed.size > 0) throw new Error(`missing: ${[...listed.keys()].join(', ')}`);
  return {
    files,
    manifest,
    text,
    rows: (section) => JSON.parse(text(`data/${section}.json`)) as Record<string, unknown>[],
  };
}

function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, opened: ZipFile) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      opened.on('entry', (entry: Entry) => {
        opened.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          buffer(stream).then((bytes) => {
            files.set(entry.fileName, bytes);
            opened.readEntry();
          }, reject);
        });
      });
      opened.on('end', () => resolve(files));
      opened.on('error', reject);
      opened.readEntry();
    });
  });
}
