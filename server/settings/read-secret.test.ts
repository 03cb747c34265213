import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

const SCRIPT = `
  const { readSecret } = await import('./server/settings/read-secret.ts');
  try {
    console.log(JSON.stringify(await readSecret('New password: ')));
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }
`;

/** Runs the reader on this standard input, which stays open unless it's `ended`. */
async function read(parts: string[], { ended = true } = {}): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The reader may exit before it has read everything.
  child.stdin.on('error', () => {});
  for (const part of parts) child.stdin.write(part);
  if (ended) child.stdin.end();
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  while (!said.includes('\n')) await once(child.stdout, 'data');
  child.kill();
  return said.trimEnd();
}

test.each([
  [['a fine password\n'], 'a fine password'],
  [['a fine ', 'pässword'], 'a fine pässword'],
  [['first\r\nsecond\n'], 'first'],
  [['  spaces count \n'], '  spaces count '],
])('reads the first line of standard input: %j', async (parts, password) => {
  expect(await read(parts)).toBe(JSON.stringify(password));
});

test('doesn’t wait for the end of standard input once it has a line', async () => {
  expect(await read(['a fine password\n'], { ended: false })).toBe('"a fine password"');
});

test.each([[[]], [['\n']], [['   ']]])(
  'explains how to enter a password when there is none: %j',
  async (parts) => {
    expect(await read(parts)).toMatch(/^CommandFailed: There's no password on standard input\./);
  },
);

test('stops reading a line that never ends', async () => {
  const parts = Array.from({ length: 100 }, () => 'x'.repeat(1_000));
  expect(await read(parts, { ended: false })).toBe(
    'CommandFailed: This is too long for a password.',
  );
});
