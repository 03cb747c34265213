import { describe, expect, it, vi } from 'vitest';

import { hostChecker, hostOf, hostRefusal } from './hosts.ts';

const from = (host?: string, more: Record<string, string> = {}) =>
  ({ url: '/auth/login?x', headers: { ...(host !== undefined && { host }), ...more } }) as never;

describe('hostChecker', () => {
  it('accepts any host while APP_URL is not set', () => {
    const answersFor = hostChecker({ appUrl: undefined, allowed: ['brand.example'] });
    expect(['evil.example', undefined, 'a b'].map(answersFor)).toEqual([true, true, true]);
  });

  it.each([
    ['https://brand.example', 'brand.example', true],
    ['https://brand.example', 'BRAND.example:443', true],
    ['https://brand.example', 'brand.example:80', false],
    ['https://brand.example', 'brand.example:3000', false],
    ['http://brand.example', 'brand.example:80', true],
    ['http://brand.example:3000/', 'brand.example:3000', true],
    ['http://brand.example:3000', 'brand.example', false],
    ['https://brand.example', 'www.brand.example', false],
    ['https://brand.example', 'brand.example.', false],
    ['https://brand.example', 'brand.example.evil.example', false],
    ['https://brand.example', 'evil@brand.example', false],
    ['https://brand.example', 'brand.example/', false],
    ['https://brand.example', 'brand.example:', false],
    ['https://brand.example', 'brand.example:443:443', false],
    ['https://brand.example', '', false],
    ['https://brand.example', undefined, false],
    ['https://brand.example', `${'a.'.repeat(50_000)}example`, false],
    ['http://[2001:db8::1]:3000', '[2001:DB8::1]:3000', true],
    ['http://localhost:3000', '127.0.0.1:3000', true],
    ['http://localhost:3000', '[::1]:3000', true],
    ['http://localhost:3000', 'localhost:3001', false],
    ['https://bücher.example', 'xn--bcher-kva.example', true],
  ])('with APP_URL %s, takes the host %s for its own: %s', (appUrl, host, isOwn) => {
    expect(hostChecker({ appUrl, allowed: [] })(host)).toBe(isOwn);
  });

  it('accepts the names in ALLOWED_HOSTS, with a port or for any port', () => {
    const appUrl = 'https://brand.example';
    const answersFor = hostChecker({ appUrl, allowed: ['old.example', '10.0.0.5:3000', '[::1]'] });
    for (const host of ['old.example', 'OLD.example:8080', '10.0.0.5:3000', '[::1]:9', '[::1]']) {
      expect(answersFor(host), host).toBe(true);
    }
    for (const host of ['10.0.0.5', '10.0.0.5:3001', 'x.old.example', 'old.example:x']) {
      expect(answersFor(host), host).toBe(false);
    }
  });
});

describe('hostOf', () => {
  const headers = { host: 'inner:3000', 'x-forwarded-host': 'brand.example, inner' };

  it('returns the host that the first proxy received, if proxies are trusted', () => {
    expect(hostOf(headers, 1)).toBe('brand.example');
    expect(hostOf({ host: 'inner:3000' }, 1)).toBe('inner:3000');
  });

  it('returns the request’s own host otherwise', () => {
    expect(hostOf(headers, 0)).toBe('inner:3000');
  });
});

describe('hostRefusal', () => {
  const hosts = { appUrl: 'https://brand.example', allowed: [], trustProxy: 0 };

  it('says where the app is, and logs each refused name once', () => {
    const warn = vi.fn();
    const refuse = hostRefusal(hosts, { warn });
    const text = "This site doesn't answer at this address. Open https://brand.example instead.";
    for (let n = 0; n < 3; n += 1) expect(refuse(from('evil.example'))).toBe(text);
    expect(refuse(from())).toBe(text);
    expect(refuse(from('brand.example'))).toBeNull();
    expect(warn.mock.calls.map(([about]) => (about as { host: string }).host)).toEqual([
      'evil.example',
      'undefined',
    ]);
    for (let n = 0; n < 1_000; n += 1) refuse(from(`${n}.evil.example`));
    expect(warn).toHaveBeenCalledTimes(100);
  });

  it('never refuses probes', () => {
    const refuse = hostRefusal(hosts, { warn: vi.fn() });
    for (const url of ['/healthz', '/readyz?x', '/metrics']) {
      expect(refuse({ url, headers: { host: '127.0.0.1:3000' } } as never)).toBeNull();
    }
  });
});
