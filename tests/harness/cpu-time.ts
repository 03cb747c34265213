/**
 * What this thread's processor did for `work`, in milliseconds. Unlike the time on the wall, it says the same on a machine
 * that is busy with other work.
 */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return sinceMs(before);
}

/** The same for the whole process and what it waits for, such as the hashing of a password. */
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
