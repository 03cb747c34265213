import { index, layout, route, type RouteConfig } from '@remix-run/route-config';

// Every address of the product. Those of a resource route are declared in its module, with the methods of each.

/** Mounts a module of endpoints at each of its addresses. */
function resource(file: string, addresses: readonly string[]) {
  return addresses.map((address) => route(address, file, { id: address }));
}

/** Pages that anyone may open. */
const publicPages = [
  // Accounts
  route('auth/forgot-password', 'features/accounts/passwords/routes/forgot-password-page.tsx'),
  route('auth/login', 'features/accounts/sessions/routes/sign-in-page.tsx'),
  route('auth/new-account', 'features/accounts/identities/routes/new-account-page.tsx'),
  route('auth/oidc/:issuerId', 'features/accounts/identities/routes/begin-page.tsx'),
  route('auth/oidc/:issuerId/callback', 'features/accounts/identities/routes/return-page.tsx'),
  route(
    'auth/oidc/:issuerId/sign-out',
    'features/accounts/identities/routes/sign-out-at-issuer.ts',
  ),
  route('auth/logout', 'features/accounts/sessions/routes/sign-out.tsx'),
  route('auth/reauthenticate', 'features/accounts/sessions/routes/reauthenticate-page.tsx'),
  route('auth/reset-password', 'features/accounts/passwords/routes/reset-password-page.tsx'),
  route('auth/second-factor', 'features/accounts/second-factor/routes/second-factor-page.tsx'),
  route('auth/signup', 'features/accounts/sign-up/routes/sign-up-page.tsx'),
  route('auth/two-factor', 'features/accounts/two-factor/routes/two-factor-page.tsx'),
  route('linked-accounts', 'features/accounts/identities/routes/linked-accounts-page.tsx'),
  route('auth/verify', 'features/accounts/email-address/routes/verify-page.tsx'),
  // Billing
  route(
    'auth/verify-subscription',
    'features/billing/checkout/routes/verify-subscription-page.tsx',
  ),
  route('checkout/:checkoutId', 'features/billing/checkout/routes/checkout-page.tsx'),
  route('pricing', 'features/billing/plans/routes/pricing-page.tsx'),
  route('pricing-dev', 'features/billing/plans/routes/pricing-dev-page.tsx'),
  route('stripe-testing', 'features/billing/plans/routes/stripe-testing-page.tsx'),
  // Chat
  route('shared/:id', 'features/chat/sharing/routes/shared-page.tsx'),
  route('shared/:userId/:shareId', 'features/chat/sharing/routes/shared-by-user-page.tsx'),
  // Help
  route('contact', 'features/help/contact/routes/contact-page.tsx'),
  // Site
  index('features/site/shell/routes/home.tsx'),
  route('login', 'features/site/shell/routes/login.tsx'),
  route('privacy', 'features/site/public-pages/routes/privacy-page.tsx'),
  route('terms', 'features/site/public-pages/routes/terms-page.tsx'),
  route('licenses', 'features/site/public-pages/routes/licenses-page.tsx'),
  // Admin and health
  route('setup', 'features/admin/first-run/routes/setup-page.tsx'),
];

/** Pages behind the sign-in, in the app's frame. */
const appPages = [
  layout('features/site/shell/routes/app-layout.tsx', [
    // Brand
    route('profiles', 'features/brand/profiles/routes/brand-layout.tsx', [
      index('features/brand/profiles/routes/profiles-page.tsx'),
      route(':profileId', 'features/brand/profiles/routes/profile-page.tsx'),
      route(':profileId/draft', 'features/brand/drafting/routes/draft-page.tsx'),
      route(
        ':profileId/sources/:sourceId',
        'features/brand/knowledge/sources/routes/source-page.tsx',
      ),
    ]),
    // Chat
    route('ai-lab', 'features/chat/page/routes/chat-layout.tsx', [
      index('features/chat/page/routes/new-chat-page.tsx'),
      route('chat/:conversationId', 'features/chat/page/routes/chat-page.tsx'),
      route('shares', 'features/chat/sharing/routes/shares-page.tsx'),
    ]),
    // Copywriting
    route('copy-wizard', 'features/copywriting/library/routes/copywriting-layout.tsx', [
      index('features/copywriting/wizard/routes/wizard-page.tsx'),
      route('briefs/:briefId', 'features/copywriting/wizard/routes/brief-page.tsx'),
      route('new', 'features/copywriting/library/routes/new-content-page.tsx'),
      route('saved/:categoryId/:contentId', 'features/copywriting/library/routes/content-page.tsx'),
    ]),
    // Media
    route('media-creator', 'features/media/images/routes/image-page.tsx'),
    route('media-creator/video-gen', 'features/media/videos/routes/video-page.tsx'),
    // Onboarding
    route('welcome', 'features/onboarding/steps/routes/business-page.tsx'),
    route('welcome/brand', 'features/onboarding/steps/routes/brand-page.tsx'),
    route('welcome/posts', 'features/onboarding/steps/routes/posts-page.tsx'),
    // Help
    route('help', 'features/help/articles/routes/help-page.tsx'),
    route('help/:articleId', 'features/help/articles/routes/article-page.tsx'),
    // Site
    route('*', 'features/site/shell/routes/not-found.tsx'),
    route('settings', 'features/site/settings/routes/settings-page.tsx'),
    // Admin and health
    route('admin', 'features/admin/overview/routes/admin-layout.tsx', [
      index('features/admin/overview/routes/overview-page.tsx'),
      route('inbox', 'features/admin/inbox/routes/inbox-page.tsx'),
      route('outbox', 'features/admin/outbox/routes/outbox-page.tsx'),
      route('users', 'features/admin/users/routes/users-page.tsx'),
      route('configuration', 'features/admin/configuration/routes/configuration-page.tsx'),
      route('connections', 'features/admin/health/routes/connections-page.tsx'),
      route('inbox/:messageId', 'features/admin/inbox/routes/message-page.tsx'),
      route('invitations', 'features/admin/invitations/routes/invitations-page.tsx'),
      route('jobs', 'features/admin/jobs/routes/jobs-page.tsx'),
      route('log', 'features/admin/audit/routes/log-page.tsx'),
      route('maintenance', 'features/admin/maintenance/routes/maintenance-page.tsx'),
      route('outbox/:mailId', 'features/admin/outbox/routes/email-page.tsx'),
      route('payments', 'features/admin/payments/routes/payments-page.tsx'),
      route('providers', 'features/admin/providers/routes/providers-page.tsx'),
      route('sign-in', 'features/admin/sign-in/routes/sign-in-page.tsx'),
      route('undelivered', 'features/admin/outbox/routes/undelivered-page.tsx'),
      route('users/:userId', 'features/admin/users/routes/user-page.tsx'),
    ]),
  ]),
];

/** Called by the browser, webhooks, and machines. */
const resources = [
  // Accounts
  ...resource('features/accounts/settings/routes/account.ts', [
    'api/account/deletion',
    'api/account/email',
    'api/account/names',
    'api/account/password',
    'api/account/picture',
    'api/account/time-zone',
  ]),
  ...resource('features/accounts/security-events/routes/security-events.ts', [
    'api/account/security-events',
  ]),
  ...resource('features/accounts/sessions/routes/sessions.ts', [
    'api/account/sessions',
    'api/account/sessions/:id',
    'api/auth/id-token',
  ]),
  ...resource('features/accounts/passkeys/routes/passkeys.ts', [
    'api/account/passkeys',
    'api/account/passkeys/:id',
    'api/account/passkeys/challenge',
  ]),
  ...resource('features/accounts/passkeys/routes/use-passkey.ts', [
    'auth/passkey',
    'auth/passkey/challenge',
  ]),
  ...resource('features/accounts/two-factor/routes/two-factor.ts', [
    'api/account/two-factor',
    'api/account/two-factor/backup-codes',
  ]),
  ...resource('features/accounts/email-address/routes/verification.ts', [
    'api/account/verification',
  ]),
  // Email
  ...resource('features/email/failures/routes/postmark-webhook.ts', ['api/mail/postmark-webhook']),
  // Billing
  ...resource('features/billing/ledger/routes/ledger.ts', [
    'api/billing/balance',
    'api/billing/ledger',
    'api/billing/ledger.csv',
  ]),
  ...resource('features/billing/subscriptions/routes/subscription.ts', [
    'api/billing/checkout',
    'api/billing/portal',
    'api/billing/subscription',
  ]),
  ...resource('features/billing/webhooks/routes/stripe-webhook.ts', ['api/stripe/webhook']),
  // Brand
  ...resource('features/brand/drafting/routes/material.ts', [
    'api/brand-material/file',
    'api/brand-material/website',
  ]),
  ...resource('features/brand/voice/routes/voice-rules.ts', [
    'api/profiles/:id/voice',
    'api/profiles/:id/voice/rules',
    'api/profiles/:id/voice/rules/:ruleId',
    'api/profiles/:id/voice/rules/:ruleId/exceptions',
  ]),
  ...resource('features/brand/voice/proposals/routes/proposals.ts', [
    'api/profiles/:id/voice/proposals',
  ]),
  ...resource('features/brand/knowledge/citations/routes/citations.ts', [
    'api/citations',
    'api/sent-passages',
  ]),
  ...resource('features/brand/voice/facts/routes/cited.ts', ['api/cited']),
  ...resource('features/brand/profiles/routes/profiles.ts', [
    'api/profiles',
    'api/profiles/:id',
    'api/profiles/:id/components/:kind',
    'api/profiles/:id/deletion',
    'api/profiles/:id/draft',
    'api/profiles/:id/duplicate',
    'api/profiles/:id/grounding',
    'api/profiles/:id/logo',
    'api/profiles/:id/look',
    'api/profiles/selection',
  ]),
  ...resource('features/brand/knowledge/sources/routes/sources.ts', [
    'api/profiles/:id/sources',
    'api/profiles/:id/sources/:sourceId',
    'api/profiles/:id/sources/:sourceId/pause',
    'api/profiles/:id/sources/:sourceId/restore',
    'api/profiles/:id/sources/:sourceId/resume',
    'api/profiles/:id/sources/:sourceId/resync',
    'api/profiles/:id/sources/contents',
    'api/profiles/:id/sources/files',
  ]),
  // Chat
  ...resource('features/chat/answers/routes/answers.ts', [
    'api/chat/answers/:id/continue',
    'api/chat/answers/:id/regenerate',
    'api/chat/messages',
    'api/chat/messages/:id/edit',
    'api/chat/prompt',
    'api/conversations/:id/passages',
  ]),
  ...resource('features/chat/attachments/routes/attachments.ts', [
    'api/attachments',
    'api/attachments/:id',
  ]),
  ...resource('features/chat/dictation/routes/dictation.ts', ['api/dictation']),
  ...resource('features/chat/conversations/routes/conversations.ts', [
    'api/conversations',
    'api/conversations/:id',
    'api/conversations/:id/export',
    'api/conversations/:id/restore',
    'api/conversations/:id/settings',
    'api/conversations/batch',
    'api/conversations/counts',
    'api/tools/generate-title',
  ]),
  ...resource('features/chat/folders/routes/folders.ts', [
    'api/conversation-folders',
    'api/conversation-folders/:id',
  ]),
  ...resource('features/chat/messages/routes/messages.ts', [
    'api/conversations/:id/branch',
    'api/conversations/:id/messages',
    'api/conversations/:id/text',
    'api/messages/:id',
    'api/messages/:id/calls',
    'api/messages/:id/calls/:place',
  ]),
  ...resource('features/chat/documents/routes/documents.ts', [
    'api/chat/documents',
    'api/chat/documents/:id',
    'api/chat/documents/:id/format',
    'api/chat/documents/:id/ignored',
    'api/chat/documents/:id/image',
    'api/chat/documents/:id/patches',
    'api/chat/documents/:id/restore',
    'api/chat/documents/:id/save',
    'api/chat/documents/:id/versions',
    'api/chat/documents/:id/versions/:versionId',
  ]),
  ...resource('features/chat/prompts/routes/prompts.ts', [
    'api/prompts',
    'api/prompts/:id',
    'api/prompts/starters',
  ]),
  ...resource('features/chat/search/routes/search.ts', ['api/search']),
  ...resource('features/chat/sharing/routes/shares.ts', [
    'api/conversations/:id/share',
    'shared/:id/messages/:messageId',
  ]),
  // Copywriting
  ...resource('features/copywriting/wizard/routes/briefs.ts', [
    'api/briefs',
    'api/briefs/:id',
    'api/briefs/:id/image',
    'api/briefs/:id/more',
    'api/briefs/estimate',
  ]),
  ...resource('features/copywriting/rewrite/routes/rewrites.ts', ['api/passages']),
  ...resource('features/copywriting/review/routes/reviews.ts', [
    'api/reviews',
    'api/reviews/newest',
  ]),
  ...resource('features/copywriting/wizard/routes/variants.ts', [
    'api/pieces/:id',
    'api/pieces/:id/again',
    'api/pieces/:id/choose',
    'api/pieces/:id/continue',
    'api/pieces/:id/ignored',
    'api/pieces/save',
  ]),
  ...resource('features/copywriting/library/routes/saved-content-folders.ts', [
    'api/saved-content-folders',
    'api/saved-content-folders/:id',
  ]),
  ...resource('features/copywriting/library/routes/saved-content.ts', [
    'api/saved-content',
    'api/saved-content/:id',
    'api/saved-content/:id/download',
    'api/saved-content/:id/duplicate',
    'api/saved-content/:id/format',
    'api/saved-content/:id/ignored',
    'api/saved-content/:id/image',
    'api/saved-content/:id/move',
    'api/saved-content/:id/restore',
    'api/saved-content/:id/versions',
    'api/saved-content/:id/versions/:versionId',
  ]),
  ...resource('features/copywriting/formats/routes/preview.ts', ['frames/preview']),
  // Media
  ...resource('features/media/chat-images/routes/message-images.ts', [
    'api/media/answers/:id/image',
  ]),
  ...resource('features/media/chat-images/routes/shared-images.ts', [
    'shared/:id/messages/:messageId/images/:itemId',
  ]),
  ...resource('features/media/gallery/routes/media-items.ts', [
    'api/media/items',
    'api/media/items/:id',
    'api/media/items/:id/file',
    'api/media/items/:id/poster',
    'api/media/items/delete',
    'api/media/items/restore',
    'api/media/uploads',
  ]),
  ...resource('features/media/images/routes/images.ts', [
    'api/media/brand',
    'api/media/images',
    'api/media/images/estimate',
    'api/media/models',
  ]),
  ...resource('features/media/jobs/routes/media-jobs.ts', [
    'api/media/jobs',
    'api/media/jobs/:id',
    'api/media/jobs/:id/again',
    'api/media/jobs/:id/cancel',
  ]),
  ...resource('features/media/jobs/routes/replicate-webhook.ts', ['api/replicate/webhook']),
  ...resource('features/media/loras/routes/lora-images.ts', [
    'api/media/loras/:id/images',
    'api/media/loras/:id/images/:imageId',
    'api/media/loras/:id/images/:imageId/caption',
    'api/media/loras/:id/images/:imageId/file',
  ]),
  ...resource('features/media/loras/routes/loras.ts', [
    'api/media/loras',
    'api/media/loras/:id',
    'api/media/loras/:id/train',
    'api/media/loras/:id/weights',
    'api/media/loras/estimate',
  ]),
  ...resource('features/media/videos/routes/videos.ts', [
    'api/media/video-models',
    'api/media/videos',
    'api/media/videos/estimate',
  ]),
  // Onboarding
  ...resource('features/onboarding/steps/routes/onboarding.ts', [
    'api/onboarding/brand',
    'api/onboarding/business',
    'api/onboarding/checklist',
    'api/onboarding/dismissal',
    'api/onboarding/posts',
  ]),
  // Import and export
  ...resource('features/import-export/exports/routes/exports.ts', [
    'api/exports',
    'api/exports/:id',
    'api/exports/:id/file',
  ]),
  ...resource('features/import-export/imports/routes/imports.ts', [
    'api/imports',
    'api/imports/:id',
    'api/imports/:id/cancel',
    'api/imports/:id/candidates',
    'api/imports/:id/files/:file/parts/:part',
    'api/imports/:id/read',
    'api/imports/:id/report',
    'api/imports/:id/start',
  ]),
  // Help
  ...resource('features/help/contact/routes/contact-message.ts', ['api/email/webhook-handler']),
  ...resource('features/help/assistant/routes/help-assistant.ts', ['api/tools/helpmenuassistant']),
  // Site
  ...resource('features/site/frames/routes/diagram.ts', ['frames/diagram']),
  ...resource('features/site/palette/routes/other-results.ts', ['api/search/others']),
  ...resource('features/site/public-pages/routes/security-text.ts', ['.well-known/security.txt']),
  ...resource('features/site/shell/routes/unknown-api.ts', ['api/*']),
  // Admin and health
  ...resource('features/admin/health/routes/health.ts', [
    'api/admin/connections/:part',
    'api/admin/health',
    'healthz',
    'metrics',
    'readyz',
  ]),
  ...resource('features/admin/inbox/routes/inbox.ts', [
    'api/admin/inbox/:id',
    'api/admin/inbox/:id/replies',
  ]),
  ...resource('features/admin/invitations/routes/invitations.ts', [
    'api/admin/invitations',
    'api/admin/invitations/:id',
  ]),
  ...resource('features/admin/jobs/routes/jobs.ts', ['api/admin/jobs/:id/retry']),
  ...resource('features/admin/maintenance/routes/maintenance.ts', ['api/admin/maintenance']),
  ...resource('features/admin/providers/routes/providers.ts', [
    'api/admin/providers/:purpose',
    'api/admin/providers/:purpose/models',
    'api/admin/providers/:purpose/test',
  ]),
  ...resource('features/admin/sign-in/routes/sign-in.ts', ['api/admin/sign-in']),
  // Generations
  ...resource('engine/generation/routes/generations.ts', [
    'api/generations/:id',
    'api/generations/:id/stop',
  ]),
];

export default [...publicPages, ...appPages, ...resources] satisfies RouteConfig;
