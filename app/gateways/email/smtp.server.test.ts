import { expect, test } from 'vitest';

import { recipientRefusal } from './smtp.server';

test.each([
  [550, '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown', 'hard'],
  [550, '550 5.2.1 The email account is disabled', 'hard'],
  [550, '550 No such user here', 'hard'],
  [551, '551 User not local', 'hard'],
  [553, '553 5.1.3 Bad recipient address syntax', 'hard'],
  [550, '', 'hard'],
  [550, '550 5.7.1 Our system has detected that this message is likely unsolicited', 'soft'],
  [550, '550 5.7.26 Unauthenticated sender', 'soft'],
  [550, '550 5.2.2 Mailbox full', 'soft'],
  [550, '550 relay not permitted', 'soft'],
  [550, '550 Blocked, see our policy', 'soft'],
  [554, '554 5.7.1 Relay access denied', 'soft'],
  [552, '552 5.2.2 Over quota', 'soft'],
  [552, '552 Mailbox exceeds its limit', 'soft'],
  [556, '', 'soft'],
] as const)('the refusal %i “%s” counts as %s', (code, response, kind) => {
  expect(recipientRefusal(code, response)).toBe(kind);
});
