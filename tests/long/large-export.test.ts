import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { SERVING } from '../../scripts/run.mjs';
import { writeLargeConversation } from '../factories/chatgpt/hostile';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'brandwright-test-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

test('one conversation of 200 MB is read completely, within 150 MB of memory', async () => {
  const path = join(directory, 'conversations.json');
  const { nodes } = await writeLargeConversation(path, { bytes: 200_000_000 });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...SERVING.options, '--import', 'tsx', join(import.meta.dirname, 'read-export.ts'), path],
    // The options that the app runs with, because they affect the memory.
    { env: { ...process.env, ...SERVING.environment } },
  );
  const found = JSON.parse(stdout) as Record<string, number>;
  expect(found).toMatchObject({ messages: nodes, linked: nodes, remarks: [] });
  expect(found.bytes).toBeGreaterThan(200_000_000);
  // The full text of every node.
  expect(found.characters).toBeGreaterThan(nodes * 1_500);
  expect(found.memoryMB).toBeLessThan(150);
  // Three are usual. Work for each pair of nodes would take hours.
  expect(found.processorSeconds).toBeLessThan(30);
}, 120_000);
