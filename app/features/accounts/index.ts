export { SITE_ACTS } from './audit/site-acts';
export { AuthCard } from './forms/components/auth-card';
export { DeletionBanner } from './deletion/components/deletion-banner';
export { DeletionSettings } from './deletion/components/deletion-settings';
export { PhotoForm } from './photo/components/photo-form';
export { AccountSettings } from './settings/components/account-settings';
export { NewAccountFields } from './sign-up/components/new-account-fields';
export { ConfirmLink } from './forms/components/form-parts';
export { fieldProps } from './forms/use-checked-form';
export { VerifyEmailBanner } from './email-address/components/verify-email-banner';
export {
  MAX_EMAIL,
  emailProblem,
  MAX_NAME,
  nameProblem,
  normalizeEmail,
  normalizeName,
} from './forms/account-fields';
export { verdict } from './forms/form-checks';
export { answerOr, keepForm, keepLoaderData, reloadIfAnswered } from './forms/keep-form';
export { FIELD_TEXTS, SIGN_OUT_FAILED } from './texts';
export { type PasswordPolicy } from './passwords/password-policy';
export { signInPath } from './forms/redirect-target';
export type { SessionsApi } from './sessions/routes/sessions';
export { needsConfirm } from './sessions/needs-confirm';
export { showFailure, useSessionEnd, useSessionEndError } from './sessions/session-end';
export { signUpChecks, type SignUpFields } from './sign-up/sign-up';
export {
  SECOND_FACTOR_FOR,
  type SecondFactorFor,
  type SignInPolicyView,
} from './second-factor/policy';
export { SECOND_FACTOR_TEXTS } from './second-factor/texts';
