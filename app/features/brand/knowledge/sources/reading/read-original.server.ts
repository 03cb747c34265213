import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { objects } from '~/gateways/objects/index.server';
import { prisma, prismaTransaction } from '~/lib/db/index.server';
import { readFileContent, sniffFile } from '~/lib/files/read-file.server';
import { inTemporary } from '~/lib/files/temporary.server';
import { killPoint } from '~/lib/kill-points.server';
import { MINUTE_MS } from '~/lib/time';

import { readContentText } from '../content-reader.server';
import { findOnlyPage, updatePage } from '../page-data.server';
import { publishSource } from '../source-events.server';
import { sourceFileRefusal } from '../refusals';
import { sourceTexts } from '../texts';
import type { SourceLease } from './held-sources.server';
import { type PageText, storeOnlyPage, storeText } from './store-page.server';
import { endSync, type Held, lockHeld, noteProblem, noteProgress } from './work-data.server';

const TIMEOUT_MS = MINUTE_MS;

/** Reads a file or a saved content again. @throws LeaseLost, AppError `conflict` when the storage is full */
export async function readOriginal({
  claim: held,
  abort: { signal },
}: SourceLease): Promise<'ended'> {
  const read = held.kind === 'file' ? await readStoredFile(held, signal) : await readContent(held);
  await prismaTransaction(async (tx, sql) => {
    await lockHeld(sql, held);
    const { userId, id } = held;
    if (typeof read === 'string') await endSync(sql, held, { failed: read });
    else {
      const page = await findOnlyPage(tx, userId, id);
      if (page) {
        const bytes = await storeText({ tx, sql }, userId, held, page, read);
        await updatePage(tx, userId, page.id, { readAt: new Date(), doneIn: held.round });
        await noteProgress(sql, held, { bytes, fetched: 0 });
      } else await storeOnlyPage({ tx, sql }, userId, held, read);
      await noteProblem(sql, held, null);
      await endSync(sql, held, { failed: null });
    }
    await publishSource(tx, sql, userId, id);
    KILLABLE: killPoint('source: read again, not committed');
  });
  return 'ended';
}

/** Its text, or why there is none. */
async function readContent({ userId, contentId }: Held): Promise<PageText | string> {
  const content = contentId === null ? null : await readContentText(prisma, userId, contentId);
  if (!content) return sourceTexts.contentDeleted;
  return content.text.trim() === '' ? sourceTexts.contentEmpty : content;
}

/** The text of a file that was uploaded before, or why it can't be read. */
function readStoredFile(
  { userId, objectKey, name }: Held,
  signal: AbortSignal,
): Promise<PageText | string> {
  return inTemporary(async (directory) => {
    if (objectKey === null) return sourceTexts.fileGone;
    const input = join(directory, 'file');
    const late = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { body } = await (await objects()).get(objectKey, { signal: late });
    await pipeline(body, createWriteStream(input, { mode: 0o600 }));
    const sniffed = await sniffFile(input, name);
    if ('refusal' in sniffed) return sourceFileRefusal(name, sniffed.refusal);
    if (sniffed.kind === 'image') return sourceFileRefusal(name, 'kind');
    const { size } = await stat(input);
    const source = { kind: sniffed.kind, input, output: join(directory, 'read') };
    const read = await readFileContent(source, size, { userId, signal, isJob: true });
    if (typeof read === 'string') return sourceFileRefusal(name, read);
    return 'image' in read ? sourceFileRefusal(name, 'kind') : { title: name, text: read.text };
  });
}
