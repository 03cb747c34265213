import type { SubmissionResult } from '@conform-to/react';

/** What a form of the account's settings gets back. */
export interface AccountFormAnswer {
  result: SubmissionResult;
  /** It was done: the words for it. */
  done?: string;
  /** It takes a recent login: the form leads to /auth/reauthenticate. */
  confirm?: boolean;
}
