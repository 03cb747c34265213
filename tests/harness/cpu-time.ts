import { Marked } from 'marked';

/**
 * The processor time that this thread spent on `work`, in milliseconds. Unlike elapsed time, it doesn't depend on other
 * work on the machine. The kernel's part is left out, because some virtual machines take as long again to provide memory.
 */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return sinceMs(before);
}

/** The same since an earlier reading of `process.threadCpuUsage()`. */
export function sinceMs(before: NodeJS.CpuUsage): number {
  return process.threadCpuUsage(before).user / 1_000;
}

/** The processor time of the whole process with its thread pool, for example for password hashing. */
export async function processCpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What `reference` takes on a quiet core of the machine that the limits are for. */
const REFERENCE_MS = 30;
const MAX_SLOWNESS = 3;
const REFERENCE_TEXT = 'A word, a **loud** word, and `code`.\n\n'.repeat(3_000);
const marked = new Marked();

/**
 * How many times longer this machine takes now than the one that the limits are for: its cores may be slower, or share
 * their caches with other work. From 1 to 3, as a limit that stretches without end guards nothing.
 */
export function slowness(): number {
  const least = Math.min(...[1, 2, 3, 4, 5].map(() => cpuMs(reference)));
  return Math.min(Math.max(least / REFERENCE_MS, 1), MAX_SLOWNESS);
}

/**
 * Work on text that no change to the app makes faster or slower. It runs the same library as most of what is measured,
 * because V8 may compile that code well in one process and badly in the next.
 */
function reference(): unknown {
  return marked.parse(REFERENCE_TEXT);
}
