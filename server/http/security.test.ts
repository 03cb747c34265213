import { describe, expect, it } from 'vitest';

import { contentSecurityPolicy, mayChangeState } from './security.ts';

const HOST = 'brand.example:3000';
const APP_URL = 'https://brand.example';
const OWN = `http://${HOST}`;

function post(headers: Record<string, string>, method = 'POST') {
  return mayChangeState({ method, headers, host: HOST }, APP_URL);
}

describe('mayChangeState', () => {
  it.each([
    ['a page of the same host', { origin: OWN }],
    [
      'the same host over https, behind a proxy without forwarded headers',
      { origin: `https://${HOST}` },
    ],
    ['APP_URL', { origin: APP_URL }],
    ['a page whose origin the browser hides', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a page whose origin the browser omits', { 'sec-fetch-site': 'same-origin' }],
    ['a person who uses a bookmark or repeats a form', { 'sec-fetch-site': 'none', cookie: 'a=b' }],
    ['a page that is known only by its referrer', { referer: `${OWN}/auth/login`, cookie: 'a=b' }],
    ['a script without a cookie', {}],
    [
      'a bearer call without a cookie',
      { authorization: 'Bearer x', origin: 'https://evil.example' },
    ],
  ])('allows %s', (_name, headers: Record<string, string>) => {
    expect(post(headers)).toBe(true);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of the host', { origin: 'http://brand.example:3001' }],
    ['a host that starts with the app’s', { origin: `${OWN}.evil.example` }],
    ['APP_URL over http', { origin: 'http://brand.example' }],
    ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a hidden origin without Sec-Fetch-Site', { origin: 'null' }],
    ['a hidden origin with Sec-Fetch-Site: none', { origin: 'null', 'sec-fetch-site': 'none' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a foreign referrer', { referer: 'https://evil.example/', cookie: 'a=b' }],
    ['a script with a cookie but without an origin', { cookie: 'a=b' }],
    ['a bearer call with a cookie', { authorization: 'Bearer x', cookie: 'a=b' }],
    ['an origin that isn’t an address', { origin: 'javascript:alert(1)' }],
    [
      'a foreign origin, whatever Sec-Fetch-Site says',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('refuses %s', (_name, headers: Record<string, string>) => {
    expect(post(headers)).toBe(false);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'QUERY'])('counts %s as a change', (method) => {
    expect(post({ origin: 'https://evil.example' }, method)).toBe(false);
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('counts %s as reading', (method) => {
    expect(post({ origin: 'https://evil.example', cookie: 'a=b' }, method)).toBe(true);
  });

  it('treats default ports as omitted', () => {
    const headers = { origin: 'http://brand.example' };
    expect(mayChangeState({ method: 'POST', headers, host: 'brand.example:80' }, undefined)).toBe(
      true,
    );
  });

  it('refuses a foreign origin when the request names no host', () => {
    const headers = { origin: 'https://evil.example' };
    expect(mayChangeState({ method: 'POST', headers, host: undefined }, undefined)).toBe(false);
  });
});

describe('contentSecurityPolicy', () => {
  const directives = (mode: 'production' | 'development') =>
    Object.fromEntries(
      contentSecurityPolicy('N0nce', mode)
        .split('; ')
        .map((directive) => {
          const [name = '', ...values] = directive.split(' ');
          return [name, values];
        }),
    );

  it('allows scripts only by nonce', () => {
    expect(directives('production')['script-src']).toEqual(["'nonce-N0nce'", "'strict-dynamic'"]);
    expect(directives('development')['script-src']).toEqual(["'nonce-N0nce'", "'strict-dynamic'"]);
  });

  it('allows inline styles only as attributes', () => {
    const policy = directives('production');
    expect(policy['style-src-elem']).toEqual(["'self'", "'nonce-N0nce'"]);
    expect(policy['style-src-attr']).toEqual(["'unsafe-inline'"]);
  });

  it('names no other host', () => {
    expect(contentSecurityPolicy('N0nce', 'production')).not.toMatch(/https?:|\*/);
  });

  it('adds a page’s own sources without loosening anything else', () => {
    const outside = {
      scripts: ['https://scripts.example'],
      frames: ['https://frames.example'],
      connections: ['https://calls.example'],
      images: ['https://images.example'],
    };
    const changed = contentSecurityPolicy('N0nce', 'production', outside).split('; ');
    const usual = contentSecurityPolicy('N0nce', 'production').split('; ');
    expect(changed.filter((directive) => !usual.includes(directive))).toEqual([
      "script-src 'nonce-N0nce' 'strict-dynamic' https://scripts.example",
      "img-src 'self' blob: data: https://images.example",
      "connect-src 'self' https://calls.example",
      "frame-src 'self' https://frames.example",
    ]);
    expect(changed).toHaveLength(usual.length);
  });

  it('forbids framing, plug-ins, and foreign base addresses', () => {
    const policy = directives('production');
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['default-src']).toEqual(["'self'"]);
  });
});
