import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { HANG_MS } from '../../harness/eventually.ts';

/** An element that a protocol refers to. */
export type ElementRef = object;

/** A list of input actions, as WebDriver and WebDriver BiDi both take them. */
export type InputActions = readonly object[];

/** A browser other than Chromium, driven by the standard protocol that it speaks. */
export interface Engine {
  version: string;
  /** Opens another tab with the same cookies; returns its id. */
  openTab(): Promise<string>;
  navigate(tab: string, url: string): Promise<void>;
  /** Calls a function, given as text, in the page with one text; returns the text that it returns. */
  call(tab: string, source: string, argument: string): Promise<string>;
  /** The same for a function that returns an element. */
  find(tab: string, source: string, argument: string): Promise<ElementRef>;
  perform(tab: string, actions: InputActions): Promise<void>;
  setFile(tab: string, element: ElementRef, path: string): Promise<void>;
  /** What went wrong in pages, as far as the protocol tells. */
  complaints: string[];
  close(): Promise<void>;
}

/** Resolves with what the pattern finds in a program's output; rejects if the program ends before, or hangs. */
export async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  const streams = [child.stdout, child.stderr];
  const listening = new AbortController();
  const signal = AbortSignal.any([listening.signal, AbortSignal.timeout(HANG_MS)]);
  let output = '';
  try {
    return await new Promise((resolve, reject) => {
      const read = (part: Buffer) => {
        output += part.toString();
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      };
      for (const stream of streams) {
        stream?.on('data', read);
        signal.addEventListener('abort', () => stream?.off('data', read));
      }
      once(child, 'exit', { signal }).then(
        ([code]) => reject(new Error(`it ended with ${code}:\n${output}`)),
        reject,
      );
    });
  } finally {
    listening.abort();
    // What it prints from now on must not fill the pipe.
    for (const stream of streams) stream?.resume();
  }
}

export async function end(child: ChildProcess): Promise<void> {
  // A program that couldn't be started has no id, and never exits.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
