interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** The thread's own time, which doesn't depend on other work on the machine. */
  tdur?: number;
}

/** The marks around the measured time, set in the page with `performance.mark`. */
export const MARKS = { begin: 'measured-begin', end: 'measured-end' };

/** Of `browser.startTracing`. */
export const TRACED = ['toplevel', 'blink.user_timing'];

/** The longest task of the page's main thread between the two marks, in ms of its own time. */
export function longestTask(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const mark = (name: string) => traceEvents.find((event) => event.name === name);
  const begin = mark(MARKS.begin);
  const end = mark(MARKS.end);
  if (!begin || !end) throw new Error('the marks are not in the trace');
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid, ts }) =>
      ph === 'X' &&
      name.endsWith('RunTask') &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts > begin.ts &&
      ts < end.ts,
  );
  if (tasks.length < 100) throw new Error('the trace has no tasks');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
