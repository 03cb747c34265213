export { AccountSettings } from './components/account-settings';
export { ConfirmLink } from './components/confirm-link';
export { ForgotPasswordForm } from './components/forgot-password-form';
export { NewAccountFields } from './components/new-account-fields';
export { ReauthenticateForm } from './components/reauthenticate-form';
export { ResetPasswordForm } from './components/reset-password-form';
export { SignInForm } from './components/sign-in-form';
export { SignUpForm } from './components/sign-up-form';
export { fieldProps } from './components/form-field';
export { VerifyEmailBanner } from './components/verify-email-banner';
export type { VerificationState } from './email/verification';
export { VerifyEmailCard } from './components/verify-email-card';
export {
  EMAIL_MOST,
  emailProblem,
  NAME_MOST,
  nameProblem,
  normaliseEmail,
  normaliseName,
} from './forms/account-fields';
export { verdict } from './forms/form-checks';
export {
  keepFormOffline,
  keepLoaderData,
  keepPageOffline,
  keepSentFormOffline,
} from './forms/keep-form';
export {
  changeEmailMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
  verifyMail,
} from './email/mails';
export {
  ACCOUNT_TEXTS,
  FIELD_TEXTS,
  NOT_AUTHENTICATED,
  PROVIDER_TEXTS,
  SIGN_OUT_FAILED,
  SIGN_UP_REFUSALS,
  SIGN_UP_TEXTS,
  type ProviderCode,
} from './messages';
export { describePolicy, passwordProblems, type PasswordPolicy } from './passwords/password-policy';
export { HOME, safeRedirect, secondStepPath, signInPath } from './forms/redirect-target';
export {
  backupCodeUsedMail,
  twoFactorDisabledMail,
  twoFactorEnabledMail,
  twoFactorResetMail,
} from './two-factor/mails';
export { TwoFactorForm } from './two-factor/components/two-factor-form';
export { useSessionEnd, useSessionEndError } from './sessions/session-end';
export {
  refusalText,
  RequestRefused,
  jsonRequest,
  requestJson,
  requestResponse,
  sendJson,
  SignedOut,
  tellFailure,
} from './sessions/session-request';
export type { SessionUser } from './sessions/session-user';
export { signUpChecks, type SignUpFields } from './sign-up/sign-up-checks';
