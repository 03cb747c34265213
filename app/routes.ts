import { index, layout, route, type RouteConfig } from '@remix-run/route-config';

// Every address of the product. Those of a resource route are declared in its module, with what may be done at each.

/** A module of endpoints at each of its addresses. */
function resource(file: string, addresses: readonly string[]) {
  return addresses.map((address) => route(address, file, { id: address }));
}

/** Pages that anyone may open. */
const publicPages = [
  // Accounts
  route('auth/forgot-password', 'features/accounts/passwords/routes/forgot-password-page.tsx'),
  route('auth/login', 'features/accounts/sessions/routes/sign-in-page.tsx'),
  route('auth/logout', 'features/accounts/sessions/routes/sign-out.tsx'),
  route('auth/reauthenticate', 'features/accounts/sessions/routes/reauthenticate-page.tsx'),
  route('auth/reset-password', 'features/accounts/passwords/routes/reset-password-page.tsx'),
  route('auth/signup', 'features/accounts/sign-up/routes/sign-up-page.tsx'),
  route('auth/two-factor', 'features/accounts/two-factor/routes/two-factor-page.tsx'),
  route('auth/verify', 'features/accounts/email/routes/verify-page.tsx'),
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
  route('shared/:id/messages/:messageId', 'features/chat/sharing/routes/shared-message.ts'),
  route('shared/:userId/:shareId', 'features/chat/sharing/routes/shared-by-user-page.tsx'),
  // Help
  route('contact', 'features/help/contact/routes/contact-page.tsx'),
  // Site
  index('features/site/shell/routes/home.tsx'),
  route('design', 'features/site/specimens/routes/specimens-page.tsx'),
  route('design/:frame', 'features/site/specimens/routes/frame-page.tsx'),
  route('login', 'features/site/shell/routes/login.tsx'),
  route('privacy', 'features/site/public-pages/routes/privacy-page.tsx'),
  route('terms', 'features/site/public-pages/routes/terms-page.tsx'),
  // Admin and health
  route('setup', 'features/admin/first-run/routes/setup-page.tsx'),
];

/** Pages behind the sign-in, in the app's frame. */
const appPages = [
  layout('features/site/shell/routes/app-layout.tsx', [
    // Brand
    route('profiles', 'features/brand/profiles/routes/profiles-page.tsx'),
    route('profiles/:profileId', 'features/brand/profiles/routes/profile-page.tsx'),
    route('profiles/:profileId/draft', 'features/brand/drafting/routes/draft-page.tsx'),
    // Chat
    route('ai-lab', 'features/chat/page/routes/chat-layout.tsx', [
      index('features/chat/page/routes/new-chat-page.tsx'),
      route('chat/:conversationId', 'features/chat/page/routes/chat-page.tsx'),
      route('shares', 'features/chat/sharing/routes/shares-page.tsx'),
    ]),
    // Copywriting
    route('copy-wizard', 'features/copywriting/library/routes/copywriting-layout.tsx', [
      index('features/copywriting/library/routes/library-page.tsx'),
      route('briefs/:briefId', 'features/copywriting/wizard/routes/brief-page.tsx'),
      route('new', 'features/copywriting/wizard/routes/new-brief-page.tsx'),
      route('saved/:categoryId/:contentId', 'features/copywriting/library/routes/content-page.tsx'),
    ]),
    // Media
    route('media-creator', 'features/media/images/routes/image-page.tsx'),
    route('media-creator/video-gen', 'features/media/videos/routes/video-page.tsx'),
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
      route('outbox/:mailId', 'features/admin/outbox/routes/mail-page.tsx'),
      route('payments', 'features/admin/payments/routes/payments-page.tsx'),
      route('undelivered', 'features/admin/outbox/routes/undelivered-page.tsx'),
      route('users/:userId', 'features/admin/users/routes/user-page.tsx'),
    ]),
  ]),
];

/** What the browser, webhooks, and machines call. */
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
  ...resource('features/accounts/sessions/routes/sessions.ts', [
    'api/account/sessions',
    'api/account/sessions/:id',
    'api/auth/id-token',
  ]),
  ...resource('features/accounts/two-factor/routes/two-factor.ts', [
    'api/account/two-factor',
    'api/account/two-factor/backup-codes',
  ]),
  ...resource('features/accounts/email/routes/verification.ts', ['api/account/verification']),
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
  route('api/profiles', 'features/brand/profiles/routes/profiles.ts'),
  route('api/profiles/:id', 'features/brand/profiles/routes/profile.ts'),
  route('api/profiles/:id/components/:kind', 'features/brand/components/routes/component.ts'),
  route('api/profiles/:id/deletion', 'features/brand/profiles/routes/deletion.ts'),
  route('api/profiles/:id/draft', 'features/brand/drafting/routes/draft.ts'),
  route('api/profiles/:id/duplicate', 'features/brand/profiles/routes/duplicate.ts'),
  route('api/profiles/:id/grounding', 'features/brand/grounding/routes/grounding.ts'),
  route('api/profiles/selection', 'features/brand/grounding/routes/selection.ts'),
  // Chat
  route('api/attachments', 'features/chat/attachments/routes/attachments.ts'),
  route('api/attachments/:id', 'features/chat/attachments/routes/attachment.ts'),
  route('api/chat/answers/:id/continue', 'features/chat/answers/routes/continue.ts'),
  route('api/chat/answers/:id/regenerate', 'features/chat/answers/routes/regenerate.ts'),
  route('api/chat/messages', 'features/chat/messages/routes/send.ts'),
  route('api/chat/messages/:id/edit', 'features/chat/messages/routes/edit.ts'),
  route('api/chat/prompt', 'features/chat/answers/routes/prompt-preview.ts'),
  route('api/conversation-folders', 'features/chat/folders/routes/folders.ts'),
  route('api/conversation-folders/:id', 'features/chat/folders/routes/folder.ts'),
  route('api/conversations', 'features/chat/conversations/routes/conversations.ts'),
  route('api/conversations/:id', 'features/chat/conversations/routes/conversation.ts'),
  route('api/conversations/:id/branch', 'features/chat/messages/routes/branch.ts'),
  route('api/conversations/:id/export', 'features/chat/archive/routes/export.ts'),
  route('api/conversations/:id/messages', 'features/chat/messages/routes/messages.ts'),
  route('api/conversations/:id/restore', 'features/chat/conversations/routes/restore.ts'),
  route('api/conversations/:id/settings', 'features/chat/conversations/routes/settings.ts'),
  route('api/conversations/:id/share', 'features/chat/sharing/routes/share.ts'),
  route('api/conversations/:id/text', 'features/chat/messages/routes/conversation-text.ts'),
  route('api/conversations/batch', 'features/chat/conversations/routes/batch.ts'),
  route('api/conversations/counts', 'features/chat/conversations/routes/counts.ts'),
  route('api/messages/:id', 'features/chat/messages/routes/message.ts'),
  route('api/prompts', 'features/chat/prompts/routes/prompts.ts'),
  route('api/prompts/:id', 'features/chat/prompts/routes/prompt.ts'),
  route('api/prompts/starters', 'features/chat/prompts/routes/starters.ts'),
  route('api/search', 'features/chat/search/routes/search.ts'),
  route('api/tools/generate-title', 'features/chat/conversations/routes/generate-title.ts'),
  // Copywriting
  route('api/briefs', 'features/copywriting/wizard/routes/briefs.ts'),
  route('api/briefs/:id', 'features/copywriting/wizard/routes/brief.ts'),
  route('api/briefs/:id/more', 'features/copywriting/wizard/routes/more-variants.ts'),
  route('api/briefs/estimate', 'features/copywriting/wizard/routes/estimate.ts'),
  route('api/passages', 'features/copywriting/rewrite/routes/rewrite.ts'),
  route('api/pieces/:id', 'features/copywriting/wizard/routes/variant.ts'),
  route('api/pieces/:id/again', 'features/copywriting/wizard/routes/regenerate-variant.ts'),
  route('api/pieces/:id/choose', 'features/copywriting/wizard/routes/choose-variant.ts'),
  route('api/pieces/:id/continue', 'features/copywriting/wizard/routes/continue-variant.ts'),
  route('api/pieces/save', 'features/copywriting/wizard/routes/save-variants.ts'),
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
    'api/saved-content/:id/move',
    'api/saved-content/:id/restore',
    'api/saved-content/:id/versions',
    'api/saved-content/:id/versions/:versionId',
  ]),
  route('frames/preview', 'features/copywriting/formats/routes/preview.ts'),
  // Media
  route('api/media/brand', 'features/media/images/routes/brand-text.ts'),
  route('api/media/images', 'features/media/images/routes/images.ts'),
  route('api/media/images/estimate', 'features/media/images/routes/estimate.ts'),
  route('api/media/items', 'features/media/gallery/routes/items.ts'),
  route('api/media/items/:id', 'features/media/gallery/routes/item.ts'),
  route('api/media/items/:id/file', 'features/media/gallery/routes/item-file.ts'),
  route('api/media/items/:id/poster', 'features/media/videos/routes/poster.ts'),
  route('api/media/items/delete', 'features/media/gallery/routes/delete-items.ts'),
  route('api/media/items/restore', 'features/media/gallery/routes/restore-items.ts'),
  route('api/media/jobs', 'features/media/jobs/routes/jobs.ts'),
  route('api/media/jobs/:id', 'features/media/jobs/routes/job.ts'),
  route('api/media/jobs/:id/again', 'features/media/jobs/routes/repeat-job.ts'),
  route('api/media/jobs/:id/cancel', 'features/media/jobs/routes/cancel-job.ts'),
  route('api/media/loras', 'features/media/loras/routes/loras.ts'),
  route('api/media/loras/:id', 'features/media/loras/routes/lora.ts'),
  route('api/media/loras/:id/images', 'features/media/loras/routes/images.ts'),
  route('api/media/loras/:id/images/:imageId', 'features/media/loras/routes/image.ts'),
  route('api/media/loras/:id/images/:imageId/caption', 'features/media/loras/routes/caption.ts'),
  route('api/media/loras/:id/images/:imageId/file', 'features/media/loras/routes/image-file.ts'),
  route('api/media/loras/:id/train', 'features/media/loras/routes/train.ts'),
  route('api/media/loras/:id/weights', 'features/media/loras/routes/weights.ts'),
  route('api/media/loras/estimate', 'features/media/loras/routes/estimate.ts'),
  route('api/media/models', 'features/media/images/routes/image-models.ts'),
  route('api/media/uploads', 'features/media/gallery/routes/uploads.ts'),
  route('api/media/video-models', 'features/media/videos/routes/video-models.ts'),
  route('api/media/videos', 'features/media/videos/routes/videos.ts'),
  route('api/media/videos/estimate', 'features/media/videos/routes/estimate.ts'),
  route('api/replicate/webhook', 'features/media/jobs/routes/replicate-webhook.ts'),
  // Import and export
  route('api/exports', 'features/import-export/exports/routes/exports.ts'),
  route('api/exports/:id', 'features/import-export/exports/routes/export.ts'),
  route('api/exports/:id/file', 'features/import-export/exports/routes/export-file.ts'),
  route('api/imports', 'features/import-export/imports/routes/imports.ts'),
  route('api/imports/:id', 'features/import-export/imports/routes/import.ts'),
  route('api/imports/:id/cancel', 'features/import-export/imports/routes/cancel.ts'),
  route('api/imports/:id/candidates', 'features/import-export/imports/routes/candidates.ts'),
  route(
    'api/imports/:id/files/:file/parts/:part',
    'features/import-export/imports/routes/file-part.ts',
  ),
  route('api/imports/:id/read', 'features/import-export/imports/routes/read.ts'),
  route('api/imports/:id/report', 'features/import-export/imports/routes/report.ts'),
  route('api/imports/:id/start', 'features/import-export/imports/routes/start.ts'),
  // Help
  ...resource('features/help/contact/routes/contact-message.ts', ['api/email/webhook-handler']),
  ...resource('features/help/assistant/routes/help-assistant.ts', ['api/tools/helpmenuassistant']),
  // Site
  ...resource('features/site/frames/routes/diagram.ts', ['frames/diagram']),
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
  // Generations
  route('api/generations/:id', 'engine/generation/routes/generation.ts'),
  route('api/generations/:id/stop', 'engine/generation/routes/stop.ts'),
];

export default [...publicPages, ...appPages, ...resources] satisfies RouteConfig;
