import { useState } from 'react';

import { LOAD_FAILED } from '~/ui/load-on-use';

import type { PasskeyProblem } from './ceremony';

/** A way to add a passkey of this browser; `onAdded` gets its name. */
export function useAddPasskey(onAdded: (name: string) => void) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<PasskeyProblem>();

  async function add(): Promise<void> {
    setPending(true);
    setProblem(undefined);
    const ceremony = await import('./ceremony').catch(() => null);
    if (ceremony === null) {
      setProblem({ text: LOAD_FAILED, confirm: false });
    } else {
      try {
        onAdded((await ceremony.makePasskey()).name);
      } catch (error) {
        setProblem(ceremony.problemOf(error));
      }
    }
    setPending(false);
  }

  return { pending, problem, setProblem, add };
}
