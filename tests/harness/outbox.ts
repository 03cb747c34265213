import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface OutboxEmail {
  to: string;
  /** '' if replies go to the sender. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  kind: string;
}

/** The emails in DATA_DIR/outbox, oldest first. */
export async function readOutbox(dataDir: string): Promise<OutboxEmail[]> {
  const directory = join(dataDir, 'outbox');
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(
    files.map(async (name) => parse(await readFile(join(directory, name), 'utf8'))),
  );
}

function parse(file: string): OutboxEmail {
  const { headers, body } = split(file);
  const boundary = /boundary="(.+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (!boundary) throw new Error('a mail in the outbox has no parts');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.slice(1, -1)));
  const of = (type: string) =>
    parts.find((part) => part.headers.get('content-type')?.startsWith(type))?.body ?? '';
  return {
    to: headers.get('to') ?? '',
    replyTo: headers.get('reply-to') ?? '',
    subject: headers.get('subject') ?? '',
    kind: headers.get('x-brandwright-kind') ?? '',
    text: of('text/plain'),
    html: of('text/html'),
  };
}

function split(message: string): { headers: Map<string, string>; body: string } {
  const end = message.indexOf('\n\n');
  const headers = message.slice(0, end).split('\n');
  return {
    headers: new Map(
      headers.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    body: message.slice(end + 2),
  };
}
