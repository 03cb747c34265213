import type { ActionFunctionArgs } from '@remix-run/node';

import { answerTwoFactor, codeIn } from '../answers.server';
import { clientOf } from '../../forms/answers.server';
import { renewBackupCodes } from '../renew-backup-codes.server';
import { requireApiUser } from '../../sessions/guards.server';

/** New backup codes in place of the old: `{ code }` gives `{ backupCodes }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return answerTwoFactor(async () => {
    const found = await requireApiUser(request, context);
    return renewBackupCodes(found, await codeIn(request), clientOf(request, context));
  });
}
