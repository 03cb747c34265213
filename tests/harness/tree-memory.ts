import { readdirSync, readFileSync } from 'node:fs';

const WATCH_MS = 50;

interface Process {
  pid: number;
  parent: number;
  name: string;
  bytes: number;
}

/** Resident bytes of a process and its descendants, without PostgreSQL; NaN without /proc. */
export function treeMemory(pid: number): number {
  if (process.platform !== 'linux') return NaN;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(read);
  const within = new Set([pid]);
  for (let before = 0; before !== within.size;) {
    before = within.size;
    for (const { pid, parent } of all) if (within.has(parent)) within.add(pid);
  }
  return all
    .filter(({ pid, name }) => within.has(pid) && !name.startsWith('postgres'))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Watches the peak until `stop`. */
export function watchMemory(pid: number): { stop(): number } {
  let peak = treeMemory(pid);
  const timer = setInterval(() => (peak = Math.max(peak, treeMemory(pid))), WATCH_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

function read(name: string): Process[] {
  try {
    const status = readFileSync(`/proc/${name}/status`, 'utf8');
    const field = (key: string) => new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '0';
    return [
      {
        pid: Number(name),
        parent: Number(field('PPid')),
        name: field('Name'),
        bytes: Number(field('VmRSS')) * 1024,
      },
    ];
  } catch {
    // It has ended in the meantime.
    return [];
  }
}
