import { registerAccountData } from '~/features/account-data/index.server';

import { authSections } from './users/archive-sections.server';

export { invitationOf, signUpAccess, signUpMode } from './sign-up/admit.server';
export {
  emailProblem,
  nameProblem,
  normaliseEmail,
  normaliseName,
  validTimeZone,
} from './forms/account-fields';
export { announceAccountChange } from './users/account-events.server';
export { parseNames, parseTimeZone } from './users/account-requests.server';
export { readPreferences } from './users/archive-sections.server';
export { changeNames } from './users/change-names.server';
export { changePicture } from './users/change-picture.server';
export { chooseTimeZone } from './users/choose-time-zone.server';
export { readAccount } from './users/read-account.server';
export { removeUser } from './users/remove-user.server';
export { adoptPicture, adoptTimeZone, hasPicture, knownPictures } from './users/users.server';
export { revokeOtherSessions, revokeSession } from './sessions/revoke-sessions.server';
export { accountMail } from './email/account-mail.server';
export { sweepCodes } from './email/action-codes.server';
export { appointAdminByEmail, isAdminEmail } from './email/admin-email.server';
export {
  answerAccountForm,
  answerForm,
  clientOf,
  cookieHeaders,
  answerSubmission,
  noticeOf,
  returnPath,
} from './forms/answers.server';
export {
  authenticate,
  authenticateApi,
  type Authenticated,
  type Authentication,
} from './sessions/authenticate.server';
export { bearerUser, issueIdToken } from './sessions/bearer.server';
export type { Client } from './sessions/client';
export { changePassword, type PasswordChange } from './passwords/change-password.server';
export {
  createAccount,
  type CreatedAccount,
  type NewAccount,
} from './sign-up/create-account.server';
export { disableUser } from './users/disable-user.server';
export { enableUser } from './users/enable-user.server';
export { viewSessions } from './sessions/list-sessions.server';
export { endAllSessions } from './sessions/end-all-sessions.server';
export { endSession } from './sessions/end-session.server';
export { findContact } from './users/users.server';
export { listAccounts, type ListedAccount } from './users/list-accounts.server';
export { findUser, type FoundUser } from './users/find-user.server';
export { isAdmin } from './users/users.server';
export { grantAdmin } from './users/grant-admin.server';
export {
  identifiedUser,
  optionalUser,
  requireAdmin,
  requireApiAdmin,
  requireApiUser,
  requireUser,
} from './sessions/guards.server';
export { nodeApi, nodeJsonApi, searchOf, type RoutedRequest } from './sessions/node-api.server';
export { MAIL_TEXTS } from './messages';
export { markVerified } from './email/mark-verified.server';
export {
  generatePassword,
  newPasswordProblems,
  passwordPolicy,
} from './passwords/password-settings.server';
export { revokeAdmin } from './users/revoke-admin.server';
export { sendVerification } from './email/send-verification.server';
export { resendVerification } from './email/resend-verification.server';
export { inspectReset, requestReset, resetPassword } from './passwords/reset-password.server';
export {
  createInvitation,
  deleteOldInvitations,
  endInvitation,
  INVITATION_DAYS,
  listInvitations,
} from './sign-up/invitations.server';
export { reauthenticate } from './sessions/reauthenticate.server';
export { requestEmailChange } from './email/request-email-change.server';
export { requireRecentLogin } from './sessions/require-recent-login.server';
export { onSessionEnded, type SessionEnded } from './sessions/session-events.server';
export { isSecureRequest } from './sessions/secure-cookie';
export { deleteExpiredSessions, openSession } from './sessions/sessions.server';
export type { SessionUser } from './sessions/session-user';
export { addKeptCookies, keepCookies } from './sessions/kept-cookies.server';
export { rememberSignedIn } from './sessions/remember-signed-in.server';
export { startSession } from './sessions/start-session.server';
export { setPassword } from './passwords/set-password.server';
export { shownAccess } from './sign-up/sign-up-access';
export { signIn, type SignIn } from './sessions/sign-in.server';
export { signOut } from './sessions/sign-out.server';
export { signUp, type SignUp } from './sign-up/sign-up.server';
export {
  readChangeEmail,
  readChangePassword,
  readReauthenticate,
  readForgotPassword,
  readLinkPassword,
  readResetPassword,
  readSignIn,
  readSignUp,
  readNewAdmin,
  readTwoFactor,
  type NewAdmin,
} from './forms/submissions.server';
export { inspectEmailLink, verifyEmail, type EmailLink } from './email/verify-email.server';
export { confirmLink, openVerifyPage, resendLink } from './email/verify-page.server';
export { beginEnrolment } from './two-factor/begin-enrolment.server';
export { confirmEnrolment } from './two-factor/confirm-enrolment.server';
export { disableTwoFactor } from './two-factor/disable-two-factor.server';
export { finishSignIn, PassExpired } from './two-factor/finish-sign-in.server';
export { needsCode, twoFactorState } from './two-factor/two-factor-state.server';
export { readPass } from './two-factor/sign-in-pass.server';
export { renewBackupCodes } from './two-factor/renew-backup-codes.server';
export { resetTwoFactor } from './two-factor/reset-two-factor.server';
export { countUnreadableSecrets } from './two-factor/two-factor-table.server';
export { answerTwoFactor, codeIn } from './two-factor/answers.server';

registerAccountData('auth', { sections: authSections });
