import { describe, expect, it } from 'vitest';

import { explain, firstDifference } from './install.mjs';

const linux = { platform: 'linux', arch: 'x64' };
const wanted = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a/node_modules/b': { version: '2.0.0' },
  'node_modules/linux-only': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
  'node_modules/mac-only': { version: '1.0.0', optional: true, os: ['darwin'] },
  'node_modules/musl-only': { version: '1.0.0', optional: true, os: ['linux'], libc: ['musl'] },
  'node_modules/not-linux': { version: '1.0.0', optional: true, os: ['!linux'] },
  'node_modules/any-machine': { version: '1.0.0', optional: true },
};
const FOR_OTHERS = [
  '',
  'node_modules/mac-only',
  'node_modules/musl-only',
  'node_modules/not-linux',
];
const complete = Object.fromEntries(
  Object.entries(wanted).filter(([path]) => !FOR_OTHERS.includes(path)),
);

function without(path: string) {
  return Object.fromEntries(Object.entries(complete).filter(([name]) => name !== path));
}

describe('firstDifference', () => {
  it('returns undefined when everything for this machine is installed', () => {
    expect(firstDifference(wanted, complete, linux)).toBeUndefined();
  });

  it.each([
    ['node_modules/a', 'a is missing'],
    ['node_modules/a/node_modules/b', 'b is missing'],
    ['node_modules/linux-only', 'linux-only is missing'],
    ['node_modules/any-machine', 'any-machine is missing'],
  ])('reports %s if it’s missing', (path, difference) => {
    expect(firstDifference(wanted, without(path), linux)).toBe(difference);
  });

  it('ignores what only packages for other machines need', () => {
    const all = {
      ...wanted,
      'node_modules/mac-only': {
        ...wanted['node_modules/mac-only'],
        dependencies: { 'made-for-mac': '1' },
      },
      'node_modules/made-for-mac': {
        version: '1.0.0',
        optional: true,
        dependencies: { 'below-that': '1' },
      },
      'node_modules/below-that': { version: '1.0.0', optional: true },
    };
    expect(firstDifference(all, complete, linux)).toBeUndefined();
    const mac = { platform: 'darwin', arch: 'arm64' };
    const there = { ...complete, 'node_modules/mac-only': { version: '1.0.0' } };
    expect(firstDifference(all, there, mac)).toBe('not-linux is missing');
    const more = { ...there, 'node_modules/not-linux': { version: '1.0.0' } };
    expect(firstDifference(all, more, mac)).toBe('made-for-mac is missing');
  });

  it('reports a different version', () => {
    const installed = { ...complete, 'node_modules/a': { version: '0.9.0' } };
    expect(firstDifference(wanted, installed, linux)).toBe('a is at 0.9.0, 1.0.0 is needed');
  });

  it('expects on each machine what fits it', () => {
    expect(firstDifference(wanted, complete, { platform: 'darwin', arch: 'arm64' })).toBe(
      'mac-only is missing',
    );
  });
});

describe('explain', () => {
  it('blames the network', () => {
    const said = explain(
      'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error network request to https://registry failed',
    );
    expect(said).toMatch(/registry cannot be reached \(ENOTFOUND\)/);
  });

  it('blames a full disk or missing rights', () => {
    expect(explain('npm error code ENOSPC')).toMatch(/disk is full/);
    expect(explain('npm ERR! code EACCES')).toMatch(/may not write here \(EACCES\)/);
  });

  it('repeats npm’s message for other errors', () => {
    expect(
      explain('npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install\n'),
    ).toContain('(EUSAGE: `npm ci` can only install)');
    expect(explain('')).toContain('npm gave no reason');
  });

  it('returns one line', () => {
    for (const code of ['ENOTFOUND', 'ENOSPC', 'EACCES', 'EUSAGE']) {
      expect(explain(`npm error code ${code}\nnpm error more\n`)).not.toContain('\n');
    }
  });
});
