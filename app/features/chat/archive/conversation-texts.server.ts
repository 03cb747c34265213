import { oneLine } from '~/lib/text/one-line';
import { formatDay } from '~/lib/format/dates';
import { HTML_PAGE_END, htmlPageBegin } from '~/lib/markdown/html-page';
import { escapeHtml } from '~/lib/markdown/escape';
import { renderMarkdown } from '~/lib/markdown/render';
import type { UserScope } from '~/lib/scope';

import { messageImages } from '../images/message-images.server';
import { displayTitle } from '../conversations/settings/titles';
import { chatTexts } from '../texts';
import type { ArchivedMessage, ConversationRow } from './read-whole.server';
import { lastContext, readWhole } from './read-whole.server';

type MessageFileName = ArchivedMessage['files'][number];
type ArchivedImage = NonNullable<ArchivedMessage['images']>[number];

/** Addresses relative to the document, in an archive, which has the files. */
export interface Links {
  /** Null for no link. */
  fileOf(file: MessageFileName): string | null;
  imageOf(image: ArchivedImage): string;
}

/** A conversation with all of its branches as JSON, one message per line (see import-export/archive/format.ts). */
export async function* conversationJson(
  userId: UserScope,
  conversation: ConversationRow,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `${JSON.stringify(conversation).slice(0, -1)},"messages":[`;
  let first = true;
  for await (const message of readWhole(userId, conversation, 'all', signal)) {
    yield `${first ? '' : ','}\n${JSON.stringify(message)}`;
    first = false;
  }
  yield '\n]}\n';
}

/** The branch that is shown, in Markdown. Without `links`, images link to their pages of this site. */
export async function* conversationMarkdown(
  userId: UserScope,
  conversation: ConversationRow,
  signal: AbortSignal,
  links?: Links,
): AsyncGenerator<string> {
  yield `# ${oneLine(displayTitle(conversation.title))}\n`;
  const context = await lastContext(userId, conversation);
  for await (const message of readWhole(userId, conversation, 'shown', signal)) {
    if (message.id === context?.from) yield `\n*${chatTexts.leftOut(context.leftOut)}*\n`;
    if (isEmpty(message)) continue;
    const files = message.files.map((file) => {
      const link = links?.fileOf(file) ?? null;
      return link === null ? escapeName(file.name) : `[${escapeName(file.name)}](${link})`;
    });
    const filesLine = files.length === 0 ? '' : `\nFiles: ${files.join(', ')}\n`;
    const text = message.content.trim();
    const calls = callLines(message).map((line) => `\n*${escapeName(line)}*\n`);
    const images = (message.images ?? []).map((image) => {
      const name = escapeName(image.prompt);
      return links
        ? `\n![${name}](${links.imageOf(image)})\n`
        : `\n[Image: ${name}](${messageImages().pageOf(image.id)})\n`;
    });
    yield `\n## ${speaker(message)}\n${calls.join('')}${text === '' ? '' : `\n${text}\n`}${images.join('')}${filesLine}`;
  }
}

const STYLE = `
article{margin-block:1.75rem;padding-top:1.25rem;border-top:1px solid #ddd}article h1{font-size:1.5rem}article h2{font-size:1.3rem}article h3{font-size:1.1rem}img{max-width:28rem;width:100%;height:auto;border-radius:.5rem}article>.who{margin:0 0 .5rem;font-size:.875rem;text-transform:uppercase;letter-spacing:.04em;color:#555}
.about,.files{font-size:.875rem;color:#555}
@media print{@page{margin:18mm}body{margin:0;max-width:none;font-size:10.5pt}article{border-color:#bbb}h1,h2,h3,h4{break-after:avoid}pre,blockquote,table,tr{break-inside:avoid}pre,code{white-space:pre-wrap}a{color:inherit}}`;

/** The branch that is shown, as a standalone HTML page that can be printed. */
export async function* conversationHtml(
  userId: UserScope,
  conversation: ConversationRow,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const title = displayTitle(conversation.title);
  yield htmlPageBegin(title, STYLE);
  const shown = formatDay(startOf(conversation));
  yield `<h1>${escapeHtml(title)}</h1>\n<p class="about"><time datetime="${dayOf(conversation)}">${shown}</time></p>\n`;
  const context = await lastContext(userId, conversation);
  for await (const message of readWhole(userId, conversation, 'shown', signal)) {
    if (message.id === context?.from) {
      yield `<p class="about">${escapeHtml(chatTexts.leftOut(context.leftOut))}</p>\n`;
    }
    if (isEmpty(message)) continue;
    const text = renderMarkdown(message.content, { breaks: message.role === 'user' });
    const names = message.files.map(({ name }) => escapeHtml(name)).join(', ');
    const files = names === '' ? '' : `<p class="files">Files: ${names}</p>\n`;
    const calls = callLines(message).map((line) => `<p class="about">${escapeHtml(line)}</p>\n`);
    yield `<article>\n<h2 class="who">${speaker(message)}</h2>\n${calls.join('')}${text}`;
    for (const image of message.images ?? []) yield await figure(userId, image);
    yield `${files}</article>\n`;
  }
  yield HTML_PAGE_END;
}

function isEmpty({ content, files, images = [] }: ArchivedMessage): boolean {
  return content === '' && files.length === 0 && images.length === 0;
}

/** The image itself, in a size for reading, or its description where it can't be read. */
async function figure(userId: UserScope, { id, width, height, prompt }: ArchivedImage) {
  const described = escapeHtml(prompt);
  const file = await messageImages().read(userId, id);
  if (!file) return `<p class="about">Image: ${described}</p>\n`;
  const data = `data:${file.type};base64,${file.bytes.toString('base64')}`;
  return `<p><img src="${data}" width="${width}" height="${height}" alt="${described}"></p>\n`;
}

type Dated = Pick<ConversationRow, 'originalCreationDate' | 'createdAt'>;

/** The day on which it was started; for an import, at its source. */
export function dayOf(conversation: Dated): string {
  return startOf(conversation).toISOString().slice(0, 10);
}

function startOf({ originalCreationDate, createdAt }: Dated): Date {
  return originalCreationDate ?? createdAt;
}

function speaker({ role }: Pick<ArchivedMessage, 'role'>): string {
  return role === 'user' ? 'You' : 'Assistant';
}

/** What an answer had looked up, one line each. */
function callLines({ calls = [] }: Pick<ArchivedMessage, 'calls'>): string[] {
  return calls.map(({ title, note }) => (note === '' ? title : `${title} · ${note}`));
}

/** A name on one line, with Markdown's special characters escaped. */
function escapeName(name: string): string {
  return oneLine(name).replace(/[\\`*_[\]()<>#!|~&]/g, '\\$&');
}
