export const IDENTITY_TEXTS = {
  unknown: 'This site doesn’t offer that way to sign in anymore.',
  canceled: (name: string) => `You didn’t finish signing in with ${name}.`,
  invalid: (name: string) =>
    `${name} sent something we can’t accept. Try again, or sign in another way.`,
  unreachable: (name: string) =>
    `We can’t reach ${name} right now. Try again in a few minutes, or sign in another way.`,
  expired: 'That took too long, or happened in another browser. Try again.',
  unverified: (name: string) =>
    `${name} hasn’t verified your email address, so we can’t use it. Verify it there first, or sign in another way.`,
  /** On the sign-in page. */
  signInToLink:
    'You already have an account with this email. Sign in to it, and you can link the two.',
  ownOnly: 'That account isn’t linked to yours. Choose the one that is.',
  stale: (name: string) => `${name} didn’t ask who you are again. Sign out there, then try again.`,
  taken: 'This account is already linked to a Brandwright account.',
  tooMany: (max: number) => `You can link at most ${max} accounts. Unlink one first.`,
  gone: 'This account was already unlinked.',
  lastWay:
    'This is your only way to sign in. Set a password, add a passkey, or link another account first.',
  linked: (name: string) => `Your ${name} account is linked. You can sign in with it now.`,
  unlinked: (name: string) => `Your ${name} account is unlinked.`,
};
