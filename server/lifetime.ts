import { StartupError } from './startup-error.ts';

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const DRAIN_MS = 10_000;
/** npm and the terminal may each pass on the same Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;
const PARENT_CHECK_MS = 1_000;

export interface Lifetime {
  /** Adds what has to be stopped at the end; the last one added is stopped first. */
  atEnd(stop: () => Promise<void>): void;
  /** Gives the end this much more time, for a stop that is meant to take so long. */
  allow(ms: number): void;
  /** Resolves when the process is told to end. */
  told: Promise<number>;
  /** Ends the process in good order. */
  end(exitCode: number): void;
  /** Call between the steps of a start: it throws if the process was told to end meanwhile. */
  check(): void;
}

class Ended extends Error {}

/**
 * Runs a program that lives until a signal, or until it calls `end`, and stops what it has started in reverse order.
 * Failures to start are one sentence on stderr and exit code 1; a clean end is 0. What `hasEnd` has work to do, and a
 * signal before it is done is a failure.
 */
export async function live(
  program: (lifetime: Lifetime) => Promise<void>,
  { hasEnd = false }: { hasEnd?: boolean } = {},
): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  let endingSince: number | undefined;
  let patienceMs = DRAIN_MS;
  let tellEnd: (exitCode: number) => void;
  const told = new Promise<number>((resolve) => (tellEnd = resolve));

  function end(exitCode: number) {
    if (endingSince !== undefined) return;
    endingSince = Date.now();
    setTimeout(() => {
      console.error(`Not everything ended within ${patienceMs / 1000} seconds: leaving it.`);
      process.exit(exitCode || 1);
    }, patienceMs).unref();
    tellEnd(exitCode);
  }

  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (endingSince === undefined) end(hasEnd ? 128 + number : 0);
      else if (Date.now() - endingSince > SAME_SIGNAL_MS) process.exit(128 + number);
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      console.error('Brandwright ends because of an error that nothing caught:', error);
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
      told,
      end,
      check() {
        if (endingSince !== undefined) throw new Ended();
      },
    });
    isServing = endingSince === undefined;
    exitCode = await told;
  } catch (error) {
    exitCode = endingSince === undefined || hasEnd ? 1 : 0;
    // Told to end in the middle of a start, a step may fail of nothing else than that.
    if (endingSince === undefined) report(error);
    end(exitCode);
  }

  for (const stop of stops.reverse()) {
    try {
      await stop();
    } catch (error) {
      console.error('Could not be stopped in good order:', error);
      exitCode ||= 1;
    }
  }
  if (exitCode === 0 && isServing) console.log('Brandwright has stopped cleanly.');
  process.exit(exitCode);
}

function report(error: unknown): void {
  console.error(error instanceof StartupError ? error.message : error);
}

/** A shell between npm and this process may take a signal for itself and leave this process without a parent. */
function endWithParent(end: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, PARENT_CHECK_MS).unref();
}
