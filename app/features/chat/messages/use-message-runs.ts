import { useState } from 'react';

import { inRuns, type MessageRun } from './message-runs';
import type { ShownMessage } from './shown-messages';

/** The messages in runs, each of which stays the same as long as what it shows does. */
export function useMessageRuns(shown: readonly ShownMessage[]): readonly MessageRun[] {
  const [drawn, setDrawn] = useState(() => ({ shown, runs: inRuns(shown, []) }));
  if (drawn.shown === shown) return drawn.runs;
  const runs = inRuns(shown, drawn.runs);
  setDrawn({ shown, runs });
  return runs;
}
