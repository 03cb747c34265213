import { readPublished } from '~/features/brand/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { attachmentHeader, fileName } from '~/lib/files/file-name';
import { isId } from '~/lib/ids.server';
import { htmlPage } from '~/lib/markdown/html-page';
import { renderMarkdown } from '~/lib/markdown/render';
import type { UserScope } from '~/lib/scope';

import { listFolders } from '../folders/folder-data.server';
import { libraryTexts } from '../texts';
import type { ContentFolder, DownloadFormat } from './content';
import { type ContentRow, readContent } from './content-data.server';
import { plainText } from './plain-text.server';

/** A content with its text. @throws AppError `not-found` */
export async function requireContent(
  userId: UserScope,
  id: string | undefined,
): Promise<ContentRow> {
  const found = isId(id) ? await readContent(userId, id) : null;
  if (!found) throw new AppError('not-found', libraryTexts.gone);
  return found;
}

/**
 * A content for its page, rendered, with the folders that it could be moved to.
 * @throws AppError `not-found`, also when it is in another category
 */
export async function openContent(
  userId: UserScope,
  categoryId: string | undefined,
  id: string | undefined,
): Promise<{ content: ContentRow & { html: string }; folders: ContentFolder[] }> {
  const found = await requireContent(userId, id);
  if (found.category !== categoryId) throw new AppError('not-found', libraryTexts.gone);
  const html = renderMarkdown(found.content, { breaks: true });
  return { content: { ...found, html }, folders: await listFolders(sql, userId) };
}

interface Format {
  extension: string;
  type: string;
  write(title: string, markdown: string): string | Promise<string>;
}

const FORMATS: Record<DownloadFormat, Format> = {
  markdown: {
    extension: 'md',
    type: 'text/markdown',
    write: (_title, markdown) => (markdown.endsWith('\n') ? markdown : `${markdown}\n`),
  },
  html: {
    extension: 'html',
    type: 'text/html',
    write: (title, markdown) => htmlPage(title, renderMarkdown(markdown, { breaks: true })),
  },
  text: {
    extension: 'txt',
    type: 'text/plain',
    write: (_title, markdown) => plainText(markdown),
  },
};

/**
 * A content as a file of this format. Nothing in the file can run, however it is opened. @throws AppError `not-found`
 */
export async function downloadContent(
  userId: UserScope,
  id: string | undefined,
  format: DownloadFormat,
): Promise<Response> {
  const { id: textId, title, content } = await requireContent(userId, id);
  const published = await readPublished(userId, textId, content);
  const { extension, type, write } = FORMATS[format];
  return new Response(await write(title, published), {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': attachmentHeader(fileName(title, extension)),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    },
  });
}
