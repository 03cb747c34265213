import type { Request, Response } from 'express';
import { describe, expect, test } from 'vitest';

import type { AppBuild } from '../build.ts';
import { routeManifest } from './route-manifest.ts';

const routes = {
  root: { id: 'root', path: '' },
  index: { id: 'index', parentId: 'root', index: true },
  frame: { id: 'frame', parentId: 'root' },
  lab: { id: 'lab', parentId: 'frame', path: 'ai-lab' },
  chat: { id: 'chat', parentId: 'lab', path: 'chat/:id' },
  help: { id: 'help', parentId: 'frame', path: 'help/:article' },
  unknown: { id: 'unknown', parentId: 'frame', path: '*' },
  email: { id: 'email', parentId: 'root', path: 'api/account/email' },
};
const build = { routes, assets: { version: 'v1', routes } } as unknown as AppBuild;
const answer = routeManifest(build);

function ask(query: string) {
  const sent = { status: 200, headers: {} as Record<string, string>, ids: null as string[] | null };
  const response = {
    status(status: number) {
      sent.status = status;
      return response;
    },
    type: () => response,
    setHeader(name: string, value: string) {
      sent.headers[name.toLowerCase()] = value;
    },
    send: () => response,
    end: () => response,
    json(body: object) {
      sent.ids = Object.keys(body);
    },
  };
  const request = { originalUrl: `/__manifest?${query}` };
  void answer(request as Request, response as unknown as Response, () => undefined);
  return sent;
}

describe('the route manifest', () => {
  test.each([
    ['version=v1&p=/ai-lab/chat/7', ['root', 'index', 'frame', 'lab', 'chat', 'unknown']],
    ['version=v1&p=/', ['root', 'index', 'frame', 'unknown']],
    ['version=v1&p=/&p=/help/start', ['root', 'index', 'frame', 'help', 'unknown']],
    ['version=v1&p=/api/account/email', ['root', 'index', 'frame', 'unknown', 'email']],
    // Only full matching could decide these, so they get all pages.
    ['version=v1&p=/AI-LAB', ['root', 'index', 'frame', 'lab', 'chat', 'help', 'unknown']],
    ['version=v1&p=/nowhere', ['root', 'index', 'frame', 'lab', 'chat', 'help', 'unknown']],
  ])('answers %s with the routes of its sections', (query, ids) => {
    const sent = ask(query);
    expect(sent.ids?.sort()).toEqual(ids.sort());
    expect(sent.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('makes a browser with another build reload its pages', () => {
    expect(ask('version=v0&p=/ai-lab')).toMatchObject({
      status: 204,
      headers: { 'x-remix-reload-document': 'true' },
    });
    expect(ask('p=/ai-lab').status).toBe(204);
  });

  test('refuses a request without paths, or longer than browsers send', () => {
    expect(ask('version=v1').status).toBe(400);
    expect(ask(`version=v1&p=/${'a'.repeat(8_000)}`).status).toBe(400);
  });
});
