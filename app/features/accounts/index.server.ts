export { deletionMail } from './deletion/deletion-mail.server';
export { followDeletion } from './deletion/follow-deletion.server';
export { readDeletion, wouldBeDueOn } from './deletion/read-deletion.server';
export { removeAccounts, removeAtOnce } from './deletion/remove-accounts.server';
export { recordDeletion } from './deletion/request-deletion.server';
export { pictureUrl } from './picture/picture-objects.server';
export { sweepPictures } from './picture/sweep-pictures.server';
export { listActs, recordAct, type ActRow } from './audit/audit-data.server';
export { signUpMode } from './sign-up/admit.server';
export { emailProblem, nameProblem, normalizeEmail, normalizeName } from './forms/account-fields';
export { readPreferences } from './users/archive-sections.server';
export { readAccount } from './settings/read-account.server';
export { findContact, isAdmin } from './users/users.server';
export { accountMail } from './email/account-mail.server';
export { sweepCodes } from './email/action-codes.server';
export { appointAdminByEmail, isAdminEmail } from './email/admin-email.server';
export { answerForm, clientOf, cookieHeaders } from './forms/answers.server';
export { authenticate } from './sessions/authenticate.server';
export { bearerUser } from './sessions/bearer.server';
export type { Client } from './sessions/client';
export { createAccount } from './sign-up/create-account.server';
export { disableUser } from './users/disable-user.server';
export { enableUser } from './users/enable-user.server';
export { viewSessions } from './sessions/list-sessions.server';
export { endAllSessions } from './sessions/end-all-sessions.server';
export { listAccounts, type ListedAccount } from './users/list-accounts.server';
export { findUser, type FoundUser } from './users/find-user.server';
export { grantAdmin } from './users/grant-admin.server';
export { identifiedUser, optionalUser, requireAdmin, requireUser } from './sessions/guards.server';
export { markVerified } from './email/mark-verified.server';
export {
  generatePassword,
  newPasswordProblems,
  passwordPolicy,
} from './passwords/password-settings.server';
export { revokeAdmin } from './users/revoke-admin.server';
export { sendVerification } from './email/send-verification.server';
export {
  createInvitation,
  deleteOldInvitations,
  endInvitation,
  INVITATION_DAYS,
  listInvitations,
} from './sign-up/invitations.server';
export { onSessionEnded } from './sessions/session-events.server';
export { deleteExpiredSessions } from './sessions/sessions.server';
export { addKeptCookies } from './sessions/kept-cookies.server';
export { startSession } from './sessions/start-session.server';
export { setPassword } from './passwords/set-password.server';
export { readNewAdmin, type NewAdmin } from './forms/submissions.server';
export { needsCode, twoFactorState } from './two-factor/two-factor-state.server';
export { resetTwoFactor } from './two-factor/reset-two-factor.server';
export { countUnreadableSecrets } from './two-factor/two-factor-data.server';
export { registerAccounts } from './register.server';
