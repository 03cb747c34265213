import { createReadableStreamFromReadable } from '@remix-run/node';
import { Readable } from 'node:stream';

import { AppError } from '~/lib/errors';
import { attachmentHeader, fileName } from '~/lib/files/file-name';
import { isId } from '~/lib/ids.server';
import { inChunks } from '~/lib/files/spool.server';
import { log } from '~/lib/log.server';
import { HTML_PAGE_POLICY } from '~/lib/markdown/html-page';
import type { UserScope } from '~/lib/scope';

import { chatTexts } from '../texts';
import { displayTitle } from '../conversations/settings/titles';
import { conversations } from './archive-sections.server';
import type { ConversationRow } from './read-whole.server';
import {
  conversationHtml,
  conversationJson,
  conversationMarkdown,
} from './conversation-texts.server';

interface Format {
  extension: string;
  type: string;
  write(userId: UserScope, row: ConversationRow, signal: AbortSignal): AsyncGenerator<string>;
}

const FORMATS = {
  markdown: { extension: 'md', type: 'text/markdown', write: conversationMarkdown },
  json: { extension: 'json', type: 'application/json', write: conversationJson },
  html: { extension: 'html', type: 'text/html', write: conversationHtml },
} satisfies Record<string, Format>;

export interface ExportedAs {
  format: keyof typeof FORMATS;
  /** Opens it in the browser, to be printed, instead of downloading it. */
  show: boolean;
}

/** Reads `?format=markdown&show=1`. @throws AppError `invalid` */
export function readConversationFormat(search: URLSearchParams): ExportedAs {
  const format = search.get('format') ?? 'markdown';
  if (!Object.hasOwn(FORMATS, format)) {
    throw new AppError('invalid', 'Choose Markdown, JSON, or HTML.');
  }
  return { format: format as ExportedAs['format'], show: search.get('show') === '1' };
}

/**
 * Streams a conversation as a file. Nothing in it can run, however it is opened.
 * @throws AppError `not-found`
 */
export async function exportConversation(
  userId: UserScope,
  id: string | undefined,
  { format, show }: ExportedAs,
  signal: AbortSignal,
): Promise<Response> {
  const [row] = isId(id) ? await conversations.read(userId, [id]) : [];
  if (!row) throw new AppError('not-found', chatTexts.gone);
  const { extension, type, write }: Format = FORMATS[format];
  const source = Readable.from(inChunks(write(userId, row, signal)), { objectMode: false });
  source.on('error', (err) => {
    // The browser sees an interrupted download, not a file that seems whole.
    if (!signal.aborted) log.warn({ err, id }, 'a conversation broke off while it was sent');
  });
  const name = fileName(displayTitle(row.title), extension);
  return new Response(createReadableStreamFromReadable(source), {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': show ? 'inline' : attachmentHeader(name),
      'Content-Security-Policy': `${HTML_PAGE_POLICY}; sandbox`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}
