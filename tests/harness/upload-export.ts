import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type {
  ImportState,
  ImportView,
} from '../../app/features/import-export/page/import-export.ts';

/** Sends a request of a signed-in person. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

const LOOK_AGAIN_MS = 100;

/** Starts an import and uploads a file as the browser does, with only a few parts in memory. */
export async function uploadExport(send: Send, file: string): Promise<ImportView> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const begun = await view(
      await send('/api/imports', post({ files: [{ name: basename(file), size }] })),
    );
    const parts = Array.from({ length: Math.ceil(size / begun.partSize) }, (_, part) => part);
    const sendParts = async () => {
      for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
        const bytes = Buffer.alloc(Math.min(begun.partSize, size - part * begun.partSize));
        await handle.read(bytes, 0, bytes.length, part * begun.partSize);
        const response = await send(`/api/imports/${begun.id}/files/0/parts/${part}`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/octet-stream' },
          body: bytes,
        });
        if (response.status !== 204) {
          throw new Error(`part ${part} gave ${response.status}: ${await response.text()}`);
        }
      }
    };
    await Promise.all([sendParts(), sendParts()]);
    return begun;
  } finally {
    await handle.close();
  }
}

/** Runs a whole import: upload, preview, and writing everything. */
export async function importExport(send: Send, file: string): Promise<ImportView> {
  const { id } = await uploadExport(send, file);
  await view(await send(`/api/imports/${id}/read`, { method: 'POST' }));
  await untilState(send, id, 'ready');
  await view(await send(`/api/imports/${id}/start`, post({ all: true, except: [] })));
  return untilState(send, id, 'done');
}

/** Waits until the import is in this state; fails as soon as it can't get there. */
export async function untilState(send: Send, id: string, wanted: ImportState): Promise<ImportView> {
  for (;;) {
    const now = await view(await send(`/api/imports/${id}`));
    if (now.state === wanted) return now;
    if (['failed', 'canceled', 'done', 'removed'].includes(now.state)) {
      throw new Error(`the import is ${now.state}: ${now.reason}`);
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

async function view(response: Response): Promise<ImportView> {
  if (!response.ok) throw new Error(`it gave ${response.status}: ${await response.text()}`);
  return (await response.json()) as ImportView;
}

function post(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}
