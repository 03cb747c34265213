import type { ActionFunctionArgs } from '@remix-run/node';

import {
  answerTwoFactor,
  clientOf,
  codeIn,
  renewBackupCodes,
  requireApiUser,
} from '~/features/auth/index.server';

/** New backup codes in place of the old: `{ code }` gives `{ backupCodes }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return answerTwoFactor(async () => {
    const found = await requireApiUser(request, context);
    return renewBackupCodes(found, await codeIn(request), clientOf(request, context));
  });
}
