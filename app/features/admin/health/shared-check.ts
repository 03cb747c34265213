export interface SharedCheckOptions {
  /** How long an outcome is valid. */
  keepMs: number;
  /** A check that takes longer counts as failed, and isn't started again while it still runs. */
  timeoutMs: number;
  /** Called when the outcome differs from the previous one; the first is compared with success. */
  onChange?: (passed: boolean, cause: unknown) => void;
}

/**
 * A check that costs the same for any number of callers: it runs once at a time, and its outcome is valid for a while.
 * The promise resolves to whether it passed, and never rejects.
 */
export function sharedCheck(
  check: () => Promise<boolean>,
  { keepMs, timeoutMs, onChange }: SharedCheckOptions,
): () => Promise<boolean> {
  let outcome: { passed: boolean; at: number } | undefined;
  let cause: unknown;
  let running: Promise<boolean> | undefined;
  let waiting: Promise<boolean> | undefined;

  function run(): Promise<boolean> {
    running ??= check()
      .catch((err: unknown) => {
        cause = err;
        return false;
      })
      .finally(() => {
        running = undefined;
      });
    let timer: NodeJS.Timeout;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => {
        cause = new Error(`no answer within ${timeoutMs} ms`);
        resolve(false);
      }, timeoutMs);
    });
    return Promise.race([running, late]).then((passed) => {
      clearTimeout(timer);
      if (passed !== (outcome?.passed ?? true)) onChange?.(passed, passed ? undefined : cause);
      outcome = { passed, at: performance.now() };
      waiting = undefined;
      return passed;
    });
  }

  return () => {
    if (outcome && performance.now() - outcome.at < keepMs) return Promise.resolve(outcome.passed);
    return (waiting ??= run());
  };
}
