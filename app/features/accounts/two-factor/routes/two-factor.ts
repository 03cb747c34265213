import type { ActionFunctionArgs } from '@remix-run/node';

import { answerTwoFactor, codeIn } from '../answers.server';
import { beginEnrolment } from '../begin-enrolment.server';
import { clientOf } from '../../forms/answers.server';
import { confirmEnrolment } from '../confirm-enrolment.server';
import { disableTwoFactor } from '../disable-two-factor.server';
import { keepCookies } from '../../sessions/kept-cookies.server';
import { rememberSignedIn } from '../../sessions/remember-signed-in.server';
import { requireApiUser } from '../../sessions/guards.server';
import { AppError } from '~/lib/errors';

/**
 * POST begins to set up an app: `{ secret, uri, picture }`; PUT confirms it: `{ backupCodes }`; DELETE switches
 * two-factor sign-in off. Each takes `{ code }`: of the present app or a backup code, PUT of the new app.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return answerTwoFactor(async () => {
    const found = await requireApiUser(request, context);
    const code = await codeIn(request);
    const client = clientOf(request, context);
    const changed = async (answer: object) => {
      keepCookies(await rememberSignedIn(found, client), context);
      return answer;
    };
    switch (request.method) {
      case 'POST':
        return beginEnrolment(found, code, client);
      case 'PUT':
        return changed(await confirmEnrolment(found, code, client));
      case 'DELETE':
        await disableTwoFactor(found, code, client);
        return changed({});
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
