import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process under test, or its floor. */
export interface Process {
  pid: number;
  /** The file with its output. */
  logFile: string;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

const STOP_MS = 15_000;
const running = new Set<Process>();
const logFiles = new Set<string>();

/** Starts a script on this Node. Its output goes to a file, so that reading it takes no time from the benchmark. */
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

/** Stops all processes that `startNode` started. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((one) => one.stop()));
}

/** Deletes the processes' output, which is useful after a failure only. */
export function removeLogs(): void {
  for (const file of logFiles) rmSync(file, { force: true });
}

/** The end of a process's output, for an error message. */
export function lastWords({ logFile }: Process): string {
  return readFileSync(logFile, 'utf8').split('\n').slice(-15).join('\n');
}

const TICKS_PER_SECOND = 100;

/** A process's CPU time in microseconds; NaN without /proc. */
export function cpuMicroseconds(pid: number): number {
  const stat = readProc(`/proc/${pid}/stat`);
  // The name in parentheses may contain spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

/** A process's resident memory in MB of 10^6 bytes; NaN without /proc. */
export function residentMb(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(`/proc/${pid}/status`))?.[1]) * 1024) / 1e6;
}

function readProc(file: string): string {
  if (process.platform !== 'linux') return '';
  return readFileSync(file, 'utf8');
}
