import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';

/**
 * Runs `work` while no other process on this machine does so for the same file. The lock is a listening socket: it
 * ends with its process, so a killed process never leaves it behind, and waiting needs no polling.
 * @param {string} file the socket's path, on systems that need a file for it
 * @param {() => Promise<void>} work
 */
export async function oneAtATime(file, work) {
  const release = await acquire(addressOf(file));
  try {
    await work();
  } finally {
    release();
  }
}

/** @param {string} file */
function addressOf(file) {
  if (process.platform === 'linux') {
    // An abstract socket, which leaves no file behind.
    return `\0brandwright-${createHash('sha256').update(file).digest('hex')}`;
  }
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

/**
 * @param {string} address
 * @returns {Promise<() => void>} releases the lock
 */
async function acquire(address) {
  for (let isReported = false; ; isReported = true) {
    /** @type {Set<import('node:net').Socket>} */
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.once('error', () => waiting.delete(socket));
    });
    const failure = await new Promise((resolve) => {
      server.once('error', resolve);
      server.listen(address, () => resolve(undefined));
    });
    if (!failure) {
      server.unref();
      return () => {
        server.close();
        for (const socket of waiting) socket.destroy();
      };
    }
    // A file system without sockets: the person has to avoid two starts at the same time.
    if (failure.code !== 'EADDRINUSE') return () => {};
    if (!isReported) console.error('Another command is preparing this checkout: waiting for it.');
    await untilReleased(address);
  }
}

/**
 * Resolves when no process listens there any more.
 * @param {string} address
 * @returns {Promise<void>}
 */
export function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('error', (error) => {
      // No one is listening: a killed process left its file, or a process without a file is about to end.
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true });
    });
    socket.once('close', () => resolve());
  });
}
