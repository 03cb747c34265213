import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  answers,
  expectRefusal,
  isRoot,
  NODE,
  query,
  run,
  runningPostgres,
  temporaryDataDir,
} from '../process/setup.ts';

/** Gives a command process ids, shared memory, and a host name of its own, like a container. */
const CONTAINER = ['unshare', '--pid', '--ipc', '--uts', '--fork', '--kill-child', '--mount-proc'];
const namespaces =
  isRoot && spawnSync('unshare', [...CONTAINER.slice(1), '--net', 'true']).status === 0;

interface Container {
  dataDir: string;
  name: string;
  /** Without it the container can reach neither the other's network nor the tests'. */
  network?: true;
  program: string[];
}

function container({ dataDir, name, network, program }: Container) {
  const script = `hostname ${name}; ${network ? '' : 'ip link set lo up; '}exec "$@"`;
  return run(
    [...CONTAINER, ...(network ? [] : ['--net']), 'sh', '-c', script, 'sh', NODE, ...program],
    { dataDir },
  );
}

const SERVE = ['server/index.ts'];

/** Connects through the socket, the only thing that two containers on one volume share. */
function askIn(dataDir: string, statement: string) {
  const directory = encodeURIComponent(join(dataDir, 'postgres'));
  return query(`${runningPostgres(dataDir)?.url}?host=${directory}`, statement);
}

describe.skipIf(!namespaces)('two containers on one volume (needs root and unshare)', () => {
  it('make the second wait, say what for, and take over the intact database when the first stops', async () => {
    const dataDir = temporaryDataDir();
    const first = container({ dataDir, name: 'old', network: true, program: SERVE });
    const address = await first.ready;
    await askIn(dataDir, 'CREATE TABLE kept AS SELECT generate_series(1, 20000) AS n');
    const before = runningPostgres(dataDir);

    const second = container({ dataDir, name: 'new', program: SERVE });
    await expect
      .poll(() => second.stderr())
      .toMatch(
        /The database in \S+ is in use by Brandwright \d\S* on host old \(process 1 there, since 20\S+ \S+ UTC\)\. Waiting up to 60 seconds for it to stop\./,
      );
    expect(runningPostgres(dataDir)).toEqual(before);
    await answers(address);
    expect(await askIn(dataDir, 'SELECT count(*)::int AS rows FROM kept')).toEqual([
      { rows: 20_000 },
    ]);

    first.killGroup('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });
    await second.ready;
    expect(await askIn(dataDir, 'SELECT count(*)::int AS rows FROM kept')).toEqual([
      { rows: 20_000 },
    ]);
    second.killGroup('SIGTERM');
    expect(await second.ended).toEqual({ code: 0, signal: null });
    expect(runningPostgres(dataDir)).toBeUndefined();
  });

  it('let a command in the second use the database of the first, but refuse a restore', async () => {
    const dataDir = temporaryDataDir();
    const app = container({ dataDir, name: 'app', network: true, program: SERVE });
    const address = await app.ready;
    const before = runningPostgres(dataDir);

    const email = 'beside@example.com';
    const create = ['server/admin.ts', 'create-user', email];
    const command = container({ dataDir, name: 'beside', program: create });
    expect(await command.ended, command.stderr()).toEqual({ code: 0, signal: null });
    expect(await askIn(dataDir, 'SELECT email FROM users')).toEqual([{ email }]);

    const backup = join(dataDir, 'none.backup');
    writeFileSync(backup, '');
    const restore = ['server/admin.ts', 'restore', backup];
    await expectRefusal(
      container({ dataDir, name: 'beside', program: restore }),
      /^The database in \S+ is in use by Brandwright \S+ on host app .* Two servers on the same files would destroy them, so nothing was started\. Stop the other one first/,
    );

    expect(runningPostgres(dataDir)).toEqual(before);
    await answers(address);
    app.killGroup('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
  });

  it('let a container take over from a killed one, even if another process has its number now', async () => {
    const dataDir = temporaryDataDir();
    const first = container({ dataDir, name: 'killed', network: true, program: SERVE });
    await first.ready;
    await askIn(dataDir, 'CREATE TABLE kept AS SELECT generate_series(1, 20000) AS n');
    first.killGroup('SIGKILL');
    await first.ended;

    const second = container({ dataDir, name: 'next', network: true, program: SERVE });
    await answers(await second.ready);
    expect(await askIn(dataDir, 'SELECT count(*)::int AS rows FROM kept')).toEqual([
      { rows: 20_000 },
    ]);
    second.killGroup('SIGTERM');
    expect(await second.ended).toEqual({ code: 0, signal: null });
  });
});
