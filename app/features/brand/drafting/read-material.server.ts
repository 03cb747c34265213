import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import {
  type Network,
  readWebsite,
  WebsiteError,
  type WebsiteLook,
} from '~/gateways/website/index.server';
import { AppError } from '~/lib/errors';
import { makeSmall } from '~/lib/files/image-upload.server';
import { readFileContent, receiveFile, sniffFile } from '~/lib/files/read-file.server';
import type { FileRefusal } from '~/lib/files/readable-file';
import { cleanName } from '~/lib/files/sniff';
import { inTemporary } from '~/lib/files/temporary.server';
import type { UserScope } from '~/lib/scope';

import { MAX_ABOUT } from './draft';
import type { ReadMaterial, SuggestedLook } from './material';
import { materialRefusalText, WEBSITE_REFUSALS } from './refusals';

/**
 * Reads a website for a draft. Nothing is stored: the person sees the text first.
 * @throws AppError `invalid` with a sentence for the person
 */
export async function readWebsiteMaterial(
  userId: UserScope,
  address: string,
  signal: AbortSignal,
  network?: Network,
): Promise<ReadMaterial> {
  try {
    const { host, pages, look } = await readWebsite(address, { userId, signal }, network);
    const text = pages
      .map(({ title, text }) => (title === '' ? text : `# ${title}\n\n${text}`))
      .join('\n\n');
    const material = { kind: 'website' as const, name: host, pages: pages.length, text };
    return { ...material, look: await suggestedLook(userId, look, signal) };
  } catch (error) {
    if (!(error instanceof WebsiteError)) throw error;
    const log = `a website was not read: ${error.code}`;
    throw new AppError('invalid', WEBSITE_REFUSALS[error.code], { log });
  }
}

/** In pixels: what is smaller is the icon of a tab, not a logo. */
const MIN_LOGO_EDGE = 48;

async function suggestedLook(
  userId: UserScope,
  { logo, primary, secondary, accent }: WebsiteLook,
  signal: AbortSignal,
): Promise<SuggestedLook> {
  const colors: SuggestedLook['colors'] = {
    ...(primary !== undefined && { primaryColor: primary }),
    ...(secondary !== undefined && { secondaryColor: secondary }),
    ...(accent !== undefined && { accentColor: accent }),
  };
  return { colors, logo: logo && (await smallLogo(userId, logo, signal)) };
}

/** Rewritten like an upload; null for what can't be opened or is too small. */
function smallLogo(userId: UserScope, bytes: Buffer, signal: AbortSignal): Promise<string | null> {
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    await writeFile(input, bytes, { mode: 0o600 });
    const small = await makeSmall(input, directory, 'logo', { userId, signal });
    if (typeof small === 'string') return null;
    if (Math.max(small.width, small.height) < MIN_LOGO_EDGE) return null;
    const file = await readFile(join(directory, 'file'));
    return `data:image/webp;base64,${file.toString('base64')}`;
  });
}

class FileRefused extends AppError {
  constructor(name: string, reason: FileRefusal) {
    super('invalid', materialRefusalText(name, reason), { log: `a file was refused: ${reason}` });
  }
}

/**
 * Reads a document for a draft. Nothing is stored: the person sees the text first.
 * @throws AppError `invalid` with a sentence for the person; when too many files are waiting already
 */
export async function readFileMaterial(
  userId: UserScope,
  upload: { name: string; body: Readable },
  signal: AbortSignal,
): Promise<ReadMaterial> {
  const name = cleanName(upload.name);
  return inTemporary(async (directory) => {
    const input = join(directory, 'file');
    const size = await receiveFile(upload.body, input);
    if (typeof size === 'string') throw new FileRefused(name, size);
    const sniffed = await sniffFile(input, name);
    if ('refusal' in sniffed) throw new FileRefused(name, sniffed.refusal);
    if (sniffed.kind === 'image') throw new FileRefused(name, 'kind');
    const source = { kind: sniffed.kind, input, output: join(directory, 'read') };
    const read = await readFileContent(source, size, { userId, signal });
    if (typeof read === 'string') throw new FileRefused(name, read);
    if ('image' in read) throw new FileRefused(name, 'kind');
    // One character more than fits tells the browser that it was cut.
    const text = read.text
      .trim()
      .slice(0, MAX_ABOUT + 1)
      .toWellFormed();
    return { kind: 'file', name: `“${name}”`, pages: read.pages, text };
  });
}
