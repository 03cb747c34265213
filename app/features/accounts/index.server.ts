export { accountsBackground } from './background.server';
export { openDeletionTab, readDeletion, recordDeletion } from './deletion/request-deletion.server';
export { removeAtOnce } from './deletion/remove-accounts.server';
export { photoUrl } from './photo/photo-objects.server';
export { BACKUP } from './audit/site-acts';
export { lastActAt, listActs, recordAct, type ActRow } from './audit/audit-data.server';
export { signUpMode } from './sign-up/admit.server';
export { emailProblem, nameProblem, normalizeEmail, normalizeName } from './forms/account-fields';
export { readPreferences } from './archive-sections.server';
export { openAccountTab } from './settings/settings-actions.server';
export { enableUser, findContact, isAdmin } from './users/user-data.server';
export { answerForm, clientOf, cookieHeaders } from './forms/answers.server';
export { authenticate, bearerUser } from './sessions/authenticate.server';
export { isRecentLogin, type Client } from './sessions/session';
export { requireRecentLogin } from './sessions/recent-login.server';
export { createAccount } from './sign-up/sign-up.server';
export {
  appointAdminByEmail,
  disableUser,
  isAdminEmail,
  listAccounts,
  type ListedAccount,
  findUser,
  type FoundUser,
  grantAdmin,
  revokeAdmin,
} from './users/user-actions.server';
export { viewSessions, endAllSessions, startSession } from './sessions/session-actions.server';
export {
  identifiedUser,
  optionalUser,
  requireAdmin,
  requireUser,
  addKeptCookies,
} from './sessions/guards.server';
export { markVerified, sendVerification } from './email-address/email-actions.server';
export {
  generatePassword,
  newPasswordProblems,
  passwordPolicy,
} from './passwords/passwords.server';
export {
  createInvitation,
  endInvitation,
  INVITATION_DAYS,
  listInvitations,
} from './sign-up/invitation-data.server';
export { onSessionEnded } from './sessions/session-events.server';
export { setPassword } from './passwords/change-password.server';
export { readNewAdmin, type NewAdmin } from './forms/submissions.server';
export { needsCode, countUnreadableSecrets } from './two-factor/two-factor-data.server';
export { resetTwoFactor } from './two-factor/two-factor-actions.server';
export { changeSignInPolicy, viewSignInPolicy } from './second-factor/change-policy.server';
export { countPasskeys } from './passkeys/passkey-data.server';
export { orConfirm } from './sessions/or-confirm.server';
export { registerAccounts } from './register.server';
