import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/**
 * Every place from which the server connects to somewhere, and who says where to. A new one fails this test until it
 * is named here: one that goes where a person or a provider's answer says must go through `guardedFetch`.
 */
const OUTGOING: Record<string, 'operator' | 'fixed' | 'answer, guarded' | 'handed on' | 'browser'> =
  {
    'app/gateways/ai/openai.server.ts': 'operator',
    'app/gateways/ai/wire.server.ts': 'operator',
    'app/gateways/images/openai.server.ts': 'operator',
    'app/gateways/images/openrouter.server.ts': 'operator',
    'app/gateways/email/postmark.server.ts': 'operator',
    'app/gateways/email/smtp.server.ts': 'operator',
    'app/gateways/objects/s3.server.ts': 'operator',
    'app/gateways/payments/stripe.server.ts': 'operator',
    'app/gateways/providers/ask-provider.server.ts': 'operator',
    'app/gateways/replicate/client.server.ts': 'operator',
    'app/gateways/providers/guarded-fetch.server.ts': 'answer, guarded',
    'app/gateways/providers/fetch-file.server.ts': 'answer, guarded',
    'app/gateways/images/fetch-output.server.ts': 'answer, guarded',
    'app/gateways/providers/bounded-answer.ts': 'handed on',
    'app/http/patient-fetch.ts': 'handed on',
    // To this app itself, by paths that are written there.
    'app/http/client.ts': 'browser',
  };

const CONNECTS =
  /\bfetch(?:Bounded)?\(|\bguardedFetch\(|\bfetchToFile\(.*=>|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(|\bcreateConnection\(|createTransport\(|new (?:S3Client|OpenAI|Stripe|Replicate|WebSocket|EventSource|[\w.]*ServerClient)\(|from 'undici'|from 'node:https?'/;

/** They speak to whoever started the app, or to its own database. */
const LOCAL = /^server\/|^app\/lifecycle\.server\.ts$|^app\/lib\/prisma\//;

function sources(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => join(directory, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !LOCAL.test(file));
}

/** Without comments, and without types alone. */
function code(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/import type [\s\S]*?;/g, '');
}

test('the server connects to nowhere but from where it is declared', () => {
  const found = sources('app').filter((file) => CONNECTS.test(code(file)));
  expect(found.sort()).toEqual(Object.keys(OUTGOING).sort());
});

test('what goes where an answer says goes through the guard', () => {
  for (const [file, who] of Object.entries(OUTGOING)) {
    if (who !== 'answer, guarded' || file.endsWith('guarded-fetch.server.ts')) continue;
    expect(code(file), file).toMatch(/\bguardedFetch\b/);
    expect(code(file), file).not.toMatch(/[^.\w]fetch\(/);
  }
});

test('only the child processes of the server itself connect from there', () => {
  const found = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /[^.\w]fetch\(|\bhttps?\.(?:request|get)\(/.test(code(join('server', file))));
  expect(found).toEqual([]);
});
