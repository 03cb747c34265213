/** What came of looking at a part. `unknown`: it answers, but does not tell. */
export interface Finding {
  state: 'works' | 'fails' | 'unknown';
  /** In words for the operator: what was found, and for a failure what to do. */
  text: string;
}

export interface LiveCheckOptions {
  /** How long a finding stands; one of a failure stands shorter, so that mending it shows. */
  keepMs: number;
  keepFailureMs: number;
  /** After so long it counts as failed, and is not started again while it still runs. */
  timeoutMs: number;
  late: Finding;
}

export interface LiveFinding {
  /** The last one; null before the first. */
  found: (Finding & { at: Date }) | null;
  /** It is being looked at. */
  asking: boolean;
}

/**
 * A check that no one waits for: the last result is returned at once, and refreshed in the background if it is old.
 * `check` must not reject.
 */
export function liveCheck(
  check: () => Promise<Finding>,
  { keepMs, keepFailureMs, timeoutMs, late }: LiveCheckOptions,
): () => LiveFinding {
  let found: LiveFinding['found'] = null;
  let running = false;
  let asking = false;

  function look(): void {
    running = true;
    asking = true;
    const keep = (finding: Finding) => {
      found = { ...finding, at: new Date() };
      asking = false;
    };
    const timer = setTimeout(() => keep(late), timeoutMs);
    void check().then((finding) => {
      clearTimeout(timer);
      running = false;
      keep(finding);
    });
  }

  return () => {
    const age = found ? Date.now() - found.at.getTime() : Infinity;
    if (!running && age >= (found?.state === 'fails' ? keepFailureMs : keepMs)) look();
    return { found, asking };
  };
}
