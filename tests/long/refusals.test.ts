import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { ENCRYPTION_KEY, SESSION_SECRET } from '../harness/app-process.ts';
import {
  answers,
  expectRefusal,
  freePort,
  isRoot,
  NODE,
  occupyPort,
  run,
  runningPostgres,
  start,
  temporaryDataDir,
} from '../process/setup.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };

/** True if an unprivileged user can read and run the checkout. */
function openToOthers(): boolean {
  const script = 'test -r scripts/start.mjs && test -r build/server/index.js && "$1" --version';
  const shell = spawnSync('/bin/sh', ['-c', script, 'sh', NODE], NOBODY);
  return shell.status === 0;
}

const SECRETS = { SESSION_SECRET, ENCRYPTION_KEY };

describe('exits with one sentence and a non-zero code for', () => {
  it('a port in use', async () => {
    const { port, release } = await occupyPort();
    const dataDir = temporaryDataDir();
    const app = start({ dataDir, settings: { PORT: String(port) } });
    await expectRefusal(
      app,
      new RegExp(`^Port ${port} is already in use: .*PORT=${port + 1} npm start`),
    );
    expect(runningPostgres(dataDir)).toBeUndefined();
    release();
  });

  it('a HOST that isn’t an address of this machine', async () => {
    const app = start({ dataDir: temporaryDataDir(), settings: { HOST: '192.0.2.1' } });
    await expectRefusal(app, /^HOST=192\.0\.2\.1 isn't an address of this machine/);
  });

  it('a DATA_DIR that can’t be created', async () => {
    const file = join(temporaryDataDir(), 'file');
    writeFileSync(file, '');
    const app = start({ dataDir: join(file, 'data') });
    await expectRefusal(
      app,
      /^The data directory .*\/file\/data can't be written to \(a file is in the way\): /,
    );
  });

  it('objects on disk when the settings imply several processes', async () => {
    const DATABASE_URL = `postgres://someone@127.0.0.1:${await freePort()}/brand`;
    const sentence = /^With DATABASE_URL and jobs in a separate process .*: set S3_BUCKET, /;
    const dataDir = temporaryDataDir();
    const settings = { DATABASE_URL, ...SECRETS, WORKERS: '0' };
    await expectRefusal(start({ dataDir, settings }), sentence);
    const worker = { dataDir, command: 'worker', settings: { DATABASE_URL, ...SECRETS } };
    await expectRefusal(start(worker), sentence);
    // With a bucket it continues, up to the database.
    const withBucket = { dataDir, settings: { ...settings, S3_BUCKET: 'files' } };
    await expectRefusal(start(withBucket), /^The database at /);
  });

  it('an external database without secrets', async () => {
    const DATABASE_URL = `postgres://someone@127.0.0.1:${await freePort()}/brand`;
    const app = start({ dataDir: temporaryDataDir(), settings: { DATABASE_URL } });
    expect(await app.ended).toEqual({ code: 1, signal: null });
    expect(app.stderr()).toMatch(/^ {2}SESSION_SECRET: is needed with DATABASE_URL: /m);
    expect(app.stderr()).toMatch(/^ {2}ENCRYPTION_KEY: is needed with DATABASE_URL: /m);
  });

  it('an unreachable database', async () => {
    const port = await freePort();
    const url = `postgres://someone:secret@127.0.0.1:${port}/brand`;
    const app = start({
      dataDir: temporaryDataDir(),
      settings: { DATABASE_URL: url, ...SECRETS },
    });
    await expectRefusal(
      app,
      new RegExp(
        `^The database at 127\\.0\\.0\\.1:${port}/brand can't be reached \\(ECONNREFUSED\\)`,
      ),
    );
    expect(app.stderr()).not.toContain('secret');
  });

  it('a wrong password, and a database that doesn’t exist', async () => {
    const embedded = await startEmbeddedPostgres({ dataDir: temporaryDataDir(), durable: false });
    try {
      const wrong = new URL(embedded.url);
      wrong.password = 'wrong';
      const other = new URL(embedded.url);
      other.pathname = '/nowhere';
      const dataDir = temporaryDataDir();
      await expectRefusal(
        start({ dataDir, settings: { DATABASE_URL: wrong.href, ...SECRETS } }),
        /rejected the user name or password: check DATABASE_URL/,
      );
      await expectRefusal(
        start({ dataDir, settings: { DATABASE_URL: other.href, ...SECRETS } }),
        /^The database at .*\/nowhere doesn't exist: create it/,
      );
    } finally {
      await embedded.stop();
    }
  });

  it('a database of another major version', async () => {
    const dataDir = temporaryDataDir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '14\n');
    await expectRefusal(
      start({ dataDir }),
      /made by PostgreSQL 14, .*back it up .* restore the backup/,
    );
  });

  it('a server at the database’s address that isn’t PostgreSQL', async () => {
    const dataDir = temporaryDataDir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres/notes.txt'), 'mine');
    await expectRefusal(start({ dataDir }), /postgres is in the way: .*move it elsewhere/);
  });

  it('an unknown command', async () => {
    await expectRefusal(start({ command: 'fly' }), /^Unknown command "fly": use one of serve, /);
  });
});

it('lists every invalid variable without its value', async () => {
  const settings = { PORT: 'eighty', METERING: 'sometimes', DATABASE_URL: 'mysql://u:secret@h/d' };
  const app = start({ dataDir: temporaryDataDir(), settings });
  expect(await app.ended).toEqual({ code: 1, signal: null });
  expect(app.stderr().split('\n')[0]).toBe('Some settings are invalid:');
  for (const name of Object.keys(settings))
    expect(app.stderr()).toMatch(new RegExp(`^  ${name}: `, 'm'));
  expect(app.stderr()).not.toContain('secret');
  expect(app.stderr()).not.toMatch(/^\s+at /m);
});

it('explains how to write a password in a URL, and prints no part of it', async () => {
  const DATABASE_URL = 'postgres://someone:hun#ter@2/x@db.example.com/brand';
  const app = start({ dataDir: temporaryDataDir(), settings: { DATABASE_URL, ...SECRETS } });
  expect(await app.ended).toEqual({ code: 1, signal: null });
  expect(app.stderr()).toMatch(/^ {2}DATABASE_URL: holds a character .* write @ as %40, # as %23/m);
  expect(app.stderr()).not.toMatch(/hun|ter@|2\/x/);
});

it('accepts quoted values, and points out a misspelled name', async () => {
  const app = start({
    dataDir: temporaryDataDir(),
    settings: { PORT: '"0"', LOG_LEVEL: "'warn'", OPENAI_API_KYE: 'sk-not-to-be-printed' },
  });
  await answers(await app.ready);
  expect(app.stderr()).toBe(
    'Unknown setting OPENAI_API_KYE ignored. Did you mean OPENAI_API_KEY?\n',
  );
});

it('refuses an old Node before reading anything else', async () => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } });
    await import(${JSON.stringify(join(process.cwd(), 'scripts/start.mjs'))});`;
  const app = run([NODE, '--input-type=module', '-e', pretend], {});
  await expectRefusal(app, /^Brandwright needs Node 20\.19 or later/);
});

// As root, the app runs PostgreSQL as another user, who may lack access to a directory.
describe.skipIf(!isRoot)('as root', () => {
  function closedDataDir() {
    const closed = temporaryDataDir();
    chmodSync(closed, 0o700);
    return join(closed, 'data');
  }

  it('starts below a directory that is closed to other users, like /root', async () => {
    const app = start({ dataDir: closedDataDir() });
    await answers(await app.ready);
    app.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
  });

  it('names the closed directory if the system doesn’t let PostgreSQL through', async () => {
    const dataDir = closedDataDir();
    const app = run(
      [
        'setpriv',
        '--bounding-set=-dac_read_search,-dac_override',
        NODE,
        'scripts/start.mjs',
        'serve',
      ],
      { dataDir },
    );
    await expectRefusal(app, /who cannot enter .*brandwright-process-[^/]+: run "chmod a\+x /);
  });
});

describe('as an unprivileged user', () => {
  it('starts, stops, and refuses a DATA_DIR that isn’t writable', async ({ skip }) => {
    skip(isRoot && !openToOthers(), 'the checkout is closed to other users');
    const account = isRoot ? NOBODY : undefined;
    const dataDir = temporaryDataDir(account);
    const app = start({ dataDir, account });
    await answers(await app.ready);
    app.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
    expect(runningPostgres(dataDir)).toBeUndefined();

    const readOnly = temporaryDataDir(account);
    chmodSync(readOnly, 0o500);
    await expectRefusal(
      start({ dataDir: readOnly, account }),
      /^The data directory .* can't be written to \(permission denied\): it belongs to user \d+ and group \d+ \(mode 500\), and Brandwright runs as user \d+ and group \d+\. Give it to that user \("chown -R /,
    );
  });

  it('names what in DATA_DIR belongs to another user, also with an external database', async ({
    skip,
  }) => {
    skip(!isRoot || !openToOthers(), 'only root can be two users, in an open checkout');
    const dataDir = temporaryDataDir(NOBODY);
    mkdirSync(join(dataDir, 'objects'), { mode: 0o700 });
    const DATABASE_URL = `postgres://someone@127.0.0.1:${await freePort()}/brand`;
    await expectRefusal(
      start({ dataDir, account: NOBODY, settings: { DATABASE_URL, ...SECRETS } }),
      /^The data directory \S+\/objects can't be written to \(permission denied\): it belongs to user 0 and group 0 \(mode 700\), and Brandwright runs as user 65534 /,
    );
  });

  it('runs without a user name in a directory of group 0 if libnss_wrapper is installed, and else says what to do', async ({
    skip,
  }) => {
    skip(!isRoot || !openToOthers(), 'only root can be another user, in an open checkout');
    const unnamed = { uid: 2_123_456, gid: 0 };
    const dataDir = temporaryDataDir();
    chmodSync(dataDir, 0o770);
    const app = start({ dataDir, account: unnamed });
    const preload = spawnSync('env', ['LD_PRELOAD=libnss_wrapper.so', '/bin/true']);
    if (preload.stderr.length > 0) {
      await expectRefusal(
        app,
        /^PostgreSQL’s initdb wants a user with a name, and user 2123456 has none .*: install the package libnss-wrapper/,
      );
      return;
    }
    await answers(await app.ready);
    app.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
  });

  it("lets root continue with the user's database, whose files stay the user's", async ({
    skip,
  }) => {
    skip(!isRoot || !openToOthers(), 'only root can be two users, in an open checkout');
    const dataDir = temporaryDataDir(NOBODY);
    for (const account of [NOBODY, undefined, NOBODY]) {
      const app = start({ dataDir, account });
      await answers(await app.ready);
      app.kill('SIGTERM');
      expect(await app.ended).toEqual({ code: 0, signal: null });
    }
  });
});
