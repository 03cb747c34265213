export { SignInForm } from './components/sign-in-form';
export { SignUpForm } from './components/sign-up-form';
export { keepFormOffline, keepLoaderData } from './keep-form';
export { NOT_AUTHENTICATED, PROVIDER_TEXTS, SIGN_OUT_FAILED, type ProviderCode } from './messages';
export { describePolicy, passwordProblems, type PasswordPolicy } from './password-policy';
export { HOME, safeRedirect, signInPath } from './redirect-target';
export type { SessionUser } from './session-user';
