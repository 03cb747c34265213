import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/**
 * Every place from which the server opens connections, and what decides where they go. A new one fails this test until
 * it's named here; if a person's input or a provider's answer decides, it must connect through the guard.
 */
const OUTGOING: Record<
  string,
  | 'operator'
  | 'operator or admin'
  | 'fixed'
  | 'answer, guarded'
  | 'person, guarded'
  | 'guard'
  | 'handed on'
  | 'browser'
> = {
  'app/gateways/ai/openai.server.ts': 'operator or admin',
  'app/gateways/ai/wire.server.ts': 'operator or admin',
  'app/gateways/images/openai.server.ts': 'operator or admin',
  'app/gateways/images/openrouter.server.ts': 'operator or admin',
  'app/gateways/email/postmark.server.ts': 'operator',
  'app/gateways/email/smtp.server.ts': 'operator or admin',
  'app/gateways/objects/s3.server.ts': 'operator',
  'app/gateways/payments/stripe.server.ts': 'operator',
  'app/gateways/providers/ask-provider.server.ts': 'operator or admin',
  'app/gateways/providers/provider-fetch.server.ts': 'operator or admin',
  'app/gateways/replicate/client.server.ts': 'operator',
  'app/gateways/providers/guarded-connection.server.ts': 'guard',
  'app/gateways/providers/guarded-fetch.server.ts': 'guard',
  'app/gateways/website/fetch-page.server.ts': 'handed on',
  'app/gateways/leaked-passwords/is-leaked.server.ts': 'operator',
  // The operator's issuer names its other addresses itself; it may be in the operator's own network.
  'app/gateways/issuers/index.server.ts': 'operator',
  'app/gateways/search/ask-search.server.ts': 'operator',
  'app/gateways/website/open-site.server.ts': 'person, guarded',
  'app/gateways/website/read-page.server.ts': 'person, guarded',
  'app/gateways/website/read-website.server.ts': 'person, guarded',
  'app/gateways/providers/fetch-file.server.ts': 'answer, guarded',
  'app/gateways/images/fetch-output.server.ts': 'answer, guarded',
  'app/gateways/providers/bounded-answer.ts': 'handed on',
  'app/http/page-data.ts': 'handed on',
  // To this app itself, with fixed paths.
  'app/http/client.ts': 'browser',
};

const CONNECTS =
  /\bfetch(?:Bounded)?\(|\bproviderFetch\(|\bguardedFetch\(|\bfetchToFile\(.*=>|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(|\bcreateConnection\(|createTransport\(|new (?:S3Client|OpenAI|Stripe|Replicate|WebSocket|EventSource|[\w.]*ServerClient)\(|undici\(\)|from 'node:https?'/;

/** These talk to the process that started them, or to the app's own database. */
const LOCAL = /^server\/|^app\/lifecycle\.server\.ts$|^app\/lib\/prisma\//;

function sources(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => join(directory, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !LOCAL.test(file));
}

/** The source without comments and type imports. */
function code(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/import type [\s\S]*?;/g, '');
}

test('the server opens connections only from declared places', () => {
  const found = sources('app').filter((file) => CONNECTS.test(code(file)));
  expect(found.sort()).toEqual(Object.keys(OUTGOING).sort());
});

test('no module loads undici before something connects', () => {
  const imports = sources('app').filter((file) => /from 'undici'/.test(code(file)));
  expect(imports).toEqual([]);
});

test('addresses that come from answers are fetched through the guard', () => {
  for (const [file, who] of Object.entries(OUTGOING)) {
    if (who !== 'answer, guarded') continue;
    expect(code(file), file).toMatch(/\bguardedFetch\b/);
    expect(code(file), file).not.toMatch(/[^.\w]fetch\(/);
  }
});

test('addresses that people type are connected to through the guard', () => {
  const dispatchers = Object.entries(OUTGOING).filter(([, who]) => who === 'person, guarded');
  expect(dispatchers.map(([file]) => file)).toEqual([
    'app/gateways/website/open-site.server.ts',
    'app/gateways/website/read-page.server.ts',
    'app/gateways/website/read-website.server.ts',
  ]);
  for (const [file] of dispatchers) {
    expect(code(file)).toContain('connect: guardedConnector(network)');
    expect(code(file).match(/new \(undici\(\)\.Agent\)\(/g)).toHaveLength(1);
  }
  // It uses the connections that it's given, and no other.
  expect(code('app/gateways/website/fetch-page.server.ts')).toContain(
    'dispatcher: visit.dispatcher',
  );
});

test('addresses that admins type are connected to through their own guard', () => {
  const guards: Record<string, RegExp> = {
    'app/gateways/ai/openai.server.ts': /createFetch\(\{ isGuarded: source === 'admin' \}\)/,
    'app/gateways/ai/wire.server.ts': /lookup: adminLookup/,
    'app/gateways/images/openai.server.ts': /fetch: providerFetch\(source\)/,
    'app/gateways/images/openrouter.server.ts': /await providerFetch\(settings\.source\)\(/,
    'app/gateways/email/smtp.server.ts': /host: await resolveAdminHost\(/,
    'app/gateways/providers/ask-provider.server.ts': /await providerFetch\(source\)\(/,
    'app/gateways/providers/provider-fetch.server.ts':
      /guardedConnector\(publicNetwork, isAdminAddress\)/,
  };
  const files = Object.entries(OUTGOING).filter(([, who]) => who === 'operator or admin');
  expect(files.map(([file]) => file).sort()).toEqual(Object.keys(guards).sort());
  for (const [file, guard] of Object.entries(guards)) expect(code(file), file).toMatch(guard);
});

test('child processes that open connections are those of the server itself', () => {
  const found = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /[^.\w]fetch\(|\bhttps?\.(?:request|get)\(/.test(code(join('server', file))));
  expect(found).toEqual([]);
});
