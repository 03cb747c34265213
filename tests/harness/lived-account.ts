import { createHash } from 'node:crypto';

import { Secret, TOTP } from 'otpauth';

import { signedUp, visitor, type Visitor } from '../process/visitor.ts';

/** An account that was used for a while, with what a backup must restore. */
export interface LivedAccount {
  email: string;
  password: string;
  /** The secret of their two-factor sign-in. */
  secret: string;
  conversationId: string;
  fileId: string;
  fileSha256: string;
}

const FILE = Buffer.from('# Opening hours\n\nEvery day from six to noon.\n');

/** The code for this secret, `steps` half minutes from now. */
const codeOf = (secret: string, steps: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function answered<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Creates an account with two-factor sign-in, a file, and a conversation. */
export async function live(address: string): Promise<LivedAccount> {
  const person = await signedUp(address);
  const { file } = await answered<{ file: { id: string } }>(
    person.fetch('/api/attachments', {
      method: 'POST',
      headers: { 'x-file-name': 'hours.md', 'content-type': 'application/octet-stream' },
      body: FILE,
    }),
  );
  const { id: conversationId } = await answered<{ id: string }>(
    person.fetch('/api/conversations', json('POST', {})),
  );
  const { secret } = await answered<{ secret: string }>(
    person.fetch('/api/account/two-factor', json('POST', { code: '' })),
  );
  await answered(
    person.fetch('/api/account/two-factor', json('PUT', { code: codeOf(secret, -1) })),
  );
  return {
    email: person.email,
    password: person.password,
    secret,
    conversationId,
    fileId: file.id,
    fileSha256: createHash('sha256').update(FILE).digest('hex'),
  };
}

/** Signs in with password and code, and checks everything. `step` must increase, because no code works twice. */
export async function findAgain(address: string, lived: LivedAccount, step = 0): Promise<Visitor> {
  const person = visitor(address);
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const first = await person.fetch(
    '/auth/login',
    form({ email: lived.email, password: lived.password }),
  );
  const next = first.headers.get('location') ?? '';
  if (!next.startsWith('/auth/two-factor')) {
    throw new Error(`signing in gave ${first.status} ${next}, and no question for a code`);
  }
  const second = await person.fetch(next, form({ code: codeOf(lived.secret, step) }));
  if (second.status !== 302) throw new Error(`the code was refused: ${second.status}`);
  const file = await person.fetch(`/api/attachments/${lived.fileId}`);
  const sha256 = createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex');
  if (file.status !== 200 || sha256 !== lived.fileSha256) {
    throw new Error(`the file came back as ${file.status}, sha256 ${sha256}`);
  }
  const page = await person.fetch(`/ai-lab/chat/${lived.conversationId}`);
  if (page.status !== 200) throw new Error(`the conversation gave ${page.status}`);
  await page.text();
  return person;
}
