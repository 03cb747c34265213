import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process under test, or one that it is compared with. */
export interface Process {
  pid: number;
  /** Where its output goes. */
  logFile: string;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

const STOP_MS = 15_000;
const running = new Set<Process>();
const logFiles = new Set<string>();

/** Starts a script on this Node. Its output goes to a file, so that reading it costs no one time. */
export function startNode(args: string[], env: Record<string, string>): Process {
  const name = (args.find((argument) => !argument.startsWith('-')) ?? 'node').replace(/\W+/g, '-');
  const logFile = join(tmpdir(), `brandwright-bench-${process.pid}-${name}.log`);
  const output = openSync(logFile, 'a');
  logFiles.add(logFile);
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  });
  const started: Process = {
    pid: child.pid ?? 0,
    logFile,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      running.delete(started);
      if (started.hasEnded()) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
  };
  running.add(started);
  return started;
}

/** Ends whatever `startNode` started and no one has ended. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((one) => one.stop()));
}

/** Throws away what the processes printed; after a failure it is better kept. */
export function removeLogs(): void {
  for (const file of logFiles) rmSync(file, { force: true });
}

/** What a process printed last, for an error message. */
export function lastWords({ logFile }: Process): string {
  return readFileSync(logFile, 'utf8').split('\n').slice(-15).join('\n');
}

const TICKS_PER_SECOND = 100;

/** CPU that a process has used, in microseconds; NaN where there is no /proc. */
export function cpuMicroseconds(pid: number): number {
  const stat = readProc(`/proc/${pid}/stat`);
  // The name in parentheses may hold blanks; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

/** Memory of a process that is in RAM, in MB of 10^6 bytes; NaN where there is no /proc. */
export function residentMb(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(`/proc/${pid}/status`))?.[1]) * 1024) / 1e6;
}

function readProc(file: string): string {
  if (process.platform !== 'linux') return '';
  return readFileSync(file, 'utf8');
}
