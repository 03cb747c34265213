import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A memory cgroup: the kernel kills its processes when they need more than the limit, as in a container. */
export interface MemoryGroup {
  /** A prefix for a command line that puts the process and its children into the group. */
  prefix: readonly string[];
  /** Bytes in use now, caches of files included. */
  used(): number;
  /** Bytes of the processes, without file caches, which shrink when memory is needed. */
  held(): number;
  /** How many processes the kernel has killed for lack of memory. */
  kills(): number;
  /** Kills what is left in it and removes it. */
  remove(): Promise<void>;
}

const MB = 1024 ** 2;
/** The start of a line in /proc/self/cgroup: `4:memory:/path` with version 1, `0::/path` with version 2. */
const VERSION_1 = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m;
const VERSION_2 = /^0::(.*)$/m;

let made = 0;

/** A group with this much memory and no swap, or a sentence that says why this machine can't create one. */
export function memoryGroup(limitMb: number): MemoryGroup | { unavailable: string } {
  if (process.platform !== 'linux') return { unavailable: 'memory cgroups are a matter of Linux' };
  const own = readFileSync('/proc/self/cgroup', 'utf8');
  const tried: string[] = [];
  made += 1;
  const name = `brandwright-test-${process.pid}-${made}`;
  for (const { parent, version } of placesFor(own)) {
    const directory = join(parent, name);
    try {
      if (version === 2) enableMemory(parent);
      mkdirSync(directory);
      try {
        limit(directory, version, limitMb * MB);
      } catch (error) {
        rmdirSync(directory);
        throw error;
      }
      return groupAt(directory, version);
    } catch (error) {
      tried.push((error as Error).message);
    }
  }
  return {
    unavailable: `no memory cgroup can be made here: ${tried.join('; ') || 'none is mounted'}`,
  };
}

type Version = 1 | 2;

/** Candidates: below this process's own group, so that its limit applies too; then at the top. */
function placesFor(own: string): { parent: string; version: Version }[] {
  const first = VERSION_1.exec(own)?.[1];
  if (first !== undefined) {
    return [first, '/'].map((path) => ({
      parent: join('/sys/fs/cgroup/memory', path),
      version: 1,
    }));
  }
  const second = VERSION_2.exec(own)?.[1] ?? '/';
  return [second, '/'].map((path) => ({ parent: join('/sys/fs/cgroup', path), version: 2 }));
}

function enableMemory(parent: string): void {
  const file = join(parent, 'cgroup.subtree_control');
  if (!readFileSync(file, 'utf8').split(/\s+/).includes('memory')) writeFileSync(file, '+memory');
}

function limit(directory: string, version: Version, bytes: number): void {
  const write = (file: string, value: number) =>
    writeFileSync(join(directory, file), String(value));
  if (version === 1) {
    write('memory.limit_in_bytes', bytes);
    write('memory.swappiness', 0);
  } else {
    write('memory.max', bytes);
    // Missing if the machine has no swap.
    if (readdirSync(directory).includes('memory.swap.max')) write('memory.swap.max', 0);
  }
}

function groupAt(directory: string, version: Version): MemoryGroup {
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  const field = (file: string, key: string) =>
    Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(read(file))?.[1] ?? NaN);
  const pids = () => read('cgroup.procs').split('\n').filter(Boolean).map(Number);
  return {
    prefix: ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(directory, 'cgroup.procs')],
    used: () => Number(read(version === 1 ? 'memory.usage_in_bytes' : 'memory.current')),
    held: () =>
      field('memory.stat', version === 1 ? 'total_rss' : 'anon') +
      field('memory.stat', version === 1 ? 'total_mapped_file' : 'shmem'),
    kills: () => field(version === 1 ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
    async remove() {
      for (;;) {
        for (const pid of pids()) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
          }
        }
        try {
          rmdirSync(directory);
          return;
        } catch (error) {
          // The killed processes are still ending.
          if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    },
  };
}
