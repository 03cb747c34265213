import { openSource } from '~/features/import-export/imports/open-source.server';

import { uploadedFile } from '../factories/chatgpt';

// A process that reads an export and reports what that took: see large-export.test.ts.

const rss = () => process.memoryUsage().rss;

const path = process.argv[2]!;
const source = await openSource([await uploadedFile(path)]);
const startMemory = rss();
const startProcessor = process.cpuUsage();
let peakMemory = startMemory;
let messages = 0;
let characters = 0;
let linked = 0;
for await (const conversation of source.conversations({
  signal: new AbortController().signal,
  progress: () => {
    peakMemory = Math.max(peakMemory, rss());
  },
})) {
  if ('unreadable' in conversation) throw new Error(conversation.unreadable);
  let last: string | null = null;
  for await (const message of conversation.messages()) {
    if (message.parentKey === last) linked++;
    last = message.key;
    characters += message.text.length;
    if (++messages % 100 === 0) peakMemory = Math.max(peakMemory, rss());
  }
}
const { user, system } = process.cpuUsage(startProcessor);
process.stdout.write(
  JSON.stringify({
    bytes: source.bytes,
    messages,
    linked,
    characters,
    remarks: source.remarks(),
    memoryMB: (peakMemory - startMemory) / 1e6,
    processorSeconds: (user + system) / 1e6,
  }),
);
