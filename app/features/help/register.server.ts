import { registerUserData } from '~/engine/user-data/index.server';
import { sql } from '~/lib/db/index.server';

import { contactSection } from './contact/archive-section.server';
import { deleteContactMessagesFrom } from './contact/contact-data.server';

/** Called once per process, by registry.server.ts. */
export function registerHelp(): void {
  registerUserData('help', {
    sections: [contactSection],
    removeAddress: (email) => deleteContactMessagesFrom(sql, email),
  });
}
