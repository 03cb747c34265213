import type { RouteConfigEntry } from '@remix-run/route-config';

/** Screens for everyone. */
export const VISITOR_SCREENS = [
  '/auth/login',
  '/auth/signup',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/verify',
  '/auth/verify-subscription',
  '/auth/oidc/unknown',
  '/auth/oidc/unknown/callback',
  '/pricing',
  // Gone once there has been an admin; first-run.spec.ts tests it before that.
  '/setup',
  '/pricing-dev',
  '/stripe-testing',
  '/privacy',
  '/terms',
  '/licenses',
  '/contact',
  '/contact?kind=suggestion',
  '/shared/unknown',
  '/shared/unknown/unknown',
];

/** Screens inside the shell for signed-in people. screens.spec.ts checks a conversation with messages. */
const SHELL_SCREENS = [
  '/ai-lab',
  '/ai-lab/chat/0198c0de-0000-7000-8000-000000000000',
  '/ai-lab/shares',
  '/copy-wizard',
  '/copy-wizard/new',
  '/copy-wizard/briefs/1',
  '/copy-wizard/saved/social/1',
  '/media-creator',
  '/media-creator?mode=generate',
  '/media-creator?mode=train-lora',
  '/media-creator?mode=train-lora&lora=1',
  '/media-creator/video-gen',
  '/settings?tab=tokens',
  '/settings?tab=account',
  '/settings?tab=subscription',
  '/settings?tab=importexport',
  '/settings?tab=appearance',
  '/settings?tab=contact',
  '/settings?tab=privacyLink',
  '/settings?tab=termsLink',
  '/settings?tab=deleteAccount',
  '/help',
  '/help/share-a-conversation',
  '/help/none',
  '/profiles',
  '/profiles/1',
  '/profiles/1/draft',
  '/profiles/1/sources/1',
  '/welcome',
  '/nowhere',
];

/** All screens for signed-in people. */
export const MEMBER_SCREENS = [
  ...SHELL_SCREENS,
  '/auth/reauthenticate',
  '/linked-accounts',
  '/checkout/1',
];

/** Screens for admins, which don't exist for others. */
export const ADMIN_SCREENS = [
  '/admin',
  '/admin/users',
  '/admin/users/none',
  '/admin/configuration',
  '/admin/connections',
  '/admin/inbox',
  '/admin/inbox/none',
  '/admin/invitations',
  '/admin/jobs',
  '/admin/maintenance',
  '/admin/outbox',
  '/admin/outbox/none',
  '/admin/log',
  '/admin/payments',
  '/admin/providers',
  '/admin/providers?first-run',
  '/admin/sign-in',
  '/admin/undelivered',
];

/**
 * Routes that only redirect, the second step of signing in (two-factor.spec.ts), a new account that began at an issuer
 * (issuers.spec.ts), setting up a second factor that an admin requires (passkeys.spec.ts), and the steps after sign-up that need the first one (onboarding.spec.ts).
 */
export const NO_SCREENS = [
  '/',
  '/login',
  '/auth/logout',
  '/auth/new-account',
  '/auth/two-factor',
  '/auth/second-factor',
  '/welcome/brand',
  '/welcome/posts',
];

/** The address of every page in the route map, without layouts and resource routes. */
export function pageAddresses(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const address = path === undefined ? parent : `${parent}/${path}`;
    if (children !== undefined) return pageAddresses(children, address);
    return file.endsWith('.tsx') ? [address || '/'] : [];
  });
}

/** Whether a screen's address is one of this route. */
export function isScreenOf(route: string, screen: string): boolean {
  const pattern = route.replace(/:[^/]+/g, '[^/]+').replace(/\*$/, '.+');
  return new RegExp(`^${pattern}$`).test(screen.split('?', 1)[0] ?? '');
}
