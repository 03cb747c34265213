import type { ClientActionFunctionArgs } from '@remix-run/react';

import { answerOr } from '~/features/accounts';

import type { answerAct } from './act-answer.server';

/**
 * The client action of a page on which an admin acts: if the server can't be reached, or was updated since the page was
 * loaded, the form stays and `field` says so.
 */
export const keepAct =
  (field: string) =>
  ({ serverAction }: ClientActionFunctionArgs) =>
    answerOr(serverAction<typeof answerAct>(), (text) => ({ problems: { [field]: text } }));
