import { open } from 'node:fs/promises';

/** Makes the names in a directory durable: a file's own sync keeps its content only. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
