import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { KILL_POINTS } from '../../../app/lib/kill-points.server.ts';

// tests/process/setup.ts makes the build.
import '../../process/setup.ts';

it('each journey with kill points has a test file of its name', () => {
  const driven = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => file.replace(/\.test\.ts$/, ''));
  expect(driven.sort()).toEqual([...Object.keys(KILL_POINTS), 'every-point'].sort());
});

it('the production build has no kill points', () => {
  const directory = 'build/server';
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(directory, file), 'utf8'));
  expect(sources.some((source) => source.includes('SIGTERM') || source.length > 10_000)).toBe(true);
  for (const source of sources) {
    expect(source).not.toMatch(/killPoint|KILL_FILE|KILL_POINTS/);
    for (const point of Object.values(KILL_POINTS).flat()) expect(source).not.toContain(point);
  }
});
