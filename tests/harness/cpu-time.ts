/**
 * The processor time that this thread spent on `work`, in milliseconds. Unlike elapsed time, it doesn't depend on other
 * work on the machine.
 */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return sinceMs(before);
}

/** The same for the whole process with its thread pool, for example password hashing. */
export async function processCpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function sinceMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
