import { fieldsOf, parsedOf } from '~/lib/json';

import { type ExportFile, type UploadedExport, filesOf, fullText } from './export-files.server';
import { Pace } from './pace.server';
import { fileId } from './step';
import { listOf, textOf } from './untrusted';

const INDEX = 'conversation_asset_file_names.json';
const LIBRARY = 'library_files.json';
/** Parsed, it takes about ten times its size. */
const MAX_INDEX = 16 * 1024 * 1024;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.|$)/i;

/** The files of an export, by the ids that its conversations use. */
export class Assets {
  readonly #files = new Map<string, ExportFile>();
  /** The names in the index and the library, by id. */
  readonly #names = new Map<string, string>();

  /** @throws errors of the upload itself */
  static async of(
    uploads: readonly UploadedExport[],
    remark: (sentence: string) => void,
  ): Promise<Assets> {
    const assets = new Assets();
    const lists: ExportFile[] = [];
    const pace = new Pace();
    for (const upload of uploads) {
      for (const file of filesOf(upload)) {
        if (pace.isDue) await pace.pause();
        const name = baseName(file.path);
        if (name === INDEX || name === LIBRARY) lists.push(file);
        else assets.#add(name, file);
      }
    }
    for (const list of lists) {
      const text = await fullText(list, MAX_INDEX).catch((cause: unknown) => {
        if (!isRefusal(cause)) throw cause;
        return null;
      });
      const value = text === null ? undefined : parsedOf(text.replace(/^\uFEFF/, ''));
      if (value === undefined) remark(`“${baseName(list.path)}” couldn’t be read.`);
      else if (baseName(list.path) === INDEX) assets.#nameByIndex(fieldsOf(value));
      else assets.#nameByLibrary(value);
    }
    return assets;
  }

  /** The first of these ids that the export has a file for. */
  refOf(ids: readonly string[]): string | null {
    return ids.find((id) => this.#files.has(id)) ?? null;
  }

  async open(ref: string) {
    const file = this.#files.get(ref);
    if (!file) return null;
    return { name: await this.#nameOf(ref, file), size: file.size, open: async () => file.open() };
  }

  #add(name: string, file: ExportFile): void {
    if (file.refused !== null) return;
    for (const id of idsWithin(name)) if (!this.#files.has(id)) this.#files.set(id, file);
  }

  /** `{"file-X.dat": "dalle-generations/<uuid>.webp"}`: conversations may use the ids of both names. */
  #nameByIndex(index: Readonly<Record<string, unknown>>): void {
    for (const [entry, original] of Object.entries(index)) {
      const [id] = idsWithin(baseName(entry));
      const name = baseName(textOf(original));
      if (id === undefined || name === '') continue;
      this.#names.set(id, name);
      const file = this.#files.get(id);
      if (!file) continue;
      for (const other of idsWithin(name)) {
        if (this.#files.has(other)) continue;
        this.#files.set(other, file);
        this.#names.set(other, name);
      }
    }
  }

  #nameByLibrary(library: unknown): void {
    const { files, items } = fieldsOf(library);
    for (const entry of [...listOf(library), ...listOf(files), ...listOf(items)]) {
      const { file_id: id, file_name: name } = fieldsOf(entry);
      if (textOf(id) !== '' && textOf(name) !== '' && !this.#names.has(textOf(id))) {
        this.#names.set(textOf(id), baseName(textOf(name)));
      }
    }
  }

  async #nameOf(ref: string, file: ExportFile): Promise<string> {
    const name = this.#names.get(ref) ?? nameAfterId(baseName(file.path), ref);
    if (/\.[a-z0-9]{1,10}$/i.test(name)) return name;
    for await (const head of file.open()) return name + extensionOf(head);
    return name;
  }
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** `file-X-name.png`, `file_X.dat`, `<uuid>.webp`, `file-X-<uuid>.webp` */
function idsWithin(name: string): string[] {
  const id = /^file[-_]/.test(name) ? fileId(name) : null;
  const rest = id === null ? name : name.slice(id.length).replace(/^[-_]/, '');
  const uuid = UUID.exec(rest)?.[0].toLowerCase();
  return [...(id === null ? [] : [id]), ...(uuid === undefined ? [] : [uuid])];
}

/** The rest of the name after the id; the id itself when there is no name. */
function nameAfterId(name: string, ref: string): string {
  const bare = name.replace(/\.dat$/i, '');
  const rest = bare.startsWith(ref) ? bare.slice(ref.length).replace(/^[-_]/, '') : bare;
  return rest === '' || rest.startsWith('.') ? ref + rest : rest;
}

function isRefusal(cause: unknown): boolean {
  return (cause as { code?: unknown }).code === 'invalid';
}

const MP4 = /^.{4}ftyp/s;

const SIGNATURES: readonly [RegExp, string][] = [
  [/^\x89PNG\r\n\x1a\n/, '.png'],
  [/^\xff\xd8\xff/, '.jpg'],
  [/^GIF8[79]a/, '.gif'],
  [/^RIFF.{4}WEBP/s, '.webp'],
  [/^RIFF.{4}WAVE/s, '.wav'],
  [/^%PDF-/, '.pdf'],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/, '.mp3'],
  [/^.{4}ftypM4A/s, '.m4a'],
  [MP4, '.mp4'],
  [/^OggS/, '.ogg'],
  [/^\x1aE\xdf\xa3/, '.webm'],
  [/^PK\x03\x04/, '.zip'],
];

/** The extension of a file by its first bytes; plain text when they have no NUL. */
function extensionOf(head: Uint8Array): string {
  const latin = Buffer.from(head.subarray(0, 512)).toString('latin1');
  const known = SIGNATURES.find(([signature]) => signature.test(latin));
  if (known) return known[1];
  return latin === '' || latin.includes('\0') ? '.bin' : '.txt';
}
