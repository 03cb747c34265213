import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';

/**
 * Runs `work` while no other process of this machine runs it for the same file. The lock is a listening socket: it
 * ends with its process, so a killed one never leaves it behind, and who waits for it needs no clock.
 * @param {string} file where the socket lies, on systems that need a file for it
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
    // Without a file, so that none can be left over.
    return `\0brandwright-${createHash('sha256').update(file).digest('hex')}`;
  }
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

/**
 * @param {string} address
 * @returns {Promise<() => void>} what gives the lock back
 */
async function acquire(address) {
  for (let told = false; ; told = true) {
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
    // A file system without sockets: two starts at the same moment are then up to the person.
    if (failure.code !== 'EADDRINUSE') return () => {};
    if (!told) console.log('Another command is preparing this checkout: waiting for it.');
    await untilReleased(address);
  }
}

/**
 * Resolves when whoever listens there no longer does.
 * @param {string} address
 * @returns {Promise<void>}
 */
export function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('error', (error) => {
      // No one listens any more: a killed process left its file, or, where there is none, is just about to end.
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true });
    });
    socket.once('close', () => resolve());
  });
}
