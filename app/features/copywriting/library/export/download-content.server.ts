import { attachmentHeader, fileName } from '~/lib/file-name';
import { htmlPage } from '~/lib/markdown/html-page';
import { renderMarkdown } from '~/lib/markdown/render';

import type { DownloadFormat } from './download-formats';
import { requireContent } from '../content/open-content.server';
import { plainText } from './plain-text';

interface Format {
  extension: string;
  type: string;
  write(title: string, markdown: string): string;
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

/** A content as a file of this format; nothing in it can run, in whatever way it is opened. @throws AppError `not-found` */
export async function downloadContent(
  userId: string,
  id: string | undefined,
  format: DownloadFormat,
): Promise<Response> {
  const { title, content } = await requireContent(userId, id);
  const { extension, type, write } = FORMATS[format];
  return new Response(write(title, content), {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': attachmentHeader(fileName(title, extension)),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    },
  });
}
