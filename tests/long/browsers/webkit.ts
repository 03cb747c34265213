import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { vi } from 'vitest';

import { freePort } from '../../harness/app-process.ts';
import { HANG, HANG_MS } from '../../harness/eventually.ts';
import { end, type Engine, type ElementRef, printed } from './engine.ts';

/** The field in which WebDriver refers to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

interface WebKitPrograms {
  driver: string;
  browser: string;
  display: string;
}

/** Starts WebKitGTK's browser on a display of its own, and speaks WebDriver with it. */
export async function startWebKit(programs: WebKitPrograms): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'brandwright-webkit-'));
  const display = spawn(
    programs.display,
    ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let driver: ChildProcess | undefined;
  async function stop() {
    if (driver) await end(driver);
    await end(display);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    const number = await printed(display, /^(\d+)\n/);
    const port = await freePort();
    driver = spawn(programs.driver, [`--port=${port}`], {
      env: {
        ...process.env,
        HOME: home,
        DISPLAY: `:${number}`,
        // There is no graphics card.
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
      stdio: 'ignore',
    });
    // A driver that doesn't start doesn't answer either.
    driver.once('error', () => undefined);
    return await connect({ port, browser: programs.browser }, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect(
  { port, browser }: { port: number; browser: string },
  stop: () => Promise<void>,
): Promise<Engine> {
  async function send<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(HANG_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as {
      value: T & { error?: string; message?: string };
    };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value as T;
  }
  await vi.waitFor(() => send('GET', '/status'), HANG);
  const { sessionId, capabilities } = await send<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const post = <T = null>(path: string, body: object = {}) =>
    send<T>('POST', `${session}${path}`, body);
  let current: string | undefined;
  /** Commands go to one tab at a time. */
  async function use(tab: string) {
    if (tab === current) return;
    await post('/window', { handle: tab });
    current = tab;
  }
  async function execute<T>(tab: string, source: string, argument: string): Promise<T> {
    await use(tab);
    return post<T>('/execute/sync', {
      script: `return (${source})(arguments[0])`,
      args: [argument],
    });
  }

  return {
    version: capabilities.browserVersion,
    // The protocol tells of none.
    complaints: [],
    async openTab() {
      const { handle } = await post<{ handle: string }>('/window/new', { type: 'window' });
      await use(handle);
      await post('/window/rect', { x: 0, y: 0, width: 1440, height: 900 });
      return handle;
    },
    async navigate(tab, url) {
      await use(tab);
      await post('/url', { url });
    },
    call: (tab, source, argument) => execute<string>(tab, source, argument),
    find: (tab, source, argument) => execute<ElementRef>(tab, source, argument),
    async perform(tab, actions) {
      await use(tab);
      await post('/actions', { actions });
    },
    async setFile(tab, element, path) {
      await use(tab);
      await post(`/element/${(element as Record<string, string>)[ELEMENT]}/value`, { text: path });
    },
    async close() {
      try {
        await send('DELETE', session);
      } finally {
        await stop();
      }
    },
  };
}
