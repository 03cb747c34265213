import type {
  IncomingConversation,
  IncomingMessage,
  IncomingSource,
  UnreadableConversation,
} from '~/features/import-export/imports/incoming';
import { openSource } from '~/features/import-export/imports/open-source.server';

import { type MessageOptions, rawChain, type RawConversation } from './conversation';
import { oddZip } from './hostile';
import { uploadedBytes } from './uploaded';

export interface ReadConversation {
  conversation: IncomingConversation;
  messages: IncomingMessage[];
  remarks: Readonly<Record<string, number>>;
}

/** Reads a whole source, including messages. */
export async function readAll(
  source: IncomingSource,
  options: { only?: (key: string) => boolean } = {},
): Promise<(ReadConversation | UnreadableConversation)[]> {
  const found: (ReadConversation | UnreadableConversation)[] = [];
  const { signal } = new AbortController();
  for await (const conversation of source.conversations({ signal, ...options })) {
    if ('unreadable' in conversation) {
      found.push(conversation);
      continue;
    }
    const messages: IncomingMessage[] = [];
    for await (const message of conversation.messages()) messages.push(message);
    found.push({ conversation, messages, remarks: conversation.remarks() });
  }
  return found;
}

/** Reads one conversation from an export that also has these files. */
export async function readRaw(
  raw: RawConversation,
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<ReadConversation> {
  const zip = oddZip([
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
    { name: 'conversations.json', content: JSON.stringify([raw]) },
  ]);
  const [found] = await readAll(await openSource([uploadedBytes('export.zip', zip)]));
  if (!found || 'unreadable' in found) throw new Error(found?.unreadable ?? 'nothing was read');
  return found;
}

/** Reads a chain of messages. */
export function readChain(
  messages: readonly (MessageOptions & { id?: string })[],
  files?: Readonly<Record<string, string | Buffer>>,
): Promise<ReadConversation> {
  return readRaw(rawChain('talk', messages), files);
}
