import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { client, refusalText, refusedFields, requestAsVisitor, RequestRefused } from './client';
import type { Endpoint, Resource } from './resource.server';

type Declared = Endpoint<'GET', '/api/things/:id', undefined, { name: string }>;
const api = client<Resource<Declared>>(requestAsVisitor);
const ask = () => api.get('/api/things/:id', { params: { id: 'a/b' } });

const fetched = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  fetched.mockReset();
});

test('returns what the endpoint answered', async () => {
  fetched.mockResolvedValue(Response.json({ name: 'this' }));
  await expect(ask()).resolves.toEqual({ name: 'this' });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/things/a%2Fb');
});

test('rejects a page that a proxy answered with', async () => {
  const headers = { 'Content-Type': 'text/html' };
  fetched.mockResolvedValue(new Response('{"name":"this"}', { headers }));
  await expect(ask()).rejects.toThrow(SyntaxError);
});

test('doesn’t read what a server of another build answered', async () => {
  const headers = { 'X-Build': 'another' };
  fetched.mockResolvedValue(Response.json({ name: 'this' }, { headers }));
  const error: unknown = await ask().catch((reason: unknown) => reason);
  expect(refusalText(error, '')).toBe('Brandwright was updated. Reload the page to continue.');
});

test('doesn’t read what names no build, unless during development', async () => {
  vi.stubEnv('DEV', false);
  fetched.mockResolvedValue(Response.json({ name: 'this' }));
  await expect(ask()).rejects.toThrow(RequestRefused);
  vi.unstubAllEnvs();
  fetched.mockResolvedValue(Response.json({ name: 'this' }));
  await expect(ask()).resolves.toEqual({ name: 'this' });
});

test('reads nothing but the sentence of a refusal by a server of another build', async () => {
  const body = { error: 'No.', fields: { name: 'Too long.' }, thing: { name: 'this' } };
  const headers = { 'X-Build': 'another' };
  fetched.mockResolvedValue(Response.json(body, { status: 409, headers }));
  const error: unknown = await ask().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 409, body: { error: 'No.' } });
  expect(Object.keys((error as RequestRefused).body)).toEqual(['error']);
});

test.each<[unknown, string, Record<string, string>]>([
  [{ error: 'No.', fields: { name: 'Too long.', other: 1 } }, 'No.', { name: 'Too long.' }],
  [{ error: 1, fields: ['Too long.'] }, 'otherwise', {}],
  [['No.'], 'otherwise', {}],
  [null, 'otherwise', {}],
])('reads a refusal of %j as far as it is one', async (body, text, fields) => {
  fetched.mockResolvedValue(Response.json(body, { status: 400 }));
  const error: unknown = await ask().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestRefused);
  expect(refusalText(error, 'otherwise')).toBe(text);
  expect(refusedFields(error)).toEqual(fields);
});
