import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { HANG_MS } from '../../harness/eventually.ts';
import { end, type Engine, type ElementRef, printed } from './engine.ts';

/** `remote.active-protocols`: WebDriver BiDi alone, which brings the settings for tests with it. */
const PREFERENCES = 'user_pref("remote.active-protocols", 1);\n';

interface Reply {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: object;
  error?: string;
  message?: string;
  params?: { type?: string; level?: string; text?: string; url?: string };
}

interface CallResult {
  type: 'success' | 'exception';
  result?: { value?: string; sharedId?: string };
  exceptionDetails?: { text: string };
}

/** Starts Firefox without a window, and speaks WebDriver BiDi with it. */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'brandwright-firefox-'));
  writeFileSync(join(profile, 'user.js'), PREFERENCES);
  const child = spawn(
    program,
    ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'],
    { env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' }, stdio: 'pipe' },
  );
  async function stop() {
    await end(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    return await connect(child, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect(child: ChildProcess, stop: () => Promise<void>): Promise<Engine> {
  const address = await printed(child, /WebDriver BiDi listening on (ws:\/\/\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await opened(socket);

  const waiting = new Map<number, (reply: Reply) => void>();
  const complaints: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    const { params } = reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    else if (params?.type === 'javascript' && params.level === 'error') {
      complaints.push(params.text ?? 'an error');
    } else if (params?.url?.startsWith('about:tabcrashed')) {
      complaints.push('The process of a page has ended.');
    }
  });
  socket.addEventListener('close', () => {
    const reply: Reply = { type: 'error', error: 'closed', message: 'Firefox has ended.' };
    for (const settle of waiting.values()) settle(reply);
  });
  let sent = 0;
  async function send<T>(method: string, params: object): Promise<T> {
    sent += 1;
    const id = sent;
    if (socket.readyState !== WebSocket.OPEN) throw new Error(`${method}: Firefox has ended.`);
    const hang: Reply = { type: 'error', error: 'timeout', message: 'Firefox gives no answer.' };
    const reply = new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      setTimeout(resolve, HANG_MS, hang).unref();
    });
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await reply;
    waiting.delete(id);
    if (type === 'error') throw new Error(`${method}: ${error}: ${message}`);
    return result as T;
  }
  async function call(context: string, functionDeclaration: string, argument: string) {
    const { result, exceptionDetails } = await send<CallResult>('script.callFunction', {
      functionDeclaration,
      target: { context },
      arguments: [{ type: 'string', value: argument }],
      awaitPromise: true,
    });
    if (!result) throw new Error(exceptionDetails?.text);
    return result;
  }

  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  await send('session.subscribe', {
    events: ['log.entryAdded', 'browsingContext.navigationCommitted'],
  });
  return {
    version: capabilities.browserVersion,
    complaints,
    async openTab() {
      const { context } = await send<{ context: string }>('browsingContext.create', {
        type: 'tab',
      });
      await send('browsingContext.setViewport', {
        context,
        viewport: { width: 1440, height: 900 },
      });
      return context;
    },
    async navigate(context, url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async call(context, source, argument) {
      return (await call(context, source, argument)).value ?? '';
    },
    async find(context, source, argument): Promise<ElementRef> {
      const { sharedId } = await call(context, source, argument);
      return { sharedId };
    },
    async perform(context, actions) {
      await send('input.performActions', { context, actions });
    },
    async setFile(context, element, path) {
      await send('input.setFiles', { context, element, files: [path] });
    },
    async close() {
      socket.close();
      await stop();
    },
  };
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    const refuse = () => reject(new Error(`Firefox doesn't accept a connection at ${socket.url}.`));
    socket.addEventListener('error', refuse, { once: true });
    AbortSignal.timeout(HANG_MS).addEventListener('abort', refuse);
  });
}
