import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { claimCluster, type Claim, type ClaimOptions, type Place } from './cluster-claim.ts';

const PORT = 20_001;
const TIMING = {
  beatMs: 5,
  pollMs: 5,
  dyingMs: 20,
  stillHereMs: 150,
  stillElsewhereMs: 300,
  waitMs: 100,
  fenceMs: 50,
};
const HERE: Place = { boot: 'boot 1', pidNamespace: 'pid:[1]', host: 'here' };
const NEXT_DOOR: Place = { ...HERE, pidNamespace: 'pid:[2]', host: 'next-door' };
const FAR: Place = { boot: 'boot 2', pidNamespace: 'pid:[1]', host: 'far' };

let dataDir: string;
let directory: string;
let server: Server | undefined;
let claims: Claim[];
let events: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'brandwright-claim-'));
  directory = join(dataDir, 'postgres');
  mkdirSync(directory);
  claims = [];
  events = [];
});

afterEach(async () => {
  for (const claim of claims) await claim.end({ release: false });
  await stopListening();
  rmSync(dataDir, { recursive: true, force: true });
});

function claimAs(place: Place, options: Partial<ClaimOptions> = {}) {
  return claimCluster({
    dataDir,
    directory,
    place,
    elsewhere: 'refuse',
    onEvent: (event) => events.push(event),
    onLost: () => {},
    timing: TIMING,
    isLocal: false,
    ...options,
  });
}

async function claimedAs(place: Place, options: Partial<ClaimOptions> = {}): Promise<Claim> {
  const claimed = await claimAs(place, options);
  if (!('claim' in claimed)) throw new Error('The database was borrowed.');
  claims.push(claimed.claim);
  return claimed.claim;
}

/** Writes the file as PostgreSQL does; `pid` is a number in its own place. */
function writePidFile(pid: number) {
  const lines = [pid, directory, 1_750_000_000, PORT, directory, '127.0.0.1', '', 'ready', ''];
  writeFileSync(join(directory, 'postmaster.pid'), lines.join('\n'));
}

/** Stands for a PostgreSQL that is reachable by its socket and whose process id means nothing here. */
async function listen() {
  server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) =>
    server?.listen(join(directory, `.s.PGSQL.${PORT}`), resolve),
  );
}

async function stopListening() {
  const listening = server;
  server = undefined;
  if (listening) await new Promise((resolve) => listening.close(resolve));
}

const claimFile = () => readFileSync(join(dataDir, 'postgres.owner'), 'utf8');

describe('the claim on the database in DATA_DIR', () => {
  it('is made by the first process of a place, shared by its others, and removed by the last', async () => {
    const first = await claimedAs(HERE);
    const second = await claimedAs(HERE);
    await first.end({ release: false });
    await second.ensure();
    await second.end({ release: true });
    expect(existsSync(join(dataDir, 'postgres.owner'))).toBe(false);
    await claimedAs(NEXT_DOOR);
    expect(JSON.parse(claimFile())).toMatchObject({ ...NEXT_DOOR, pid: process.pid });
  });

  it('is respected by every other place while it’s renewed, with a message that names its owner', async () => {
    await claimedAs(HERE);
    const sentence =
      /^The database in \S+ is in use by Brandwright \S+ on host here \(process \d+ there, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)\. Two servers .* Stop the other one first/;
    for (const place of [NEXT_DOOR, FAR]) {
      await expect(claimAs(place)).rejects.toThrow(sentence);
      await expect(claimAs(place, { elsewhere: 'wait' })).rejects.toThrow(sentence);
      await expect(claimAs(place, { elsewhere: 'use' })).rejects.toThrow(sentence);
    }
    expect(events.filter((event) => event.includes('Waiting up to'))).toHaveLength(2);
  });

  it('is respected even if the two machines’ clocks are years apart', async () => {
    const past = new Date('2001-01-01T00:00:00Z');
    await claimedAs(HERE, { timing: { ...TIMING, beatMs: 100_000 } });
    let tick = 0;
    const timer = setInterval(() => {
      void utimes(join(dataDir, 'postgres.owner'), past, new Date(past.getTime() + ++tick));
    }, 5);
    try {
      await expect(claimAs(FAR)).rejects.toThrow(/is in use by/);
    } finally {
      clearInterval(timer);
    }
  });

  it('goes to the waiting place once its owner has stopped', async () => {
    const owner = await claimedAs(HERE);
    const waiting = claimedAs(NEXT_DOOR, {
      elsewhere: 'wait',
      timing: { ...TIMING, waitMs: 60_000 },
    });
    await vi.waitFor(() => expect(events.join()).toContain('Waiting up to 60 seconds'));
    await owner.end({ release: true });
    await (await waiting).ensure();
  });

  it('is no longer waited for when the process has to end', async () => {
    await claimedAs(HERE);
    const check = vi.fn(() => {
      if (events.length > 0) throw new Error('has to end');
    });
    const timing = { ...TIMING, waitMs: 60_000 };
    await expect(claimAs(NEXT_DOOR, { elsewhere: 'wait', check, timing })).rejects.toThrow(
      'has to end',
    );
  });

  it.each([
    ['on this machine', NEXT_DOOR],
    ['on another machine', FAR],
  ])('is taken over from a place %s that stopped renewing it', async (_where, place) => {
    const dead = await claimedAs(HERE);
    await dead.end({ release: false });
    await claimedAs(place);
    expect(JSON.parse(claimFile())).toMatchObject(place);
    expect(events).toEqual([expect.stringMatching(/on host here .* no longer uses the database/)]);
    await expect(dead.ensure()).rejects.toThrow(/is in use by/);
  });

  it('is taken over by only one place', async () => {
    const dead = await claimedAs(HERE);
    await dead.end({ release: false });
    const places = Array.from({ length: 5 }, (_, index) => ({
      ...NEXT_DOOR,
      pidNamespace: `pid:[${index + 10}]`,
    }));
    const outcomes = await Promise.allSettled(places.map((place) => claimedAs(place)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over at once after a reboot if only one machine can mount the file system', async () => {
    const dead = await claimedAs(HERE);
    await dead.end({ release: false });
    writePidFile(process.pid);
    await claimedAs(FAR, { isLocal: true, timing: { ...TIMING, stillElsewhereMs: 100_000 } });
    expect(existsSync(join(directory, 'postmaster.pid'))).toBe(false);
  });

  it('is taken over from another machine only after its PostgreSQL had time to miss its pid file', async () => {
    const dead = await claimedAs(HERE);
    await dead.end({ release: false });
    writePidFile(process.pid);
    const fencing = claimedAs(FAR);
    await vi.waitFor(() => expect(existsSync(join(directory, 'postmaster.pid'))).toBe(false));
    await fencing;
    expect(events.at(-1)).toMatch(/^waiting \d+ seconds, so that a PostgreSQL still running/);
  });

  it('reports to its owner when another place took it over while the owner was suspended', async () => {
    const lost = vi.fn<(reason: Error) => void>();
    const owner = await claimedAs(HERE, { onLost: lost });
    writeFileSync(
      join(dataDir, 'postgres.owner'),
      JSON.stringify({ ...JSON.parse(claimFile()), ...FAR }),
    );
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
    expect(lost.mock.calls[0]?.[0].message).toMatch(/^Brandwright \S+ on host far .* took over/);
    await owner.end({ release: true });
    expect(JSON.parse(claimFile())).toMatchObject(FAR);
  });

  it('is recreated after it was deleted', async () => {
    await claimedAs(HERE);
    rmSync(join(dataDir, 'postgres.owner'));
    await vi.waitFor(() => expect(JSON.parse(claimFile())).toMatchObject(HERE));
  });

  it('counts as abandoned if its file is truncated and not renewed', async () => {
    writeFileSync(join(dataDir, 'postgres.owner'), '{"id":"');
    await claimedAs(HERE);
    expect(JSON.parse(claimFile())).toMatchObject(HERE);
  });
});

describe('a PostgreSQL that answers on the socket', () => {
  // The number from the other container is this process's own here, or unused.
  it.each([process.pid, 2 ** 22 - 1])('is left alone, whatever process %i is here', async (pid) => {
    writePidFile(pid);
    await listen();
    await expect(claimAs(HERE)).rejects.toThrow(
      /^The database in \S+ is in use by another PostgreSQL server, .* \(running since 2025-06-15 15:06:40 UTC\): probably by Brandwright in another container\. Two servers/,
    );
    expect(existsSync(join(directory, 'postmaster.pid'))).toBe(true);
    expect(existsSync(join(dataDir, 'postgres.owner'))).toBe(false);
  });

  it('keeps its claim even if nothing renews it', async () => {
    const frozen = await claimedAs(HERE);
    await frozen.end({ release: false });
    writePidFile(process.pid);
    await listen();
    await expect(claimAs(NEXT_DOOR, { elsewhere: 'wait' })).rejects.toThrow(/on host here/);
  });

  it('is used by a command through its port', async () => {
    await claimedAs(HERE);
    writePidFile(process.pid);
    await listen();
    expect(await claimAs(NEXT_DOOR, { elsewhere: 'use' })).toEqual({ borrowed: { port: PORT } });
  });

  it('is waited for, and replaced once it’s gone', async () => {
    const owner = await claimedAs(HERE);
    writePidFile(process.pid);
    await listen();
    const waiting = claimedAs(NEXT_DOOR, {
      elsewhere: 'wait',
      timing: { ...TIMING, waitMs: 60_000 },
    });
    await vi.waitFor(() => expect(events).toHaveLength(1));
    await stopListening();
    rmSync(join(directory, 'postmaster.pid'));
    await owner.end({ release: true });
    await waiting;
  });
});
