import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to a server that can be cut, stalled, and restored, like a network. */
export interface Line {
  port: number;
  /** Resets all connections and refuses new ones. */
  cut(): void;
  /** Stops all traffic without closing anything. */
  stall(): void;
  /** Restores normal traffic, starting with what was held back. */
  restore(): void;
  /** Resets all open connections, but accepts new ones. */
  drop(): void;
  close(): Promise<void>;
}

interface Pair {
  near: Socket;
  far: Socket;
}

/** @param port the server's port on this machine */
export async function openLine(port: number): Promise<Line> {
  const pairs = new Set<Pair>();
  let state: 'open' | 'cut' | 'stalled' = 'open';

  const server = createServer({ noDelay: true }, (near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    const pair = { near, far };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.on('error', end);
      socket.on('close', end);
    }
    near.pipe(far);
    far.pipe(near);
    if (state === 'stalled') hold(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function drop() {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
    pairs.clear();
  }

  return {
    port: (server.address() as AddressInfo).port,
    drop,
    cut() {
      state = 'cut';
      drop();
    },
    stall() {
      state = 'stalled';
      for (const pair of pairs) hold(pair);
    },
    restore() {
      state = 'open';
      for (const { near, far } of pairs) {
        near.pipe(far);
        far.pipe(near);
      }
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function hold({ near, far }: Pair) {
  near.unpipe();
  far.unpipe();
  near.pause();
  far.pause();
}
