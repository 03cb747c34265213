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
    ['the same host over https, behind a proxy that says nothing', { origin: `https://${HOST}` }],
    ['APP_URL', { origin: APP_URL }],
    ['a page whose origin the browser hides', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a page whose origin the browser leaves out', { 'sec-fetch-site': 'same-origin' }],
    ['a person, by a bookmark or a repeated form', { 'sec-fetch-site': 'none', cookie: 'a=b' }],
    ['a page that only the referrer names', { referer: `${OWN}/auth/login`, cookie: 'a=b' }],
    ['a script without a cookie', {}],
    [
      'a bearer call without a cookie',
      { authorization: 'Bearer x', origin: 'https://evil.example' },
    ],
  ])('lets pass: %s', (_name, headers: Record<string, string>) => {
    expect(post(headers)).toBe(true);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of the host', { origin: 'http://brand.example:3001' }],
    ['a host that begins like the own one', { origin: `${OWN}.evil.example` }],
    ['APP_URL over http', { origin: 'http://brand.example' }],
    ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a hidden origin and nothing else', { origin: 'null' }],
    ['a hidden origin of a person', { origin: 'null', 'sec-fetch-site': 'none' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a foreign referrer', { referer: 'https://evil.example/', cookie: 'a=b' }],
    ['a script with a cookie that does not say where it comes from', { cookie: 'a=b' }],
    ['a bearer call with a cookie', { authorization: 'Bearer x', cookie: 'a=b' }],
    ['an origin that is no address', { origin: 'javascript:alert(1)' }],
    [
      'a foreign origin, whatever the browser says beside it',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('refuses: %s', (_name, headers: Record<string, string>) => {
    expect(post(headers)).toBe(false);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'QUERY'])('counts %s as a change', (method) => {
    expect(post({ origin: 'https://evil.example' }, method)).toBe(false);
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('counts %s as reading', (method) => {
    expect(post({ origin: 'https://evil.example', cookie: 'a=b' }, method)).toBe(true);
  });

  it('ignores default ports', () => {
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

  it('lets scripts run by the nonce alone', () => {
    expect(directives('production')['script-src']).toEqual(["'nonce-N0nce'", "'strict-dynamic'"]);
    expect(directives('development')['script-src']).toEqual(["'nonce-N0nce'", "'strict-dynamic'"]);
  });

  it('allows inline styles as attributes only', () => {
    const policy = directives('production');
    expect(policy['style-src-elem']).toEqual(["'self'", "'nonce-N0nce'"]);
    expect(policy['style-src-attr']).toEqual(["'unsafe-inline'"]);
  });

  it('names no other host anywhere', () => {
    expect(contentSecurityPolicy('N0nce', 'production')).not.toMatch(/https?:|\*/);
  });

  it('adds what one page needs from elsewhere, and loosens nothing else', () => {
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

  it('keeps the app out of frames, plug-ins and foreign bases', () => {
    const policy = directives('production');
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['default-src']).toEqual(["'self'"]);
  });
});
