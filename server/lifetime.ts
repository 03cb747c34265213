import { StartupError } from './startup-error.ts';

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const DRAIN_MS = 10_000;
/** npm and the terminal may each deliver the same Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;
const PARENT_CHECK_MS = 1_000;

export interface Lifetime {
  /** Registers something to stop at the end; what was added last is stopped first. */
  atEnd(stop: () => Promise<void>): void;
  /** Extends the time for stopping, for a stop that takes this long on purpose. */
  allow(ms: number): void;
  /** Resolves with the exit code when the process has to end. */
  ending: Promise<number>;
  /** Ends the process after stopping everything. */
  end(exitCode: number): void;
  /** For between the steps of a start: throws if the process has to end. */
  check(): void;
}

class Ended extends Error {}

/**
 * Runs a program until a signal arrives or it calls `end`, then stops what it started in reverse order.
 * A failed start prints one sentence on stderr and exits with 1; a clean end exits with 0. A program with `hasEnd` has
 * work to finish, so a signal before that counts as a failure.
 */
export async function live(
  program: (lifetime: Lifetime) => Promise<void>,
  { hasEnd = false }: { hasEnd?: boolean } = {},
): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  let endingSince: number | undefined;
  let patienceMs = DRAIN_MS;
  let announceEnd: (exitCode: number) => void;
  const ending = new Promise<number>((resolve) => (announceEnd = resolve));

  function end(exitCode: number) {
    if (endingSince !== undefined) return;
    endingSince = Date.now();
    setTimeout(() => {
      console.error(
        `Not everything finished within ${patienceMs / 1000} seconds; stopping anyway.`,
      );
      process.exit(exitCode || 1);
    }, patienceMs).unref();
    announceEnd(exitCode);
  }

  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (endingSince === undefined) end(hasEnd ? 128 + number : 0);
      else if (Date.now() - endingSince > SAME_SIGNAL_MS) process.exit(128 + number);
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      console.error('Brandwright is stopping because of an unexpected error:', error);
      end(1);
    });
  }
  endWithParent(() => end(0));

  let exitCode: number;
  let isServing = false;
  try {
    await program({
      atEnd: (stop) => stops.push(stop),
      allow: (ms) => void (patienceMs += ms),
      ending,
      end,
      check() {
        if (endingSince !== undefined) throw new Ended();
      },
    });
    isServing = endingSince === undefined;
    exitCode = await ending;
  } catch (error) {
    exitCode = endingSince === undefined || hasEnd ? 1 : 0;
    // When the process has to end during its start, a step may fail for no other reason.
    if (endingSince === undefined) report(error);
    end(exitCode);
  }

  for (const stop of stops.reverse()) {
    try {
      await stop();
    } catch (error) {
      console.error("Brandwright couldn't stop cleanly:", error);
      exitCode ||= 1;
    }
  }
  if (exitCode === 0 && isServing) console.log('Brandwright has stopped cleanly.');
  process.exit(exitCode);
}

function report(error: unknown): void {
  console.error(error instanceof StartupError ? error.message : error);
}

/** A shell between npm and this process may keep a signal to itself and leave this process without a parent. */
function endWithParent(end: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, PARENT_CHECK_MS).unref();
}
