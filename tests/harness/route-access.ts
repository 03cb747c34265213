import type { OwnedIds } from './owned-ids.ts';

/**
 * Who may read and change through each route. A new route fails this test until it's declared here, and then is
 * called as a visitor, a user, another user, and an admin.
 *
 * `public` answers without a session. `user` redirects a visitor's navigation to sign-in, and answers a visitor's other
 * requests with 401. `admin` doesn't exist for users. `token` is for machines with the token, whatever their session.
 */
export type Access = 'public' | 'user' | 'admin' | 'token';

export interface Declaration {
  /** Who may GET it; absent if it has no loader. */
  read?: Access;
  /** Who may call its action; absent if it has none. */
  change?: Access;
  /** The action's methods, if not POST. */
  methods?: string[];
  /** Further methods, which are tested elsewhere because they would remove what these tests need. */
  alsoTakes?: string[];
  /** The query that its action needs. */
  query?: string;
  /** Values for the `:names` and `?query` of its address: the user's own things, a 404 for everyone else. */
  own?: (owned: OwnedIds) => Record<string, string>;
  /** The same for things that exist for everyone who may read or change them. */
  there?: (owned: OwnedIds) => Record<string, string>;
  /** The status for changing another user's thing, if not 404. */
  foreign?: number;
  /** No address of it exists, at least not in these tests. */
  unknown?: true;
  /** The status of reading it without parameters; the default is 200. */
  status?: number;
  /** Where visitors are redirected, if not to sign-in. */
  visitor?: string;
  /** It also answers users who have to verify their email address first, because they need it for that. */
  beforeVerified?: true;
  /** Where signed-in users are redirected. */
  signedIn?: string;
}

const page = (read: Access, more: Declaration = {}): Declaration => ({ read, ...more });

export const REMIX: Record<string, Declaration> = {
  '/': page('public', { visitor: '/auth/login', signedIn: '/ai-lab' }),
  '/contact': page('public', { change: 'public' }),
  '/login': page('public', { visitor: '/auth/login', signedIn: '/auth/login' }),
  '/pricing': page('public'),
  '/pricing-dev': page('public'),
  '/stripe-testing': page('public'),
  // Exists only with payments; tests/integration/billing tests its owner.
  '/checkout/:checkoutId': page('user', { unknown: true }),
  '/privacy': page('public'),
  '/terms': page('public'),
  '/licenses': page('public'),
  // For developers, not in production.
  // Shows nothing without the name of one of our scripts.
  '/frames/diagram': page('public', { unknown: true }),
  // Shows what it's sent, and stores nothing.
  '/frames/preview': { change: 'user' },
  // Exists only with a contact; tests/integration/site tests what it says.
  '/.well-known/security.txt': page('public', { unknown: true }),
  '/healthz': page('public'),
  '/readyz': page('public'),
  '/metrics': page('token'),
  '/auth/login': page('public', { change: 'public', signedIn: '/ai-lab' }),
  '/auth/logout': page('public', {
    change: 'public',
    visitor: '/auth/login',
    signedIn: '/auth/login',
  }),
  '/auth/signup': page('public', { change: 'public', signedIn: '/ai-lab' }),
  '/auth/forgot-password': page('public', { change: 'public' }),
  // Without a code there is nothing to reset.
  '/auth/reset-password': page('public', { change: 'public', status: 400 }),
  // Without a code it sends another link to the signed-in user.
  '/auth/verify': page('public', { change: 'public', query: 'code=none' }),
  // Without the first step there is nothing to continue.
  '/auth/two-factor': page('public', {
    change: 'public',
    visitor: '/auth/login',
    signedIn: '/ai-lab',
  }),
  // Gone, because there is an admin here.
  '/setup': page('public', { change: 'public', unknown: true }),
  // Shows nothing to visitors, and nothing of other users.
  '/auth/verify-subscription': page('public'),
  // Shows itself only to people who must have a second factor and have none.
  '/auth/second-factor': page('user', { visitor: '/auth/login', signedIn: '/ai-lab' }),
  // Without what an issuer said, there is no account to create.
  '/auth/new-account': page('public', {
    change: 'public',
    visitor: '/auth/login',
    signedIn: '/ai-lab',
  }),
  // Nothing is configured here; tests/integration/accounts/issuers.test.ts tests them with an issuer.
  '/auth/oidc/:issuerId': page('public', { unknown: true, signedIn: '/ai-lab' }),
  '/auth/oidc/:issuerId/callback': page('public', { unknown: true }),
  '/auth/oidc/:issuerId/sign-out': page('public', { unknown: true }),
  '/linked-accounts': page('user', { change: 'user' }),
  '/auth/passkey': { change: 'public' },
  '/auth/passkey/challenge': { change: 'public' },
  // Opened from a page that it leads back to.
  '/auth/reauthenticate': page('user', { change: 'user', visitor: '/auth/login' }),

  'layout /': page('user'),
  '/*': page('user', { unknown: true }),
  'layout /admin': page('admin'),
  '/admin': page('admin'),
  '/admin/configuration': page('admin'),
  '/admin/connections': page('admin'),
  '/admin/inbox': page('admin'),
  '/admin/inbox/:messageId': page('admin', {
    there: ({ contactId }) => ({ messageId: contactId }),
  }),
  '/admin/invitations': page('admin'),
  '/admin/jobs': page('admin'),
  '/admin/log': page('admin'),
  '/admin/maintenance': page('admin'),
  '/admin/outbox': page('admin'),
  '/admin/outbox/:mailId': page('admin', { there: ({ emailId }) => ({ mailId: emailId }) }),
  '/admin/payments': page('admin', { change: 'admin' }),
  '/admin/providers': page('admin'),
  '/admin/sign-in': page('admin'),
  '/admin/undelivered': page('admin', { change: 'admin' }),
  '/admin/users': page('admin'),
  '/admin/users/:userId': page('admin', {
    change: 'admin',
    there: ({ userId }) => ({ userId }),
  }),
  'layout /ai-lab': page('user'),
  '/ai-lab': page('user'),
  '/ai-lab/chat/:conversationId': page('user', {
    own: ({ conversationId }) => ({ conversationId }),
  }),
  '/ai-lab/shares': page('user'),
  'layout /copy-wizard': page('user'),
  '/copy-wizard': page('user'),
  '/copy-wizard/briefs/:briefId': page('user', { own: ({ briefId }) => ({ briefId }) }),
  '/copy-wizard/new': page('user'),
  '/copy-wizard/saved/:categoryId/:contentId': page('user', {
    own: ({ contentId }) => ({ categoryId: 'social', contentId }),
  }),
  '/help': page('user'),
  '/help/:articleId': page('user', { there: ({ articleId }) => ({ articleId }) }),
  '/media-creator': page('user'),
  '/media-creator/video-gen': page('user'),
  'layout /profiles': page('user'),
  '/profiles': page('user'),
  '/profiles/:profileId': page('user', { own: ({ profileId }) => ({ profileId }) }),
  '/profiles/:profileId/draft': page('user', { own: ({ profileId }) => ({ profileId }) }),
  '/profiles/:profileId/sources/:sourceId': page('user', {
    own: ({ profileId, sourceId }) => ({ profileId, sourceId }),
  }),
  '/settings': page('user'),
  // They have a brand already.
  '/welcome': page('user', { signedIn: '/ai-lab' }),
  '/welcome/brand': page('user', { signedIn: '/ai-lab' }),
  '/welcome/posts': page('user', { signedIn: '/ai-lab' }),

  '/api/admin/health': page('admin'),
  '/api/admin/inbox/:id': {
    change: 'admin',
    methods: ['PATCH'],
    there: ({ contactId }) => ({ id: contactId }),
  },
  '/api/admin/inbox/:id/replies': {
    change: 'admin',
    there: ({ contactId }) => ({ id: contactId }),
  },
  '/api/admin/invitations': { change: 'admin' },
  '/api/admin/invitations/:id': {
    change: 'admin',
    methods: ['DELETE'],
    there: ({ invitationId }) => ({ id: invitationId }),
  },
  '/api/admin/jobs/:id/retry': {
    change: 'admin',
    there: ({ failedJobId }) => ({ id: failedJobId }),
  },
  '/api/admin/sign-in': { change: 'admin', methods: ['PUT'] },
  '/api/admin/maintenance': { change: 'admin', methods: ['POST', 'DELETE'] },
  // tests/integration/admin/providers.test.ts tests the purposes.
  '/api/admin/providers/:purpose': { change: 'admin', methods: ['PUT', 'DELETE'] },
  '/api/admin/providers/:purpose/models': { change: 'admin' },
  '/api/admin/providers/:purpose/test': { change: 'admin' },
  '/api/*': {
    read: 'public',
    change: 'public',
    alsoTakes: ['PUT', 'PATCH', 'DELETE'],
    unknown: true,
  },
  '/api/account/deletion': { change: 'user', methods: ['DELETE'], alsoTakes: ['POST'] },
  '/api/account/email': { change: 'user' },
  '/api/account/names': { change: 'user' },
  '/api/account/picture': page('user', { change: 'user', alsoTakes: ['DELETE'] }),
  '/api/account/sessions': { change: 'user', methods: ['DELETE'] },
  '/api/account/sessions/:id': {
    change: 'user',
    methods: ['DELETE'],
    own: ({ sessionId }) => ({ id: sessionId }),
  },
  '/api/account/passkeys': { change: 'user' },
  '/api/account/passkeys/:id': {
    change: 'user',
    methods: ['PATCH'],
    // Removing it is tested in tests/integration/accounts/passkeys.test.ts.
    alsoTakes: ['DELETE'],
    own: ({ passkeyId }) => ({ id: passkeyId }),
  },
  '/api/account/passkeys/challenge': { change: 'user' },
  '/api/account/security-events': page('user'),
  '/api/account/time-zone': { change: 'user' },
  '/api/account/password': { change: 'user' },
  '/api/account/two-factor': { change: 'user', methods: ['POST', 'PUT', 'DELETE'] },
  '/api/account/two-factor/backup-codes': { change: 'user' },
  // tests/integration/first-run tests the parts.
  '/api/admin/connections/:part': { change: 'admin', there: () => ({ part: 'mail' }) },
  '/api/account/verification': { read: 'user', change: 'user', beforeVerified: true },
  '/api/auth/id-token': page('user'),
  '/api/attachments': { change: 'user' },
  '/api/billing/checkout': { change: 'user' },
  '/api/billing/portal': { change: 'user' },
  '/api/billing/subscription': page('user'),
  '/api/brand-material/file': { change: 'user' },
  '/api/brand-material/website': { change: 'user' },
  '/api/attachments/:id': {
    read: 'user',
    change: 'user',
    methods: ['DELETE'],
    own: ({ attachmentId }) => ({ id: attachmentId }),
  },
  '/api/dictation': { change: 'user' },
  '/api/imports': { read: 'user', change: 'user' },
  '/api/imports/:id': {
    read: 'user',
    change: 'user',
    methods: ['DELETE'],
    own: ({ importId }) => ({ id: importId }),
  },
  '/api/imports/:id/cancel': { change: 'user', own: ({ importId }) => ({ id: importId }) },
  '/api/imports/:id/candidates': { read: 'user', own: ({ importId }) => ({ id: importId }) },
  '/api/imports/:id/files/:file/parts/:part': {
    change: 'user',
    methods: ['PUT'],
    own: ({ importId }) => ({ id: importId, file: '0', part: '0' }),
  },
  '/api/imports/:id/read': { change: 'user', own: ({ importId }) => ({ id: importId }) },
  '/api/imports/:id/report': { read: 'user', own: ({ importId }) => ({ id: importId }) },
  '/api/imports/:id/start': { change: 'user', own: ({ importId }) => ({ id: importId }) },
  '/api/generations/:id': page('user', { own: ({ answerId }) => ({ id: answerId }) }),
  '/api/generations/:id/stop': { change: 'user', own: ({ answerId }) => ({ id: answerId }) },
  '/api/chat/answers/:id/continue': {
    change: 'user',
    own: ({ answerId }) => ({ id: answerId }),
  },
  '/api/chat/answers/:id/regenerate': {
    change: 'user',
    own: ({ answerId }) => ({ id: answerId }),
  },
  '/api/chat/messages': { change: 'user' },
  '/api/chat/messages/:id/edit': { change: 'user', own: ({ questionId }) => ({ id: questionId }) },
  '/api/conversations': { read: 'user', change: 'user' },
  '/api/conversation-folders': { change: 'user' },
  '/api/conversation-folders/:id': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ conversationFolderId }) => ({ id: conversationFolderId }),
  },
  '/api/conversations/batch': { change: 'user' },
  '/api/conversations/counts': page('user'),
  '/api/conversations/:id': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ conversationId }) => ({ id: conversationId }),
  },
  '/api/conversations/:id/restore': {
    change: 'user',
    own: ({ conversationId }) => ({ id: conversationId }),
  },
  '/api/conversations/:id/share': page('user', {
    change: 'user',
    methods: ['POST', 'PATCH', 'DELETE'],
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  '/api/conversations/:id/text': page('user', {
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  '/api/conversations/:id/export': page('user', {
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  // What is whose is tested in tests/integration/import-export.
  '/api/exports': page('user', { change: 'user' }),
  '/api/exports/:id': {
    change: 'user',
    methods: ['DELETE'],
    own: ({ exportId }) => ({ id: exportId }),
  },
  '/api/exports/:id/file': page('user', { own: ({ exportId }) => ({ id: exportId }) }),
  '/api/conversations/:id/messages': page('user', {
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  // A suggestion needs a bearer token, which identifies a session.
  '/api/email/webhook-handler': { change: 'public' },
  '/api/billing/balance': page('user'),
  '/api/billing/ledger': page('user'),
  '/api/billing/ledger.csv': page('user'),
  '/api/media/answers/:id/image': { change: 'user', own: ({ answerId }) => ({ id: answerId }) },
  '/api/media/brand': page('user', { own: ({ profileId }) => ({ '?profileId': profileId }) }),
  '/api/media/images': { change: 'user' },
  '/api/media/images/estimate': { change: 'user' },
  '/api/media/items': page('user'),
  '/api/media/items/:id': page('user', {
    change: 'user',
    methods: ['PATCH'],
    own: ({ itemId }) => ({ id: itemId }),
  }),
  '/api/media/items/:id/file': page('user', { own: ({ itemId }) => ({ id: itemId }) }),
  '/api/media/items/:id/poster': { change: 'user', own: ({ videoId }) => ({ id: videoId }) },
  '/api/media/items/delete': { change: 'user' },
  '/api/media/items/restore': { change: 'user' },
  '/api/media/jobs': page('user'),
  '/api/media/jobs/:id': page('user', {
    change: 'user',
    methods: ['PATCH'],
    own: ({ jobId }) => ({ id: jobId }),
  }),
  '/api/media/jobs/:id/again': { change: 'user', own: ({ jobId }) => ({ id: jobId }) },
  '/api/media/jobs/:id/cancel': { change: 'user', own: ({ jobId }) => ({ id: jobId }) },
  // What is whose is tested in tests/integration/media.
  '/api/media/loras': { read: 'user', change: 'user' },
  '/api/media/loras/estimate': { change: 'user' },
  '/api/media/loras/:id': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ loraId }) => ({ id: loraId }),
  }),
  '/api/media/loras/:id/images': { change: 'user', own: ({ loraId }) => ({ id: loraId }) },
  '/api/media/loras/:id/images/:imageId': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ loraId, loraImageId }) => ({ id: loraId, imageId: loraImageId }),
  },
  '/api/media/loras/:id/images/:imageId/file': page('user', {
    own: ({ loraId, loraImageId }) => ({ id: loraId, imageId: loraImageId }),
  }),
  '/api/media/loras/:id/images/:imageId/caption': {
    change: 'user',
    own: ({ loraId, loraImageId }) => ({ id: loraId, imageId: loraImageId }),
  },
  '/api/media/loras/:id/train': {
    change: 'user',
    own: ({ loraId }) => ({ id: loraId }),
    // Training needs a provider; tests/integration/media has one.
    foreign: 503,
  },
  '/api/media/loras/:id/weights': page('user', { own: ({ loraId }) => ({ id: loraId }) }),
  '/api/media/models': page('user'),
  '/api/media/uploads': { change: 'user' },
  '/api/media/video-models': page('user'),
  '/api/media/videos': { change: 'user' },
  '/api/media/videos/estimate': { change: 'user' },
  '/api/messages/:id': page('user', { own: ({ answerId }) => ({ id: answerId }) }),
  '/api/messages/:id/calls': page('user', { own: ({ answerId }) => ({ id: answerId }) }),
  '/api/messages/:id/calls/:place': page('user', {
    own: ({ answerId }) => ({ id: answerId, place: '0' }),
  }),
  '/api/conversations/:id/branch': {
    change: 'user',
    own: ({ conversationId }) => ({ id: conversationId }),
  },
  '/api/citations': page('user'),
  // What is whose is tested in tests/integration/knowledge.
  '/api/sent-passages': page('user'),
  '/api/conversations/:id/passages': page('user', {
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  '/api/cited': page('user'),
  '/api/search': page('user'),
  '/api/search/others': page('user'),
  // Accepts only what Replicate has signed; unknown without a provider.
  '/api/replicate/webhook': { change: 'public' },
  // Accepts only what Stripe has signed.
  '/api/stripe/webhook': { change: 'public' },
  '/api/mail/postmark-webhook': { change: 'public' },
  '/api/onboarding/brand': { change: 'user' },
  '/api/onboarding/business': { change: 'user' },
  '/api/onboarding/checklist': page('user'),
  '/api/onboarding/dismissal': { change: 'user' },
  '/api/onboarding/posts': { change: 'user' },
  '/api/profiles': { read: 'user', change: 'user' },
  '/api/profiles/selection': { change: 'user' },
  '/api/profiles/:id': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ profileId }) => ({ id: profileId }),
  },
  '/api/profiles/:id/components/:kind': {
    change: 'user',
    own: ({ profileId }) => ({ id: profileId, kind: 'brandStory' }),
  },
  '/api/profiles/:id/deletion': page('user', { own: ({ profileId }) => ({ id: profileId }) }),
  '/api/profiles/:id/draft': { change: 'user', own: ({ profileId }) => ({ id: profileId }) },
  '/api/profiles/:id/duplicate': {
    change: 'user',
    own: ({ profileId }) => ({ id: profileId }),
  },
  '/api/profiles/:id/grounding': page('user', { own: ({ profileId }) => ({ id: profileId }) }),
  '/api/profiles/:id/look': { change: 'user', own: ({ profileId }) => ({ id: profileId }) },
  '/api/profiles/:id/logo': page('user', {
    change: 'user',
    alsoTakes: ['DELETE'],
    own: ({ profileId }) => ({ id: profileId }),
  }),
  '/api/profiles/:id/voice': page('user', { own: ({ profileId }) => ({ id: profileId }) }),
  '/api/profiles/:id/voice/rules': { change: 'user', own: ({ profileId }) => ({ id: profileId }) },
  '/api/profiles/:id/voice/rules/:ruleId': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ profileId, ruleId }) => ({ id: profileId, ruleId }),
  },
  '/api/profiles/:id/voice/rules/:ruleId/exceptions': {
    change: 'user',
    own: ({ profileId, ruleId }) => ({ id: profileId, ruleId }),
  },
  '/api/profiles/:id/sources': page('user', {
    change: 'user',
    own: ({ profileId }) => ({ id: profileId }),
  }),
  '/api/profiles/:id/sources/contents': page('user', {
    own: ({ profileId }) => ({ id: profileId }),
  }),
  '/api/profiles/:id/sources/files': {
    change: 'user',
    own: ({ profileId }) => ({ id: profileId }),
  },
  '/api/profiles/:id/sources/:sourceId': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ profileId, sourceId }) => ({ id: profileId, sourceId }),
  }),
  ...Object.fromEntries(
    ['pause', 'restore', 'resume', 'resync'].map((act) => [
      `/api/profiles/:id/sources/:sourceId/${act}`,
      {
        change: 'user',
        own: ({ profileId, sourceId }) => ({ id: profileId, sourceId }),
      } satisfies Declaration,
    ]),
  ),
  '/api/tools/generate-title': { change: 'user' },
  '/api/tools/helpmenuassistant': { change: 'user' },
  '/api/conversations/:id/settings': {
    change: 'user',
    methods: ['PATCH'],
    own: ({ conversationId }) => ({ id: conversationId }),
  },
  '/api/chat/prompt': { change: 'user' },
  '/api/chat/documents': { change: 'user' },
  '/api/chat/documents/:id': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ documentId }) => ({ id: documentId }),
  }),
  ...Object.fromEntries(
    ['format', 'ignored', 'image', 'patches', 'restore', 'save'].map((act) => [
      `/api/chat/documents/:id/${act}`,
      { change: 'user', own: ({ documentId }) => ({ id: documentId }) } satisfies Declaration,
    ]),
  ),
  '/api/chat/documents/:id/versions': page('user', {
    own: ({ documentId }) => ({ id: documentId }),
  }),
  '/api/chat/documents/:id/versions/:versionId': page('user', {
    change: 'user',
    own: ({ documentId, documentVersionId }) => ({ id: documentId, versionId: documentVersionId }),
  }),
  '/api/prompts': { read: 'user', change: 'user' },
  // What is whose is tested in tests/integration/prompts.
  '/api/prompts/:id': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ promptId }) => ({ id: promptId }),
  }),
  '/api/prompts/starters': { change: 'user' },

  '/api/passages': { change: 'user' },
  '/api/profiles/:id/voice/proposals': page('user', {
    change: 'user',
    own: ({ profileId }) => ({ id: profileId }),
  }),
  '/api/reviews': {
    read: 'user',
    change: 'user',
    own: ({ profileId }) => ({ '?profileId': profileId }),
  },
  '/api/reviews/newest': { read: 'user' },

  '/api/saved-content': { read: 'user', change: 'user' },
  '/api/saved-content/:id': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ contentId }) => ({ id: contentId }),
  }),
  '/api/saved-content/:id/restore': {
    change: 'user',
    own: ({ contentId }) => ({ id: contentId }),
  },
  '/api/saved-content/:id/format': {
    change: 'user',
    own: ({ contentId }) => ({ id: contentId }),
  },
  '/api/saved-content/:id/image': {
    change: 'user',
    own: ({ contentId }) => ({ id: contentId }),
  },
  '/api/saved-content/:id/ignored': {
    change: 'user',
    own: ({ contentId }) => ({ id: contentId }),
  },
  '/api/saved-content/:id/move': { change: 'user', own: ({ contentId }) => ({ id: contentId }) },
  '/api/saved-content/:id/duplicate': {
    change: 'user',
    own: ({ contentId }) => ({ id: contentId }),
  },
  '/api/saved-content/:id/download': page('user', {
    own: ({ contentId }) => ({ id: contentId }),
  }),
  '/api/saved-content/:id/versions': page('user', {
    own: ({ contentId }) => ({ id: contentId }),
  }),
  '/api/saved-content/:id/versions/:versionId': page('user', {
    change: 'user',
    own: ({ contentId, versionId }) => ({ id: contentId, versionId }),
  }),
  '/api/saved-content-folders': { change: 'user' },
  '/api/saved-content-folders/:id': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ folderId }) => ({ id: folderId }),
  },

  '/api/briefs': { read: 'user', change: 'user' },
  '/api/briefs/estimate': { change: 'user' },
  '/api/briefs/:id': page('user', {
    change: 'user',
    methods: ['DELETE'],
    own: ({ briefId }) => ({ id: briefId }),
  }),
  '/api/briefs/:id/image': { change: 'user', own: ({ briefId }) => ({ id: briefId }) },
  '/api/briefs/:id/more': { change: 'user', own: ({ briefId }) => ({ id: briefId }) },
  '/api/pieces/:id': page('user', {
    change: 'user',
    methods: ['PATCH'],
    own: ({ pieceId: variantId }) => ({ id: variantId }),
  }),
  '/api/pieces/:id/continue': {
    change: 'user',
    own: ({ pieceId: variantId }) => ({ id: variantId }),
  },
  '/api/pieces/:id/again': { change: 'user', own: ({ pieceId: variantId }) => ({ id: variantId }) },
  '/api/pieces/:id/ignored': {
    change: 'user',
    own: ({ pieceId: variantId }) => ({ id: variantId }),
  },
  '/api/pieces/:id/choose': {
    change: 'user',
    own: ({ pieceId: variantId }) => ({ id: variantId }),
  },
  '/api/pieces/save': { change: 'user' },

  // Anyone with the link can read; duplicating needs a session.
  '/shared/:id': page('public', { change: 'user', there: ({ shareId }) => ({ id: shareId }) }),
  '/shared/:id/messages/:messageId': page('public', {
    there: ({ shareId, answerId }) => ({ id: shareId, messageId: answerId }),
  }),
  // Which images it shows is tested in tests/integration/media/chat-images.test.ts.
  '/shared/:id/messages/:messageId/images/:itemId': page('public', { unknown: true }),
  '/shared/:userId/:shareId': page('public', {
    change: 'user',
    there: ({ userId, shareId }) => ({ userId, shareId }),
  }),
};

/** Endpoints that Node answers before Remix; their Remix routes answer when only Remix runs. */
export const NODE: Record<string, Access> = {
  'POST /api/chat/messages': 'user',
  'GET /api/conversations': 'user',
  'GET /api/search': 'user',
  'GET /api/generations/:id': 'user',
  'POST /api/chat/answers/:id/regenerate': 'user',
  'POST /api/chat/messages/:id/edit': 'user',
  'POST /api/attachments': 'user',
  'POST /api/dictation': 'user',
  'POST /api/brand-material/file': 'user',
  'POST /api/account/picture': 'user',
  'POST /api/profiles/:id/logo': 'user',
  'POST /api/profiles/:id/sources/files': 'user',
  'PUT /api/imports/:id/files/:file/parts/:part': 'user',
  'POST /api/media/uploads': 'user',
  'POST /api/media/loras/:id/images': 'user',
  'POST /api/stripe/webhook': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'token',
};
