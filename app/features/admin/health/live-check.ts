/** The result of a check. `unknown`: the part answers, but can't be checked further. */
export interface Finding {
  state: 'works' | 'fails' | 'unknown';
  /** For the operator: what was found, and what to do about a failure. */
  text: string;
}

export interface LiveCheckOptions {
  /** How long a finding is valid. */
  keepMs: number;
  /** Shorter, so that a fix shows soon. */
  keepFailureMs: number;
  /** A check that takes longer counts as failed, and isn't started again while it still runs. */
  timeoutMs: number;
  late: Finding;
}

export interface LiveFinding {
  /** The latest; null before the first. */
  found: (Finding & { at: Date }) | null;
  /** A check is running. */
  isChecking: boolean;
}

/**
 * A check that no one waits for: returns the latest finding at once, and refreshes it in the background if it is old.
 * `check` must not reject.
 */
export function liveCheck(
  check: () => Promise<Finding>,
  { keepMs, keepFailureMs, timeoutMs, late }: LiveCheckOptions,
): () => LiveFinding {
  let found: LiveFinding['found'] = null;
  /** Also true for a check that has timed out and may still end. */
  let isRunning = false;
  let isChecking = false;

  function start(): void {
    isRunning = true;
    isChecking = true;
    const keep = (finding: Finding) => {
      found = { ...finding, at: new Date() };
      isChecking = false;
    };
    const timer = setTimeout(() => keep(late), timeoutMs);
    void check().then((finding) => {
      clearTimeout(timer);
      isRunning = false;
      keep(finding);
    });
  }

  return () => {
    const age = found ? Date.now() - found.at.getTime() : Infinity;
    if (!isRunning && age >= (found?.state === 'fails' ? keepFailureMs : keepMs)) start();
    return { found, isChecking };
  };
}
