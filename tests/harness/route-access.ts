import type { Possessions } from './possessions.ts';

/**
 * Who may read and who may change by each route. A new route fails this test until it is declared here, and then is
 * called as a visitor, as a user, as another user and as an admin.
 *
 * `public` answers without a session. `user` sends a visitor's navigation to sign-in, and answers everything else of a
 * visitor with 401. `admin` does not exist for users. `token` is for machines that know it, and for no session.
 */
export type Access = 'public' | 'user' | 'admin' | 'token';

export interface Declaration {
  /** Who may GET it; absent where there is nothing to get. */
  read?: Access;
  /** Who may call its action; absent where it has none. */
  change?: Access;
  /** The action's methods, where POST is not what it takes. */
  methods?: string[];
  /** Methods that it takes besides, which are called elsewhere because they would end what these tests go on with. */
  alsoTakes?: string[];
  /** What its action needs in the address, for everybody to be able to call it. */
  query?: string;
  /** What fills the `:names` of its address, and its `?query`: something of the user's own, which for everybody else is 404. */
  own?: (owned: Possessions) => Record<string, string>;
  /** The same of something that is there for everybody who may read or change it. */
  there?: (owned: Possessions) => Record<string, string>;
  /** What changing another's gets, where it is not 404. */
  foreign?: number;
  /** No address of it is known to anybody yet, or ever. */
  unknown?: true;
  /** What reading it bare gets; 200 unless told. */
  status?: number;
  /** For a visitor: to this page, where it is not the sign-in page that leads back. */
  visitor?: string;
  /** It also answers who is signed in but has to verify their e-mail first: it is how they do. */
  beforeVerified?: true;
  /** For somebody signed in: to this page, where it is not shown. */
  signedIn?: string;
}

const page = (read: Access, more: Declaration = {}): Declaration => ({ read, ...more });

export const REMIX: Record<string, Declaration> = {
  _index: page('public', { visitor: '/auth/login', signedIn: '/ai-lab' }),
  contact: page('public', { change: 'public' }),
  login: page('public', { visitor: '/auth/login', signedIn: '/auth/login' }),
  pricing: page('public'),
  'pricing-dev': page('public'),
  'stripe-testing': page('public'),
  // There only where payments are set up; tests/integration/billing has whose it is.
  'checkout.$checkoutId': page('user', { unknown: true }),
  privacy: page('public'),
  terms: page('public'),
  // For developers: not there in production.
  'design._index': page('public', { unknown: true }),
  'design.$frame': page('public', { unknown: true }),
  // Shows nothing without the name of a script of ours.
  'frames.diagram': page('public', { unknown: true }),
  // Shows what it is sent, and keeps nothing.
  'frames.preview': { change: 'user' },
  healthz: page('public'),
  readyz: page('public'),
  metrics: page('token'),
  'auth.login': page('public', { change: 'public', signedIn: '/ai-lab' }),
  'auth.logout': page('public', {
    change: 'public',
    visitor: '/auth/login',
    signedIn: '/auth/login',
  }),
  'auth.signup': page('public', { change: 'public', signedIn: '/ai-lab' }),
  'auth.forgot-password': page('public', { change: 'public' }),
  // Without a code there is nothing to reset.
  'auth.reset-password': page('public', { change: 'public', status: 400 }),
  // Without a code it sends another link to whoever is signed in.
  'auth.verify': page('public', { change: 'public', query: 'code=none' }),
  // Without a password that was given there is nothing to go on with.
  'auth.two-factor': page('public', {
    change: 'public',
    visitor: '/auth/login',
    signedIn: '/ai-lab',
  }),
  // Gone once there has been an admin, as there has here.
  setup: page('public', { change: 'public', unknown: true }),
  // It shows nothing to a visitor, and nothing of others to anybody.
  'auth.verify-subscription': page('public'),
  // It is reached from a page that it leads back to, never by itself.
  'auth.reauthenticate': page('user', { change: 'user', visitor: '/auth/login' }),

  _app: page('user'),
  '_app.$': page('user', { unknown: true }),
  '_app.admin': page('admin'),
  '_app.admin._index': page('admin'),
  '_app.admin.configuration': page('admin'),
  '_app.admin.connections': page('admin'),
  '_app.admin.inbox._index': page('admin'),
  '_app.admin.inbox.$messageId': page('admin', {
    there: ({ contactId }) => ({ messageId: contactId }),
  }),
  '_app.admin.invitations': page('admin'),
  '_app.admin.jobs': page('admin'),
  '_app.admin.log': page('admin'),
  '_app.admin.maintenance': page('admin'),
  '_app.admin.outbox._index': page('admin'),
  '_app.admin.outbox.$mailId': page('admin', { there: ({ mailId }) => ({ mailId }) }),
  '_app.admin.payments': page('admin', { change: 'admin' }),
  '_app.admin.undelivered': page('admin', { change: 'admin' }),
  '_app.admin.users._index': page('admin'),
  '_app.admin.users.$userId': page('admin', {
    change: 'admin',
    there: ({ userId }) => ({ userId }),
  }),
  '_app.ai-lab': page('user'),
  '_app.ai-lab._index': page('user'),
  '_app.ai-lab.chat.$conversationId': page('user', {
    own: ({ conversationId }) => ({ conversationId }),
  }),
  '_app.ai-lab.shares': page('user'),
  '_app.copy-wizard': page('user'),
  '_app.copy-wizard._index': page('user'),
  '_app.copy-wizard.briefs.$briefId': page('user', { own: ({ briefId }) => ({ briefId }) }),
  '_app.copy-wizard.new': page('user'),
  '_app.copy-wizard.saved.$categoryId.$contentId': page('user', {
    own: ({ contentId }) => ({ categoryId: 'social', contentId }),
  }),
  '_app.help._index': page('user'),
  '_app.help.$articleId': page('user', { there: ({ articleId }) => ({ articleId }) }),
  '_app.media-creator._index': page('user'),
  '_app.media-creator.video-gen': page('user'),
  '_app.profiles._index': page('user'),
  '_app.profiles.$profileId': page('user', { own: ({ profileId }) => ({ profileId }) }),
  '_app.profiles.$profileId_.draft': page('user', { own: ({ profileId }) => ({ profileId }) }),
  '_app.settings': page('user'),

  'api.admin.health': page('admin'),
  'api.admin.inbox.$id': {
    change: 'admin',
    methods: ['PATCH'],
    there: ({ contactId }) => ({ id: contactId }),
  },
  'api.admin.inbox.$id_.replies': {
    change: 'admin',
    there: ({ contactId }) => ({ id: contactId }),
  },
  'api.admin.invitations': { change: 'admin' },
  'api.admin.invitations_.$id': {
    change: 'admin',
    methods: ['DELETE'],
    there: ({ invitationId }) => ({ id: invitationId }),
  },
  'api.admin.jobs.$id.retry': {
    change: 'admin',
    there: ({ failedJobId }) => ({ id: failedJobId }),
  },
  'api.admin.maintenance': { change: 'admin', methods: ['POST', 'DELETE'] },
  'api.$': {
    read: 'public',
    change: 'public',
    alsoTakes: ['PUT', 'PATCH', 'DELETE'],
    unknown: true,
  },
  'api.account.deletion': { change: 'user', methods: ['DELETE'], alsoTakes: ['POST'] },
  'api.account.email': { change: 'user' },
  'api.account.names': { change: 'user' },
  'api.account.picture': page('user', { change: 'user', alsoTakes: ['DELETE'] }),
  'api.account.sessions': { change: 'user', methods: ['DELETE'] },
  'api.account.sessions_.$id': {
    change: 'user',
    methods: ['DELETE'],
    own: ({ sessionId }) => ({ id: sessionId }),
  },
  'api.account.time-zone': { change: 'user' },
  'api.account.password': { change: 'user' },
  'api.account.two-factor': { change: 'user', methods: ['POST', 'PUT', 'DELETE'] },
  'api.account.two-factor_.backup-codes': { change: 'user' },
  // What each part answers is tested in tests/integration/first-run.
  'api.admin.connections.$part': { change: 'admin', there: () => ({ part: 'mail' }) },
  'api.account.verification': { read: 'user', change: 'user', beforeVerified: true },
  'api.auth.id-token': page('user'),
  'api.attachments': { change: 'user' },
  'api.billing.checkout': { change: 'user' },
  'api.billing.portal': { change: 'user' },
  'api.billing.subscription': page('user'),
  'api.attachments_.$id': {
    read: 'user',
    change: 'user',
    methods: ['DELETE'],
    own: ({ attachmentId }) => ({ id: attachmentId }),
  },
  'api.imports': { read: 'user', change: 'user' },
  'api.imports_.$id': {
    read: 'user',
    change: 'user',
    methods: ['DELETE'],
    own: ({ importId }) => ({ id: importId }),
  },
  'api.imports_.$id_.cancel': { change: 'user', own: ({ importId }) => ({ id: importId }) },
  'api.imports_.$id_.candidates': { read: 'user', own: ({ importId }) => ({ id: importId }) },
  'api.imports_.$id_.files.$file.parts.$part': {
    change: 'user',
    methods: ['PUT'],
    own: ({ importId }) => ({ id: importId, file: '0', part: '0' }),
  },
  'api.imports_.$id_.read': { change: 'user', own: ({ importId }) => ({ id: importId }) },
  'api.imports_.$id_.report': { read: 'user', own: ({ importId }) => ({ id: importId }) },
  'api.imports_.$id_.start': { change: 'user', own: ({ importId }) => ({ id: importId }) },
  'api.generations.$id': page('user', { own: ({ answerId }) => ({ id: answerId }) }),
  'api.generations.$id_.stop': { change: 'user', own: ({ answerId }) => ({ id: answerId }) },
  'api.chat.answers.$id.continue': {
    change: 'user',
    own: ({ answerId }) => ({ id: answerId }),
  },
  'api.chat.answers.$id.regenerate': {
    change: 'user',
    own: ({ answerId }) => ({ id: answerId }),
  },
  'api.chat.messages': { change: 'user' },
  'api.chat.messages_.$id.edit': { change: 'user', own: ({ questionId }) => ({ id: questionId }) },
  'api.conversations': { read: 'user', change: 'user' },
  'api.conversation-folders': { change: 'user' },
  'api.conversation-folders_.$id': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ conversationFolderId }) => ({ id: conversationFolderId }),
  },
  'api.conversations_.batch': { change: 'user' },
  'api.conversations_.counts': page('user'),
  'api.conversations_.$id': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ conversationId }) => ({ id: conversationId }),
  },
  'api.conversations_.$id_.restore': {
    change: 'user',
    own: ({ conversationId }) => ({ id: conversationId }),
  },
  'api.conversations_.$id_.share': page('user', {
    change: 'user',
    methods: ['POST', 'PATCH', 'DELETE'],
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  'api.conversations_.$id_.text': page('user', {
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  'api.conversations_.$id_.export': page('user', {
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  // What is whose is tested in tests/integration/transfer.
  'api.exports': page('user', { change: 'user' }),
  'api.exports_.$id': {
    change: 'user',
    methods: ['DELETE'],
    own: ({ exportId }) => ({ id: exportId }),
  },
  'api.exports_.$id_.file': page('user', { own: ({ exportId }) => ({ id: exportId }) }),
  'api.conversations_.$id_.messages': page('user', {
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  // A suggestion takes a bearer token, which says whose session it stands for.
  'api.email.webhook-handler': { change: 'public' },
  'api.billing.balance': page('user'),
  'api.billing.ledger': page('user'),
  'api.billing.ledger[.]csv': page('user'),
  'api.media.brand': page('user', { own: ({ profileId }) => ({ '?profileId': profileId }) }),
  'api.media.images': { change: 'user' },
  'api.media.images_.estimate': { change: 'user' },
  'api.media.items': page('user'),
  'api.media.items_.$id': page('user', {
    change: 'user',
    methods: ['PATCH'],
    own: ({ itemId }) => ({ id: itemId }),
  }),
  'api.media.items_.$id_.file': page('user', { own: ({ itemId }) => ({ id: itemId }) }),
  'api.media.items_.$id_.poster': { change: 'user', own: ({ videoId }) => ({ id: videoId }) },
  'api.media.items_.delete': { change: 'user' },
  'api.media.items_.restore': { change: 'user' },
  'api.media.jobs': page('user'),
  'api.media.jobs_.$id': page('user', {
    change: 'user',
    methods: ['PATCH'],
    own: ({ jobId }) => ({ id: jobId }),
  }),
  'api.media.jobs_.$id_.again': { change: 'user', own: ({ jobId }) => ({ id: jobId }) },
  'api.media.jobs_.$id_.cancel': { change: 'user', own: ({ jobId }) => ({ id: jobId }) },
  // What is whose is tested in tests/integration/media.
  'api.media.loras': { read: 'user', change: 'user' },
  'api.media.loras_.estimate': { change: 'user' },
  'api.media.loras_.$id': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ loraId }) => ({ id: loraId }),
  }),
  'api.media.loras_.$id_.images': { change: 'user', own: ({ loraId }) => ({ id: loraId }) },
  'api.media.loras_.$id_.images_.$imageId': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ loraId, loraImageId }) => ({ id: loraId, imageId: loraImageId }),
  },
  'api.media.loras_.$id_.images_.$imageId_.file': page('user', {
    own: ({ loraId, loraImageId }) => ({ id: loraId, imageId: loraImageId }),
  }),
  'api.media.loras_.$id_.images_.$imageId_.caption': {
    change: 'user',
    own: ({ loraId, loraImageId }) => ({ id: loraId, imageId: loraImageId }),
  },
  'api.media.loras_.$id_.train': {
    change: 'user',
    own: ({ loraId }) => ({ id: loraId }),
    // Nobody can train where no provider does; tests/integration/media has one.
    foreign: 503,
  },
  'api.media.loras_.$id_.weights': page('user', { own: ({ loraId }) => ({ id: loraId }) }),
  'api.media.models': page('user'),
  'api.media.uploads': { change: 'user' },
  'api.media.video-models': page('user'),
  'api.media.videos': { change: 'user' },
  'api.media.videos_.estimate': { change: 'user' },
  'api.messages.$id': page('user', { own: ({ answerId }) => ({ id: answerId }) }),
  'api.conversations_.$id_.branch': {
    change: 'user',
    own: ({ conversationId }) => ({ id: conversationId }),
  },
  'api.search': page('user'),
  // Takes nothing that Replicate has not signed; unknown where no provider is set up.
  'api.replicate.webhook': { change: 'public' },
  // Takes nothing that Stripe has not signed.
  'api.stripe.webhook': { change: 'public' },
  'api.mail.postmark-webhook': { change: 'public' },
  'api.profiles': { read: 'user', change: 'user' },
  'api.profiles_.selection': { change: 'user' },
  'api.profiles_.$id': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ profileId }) => ({ id: profileId }),
  },
  'api.profiles_.$id_.components.$kind': {
    change: 'user',
    own: ({ profileId }) => ({ id: profileId, kind: 'brandStory' }),
  },
  'api.profiles_.$id_.deletion': page('user', { own: ({ profileId }) => ({ id: profileId }) }),
  'api.profiles_.$id_.draft': { change: 'user', own: ({ profileId }) => ({ id: profileId }) },
  'api.profiles_.$id_.duplicate': {
    change: 'user',
    own: ({ profileId }) => ({ id: profileId }),
  },
  'api.profiles_.$id_.grounding': page('user', { own: ({ profileId }) => ({ id: profileId }) }),
  'api.tools.generate-title': { change: 'user' },
  'api.tools.helpmenuassistant': { change: 'user' },
  'api.conversations_.$id_.settings': {
    change: 'user',
    methods: ['PATCH'],
    own: ({ conversationId }) => ({ id: conversationId }),
  },
  'api.chat.prompt': { change: 'user' },
  'api.prompts': { read: 'user', change: 'user' },
  // What is whose is tested in tests/integration/prompts.
  'api.prompts_.$id': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ promptId }) => ({ id: promptId }),
  }),
  'api.prompts_.starters': { change: 'user' },

  'api.passages': { change: 'user' },

  'api.saved-content': { read: 'user', change: 'user' },
  'api.saved-content_.$id': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ contentId }) => ({ id: contentId }),
  }),
  'api.saved-content_.$id_.restore': {
    change: 'user',
    own: ({ contentId }) => ({ id: contentId }),
  },
  'api.saved-content_.$id_.format': {
    change: 'user',
    own: ({ contentId }) => ({ id: contentId }),
  },
  'api.saved-content_.$id_.move': { change: 'user', own: ({ contentId }) => ({ id: contentId }) },
  'api.saved-content_.$id_.duplicate': {
    change: 'user',
    own: ({ contentId }) => ({ id: contentId }),
  },
  'api.saved-content_.$id_.download': page('user', {
    own: ({ contentId }) => ({ id: contentId }),
  }),
  'api.saved-content_.$id_.versions': page('user', {
    own: ({ contentId }) => ({ id: contentId }),
  }),
  'api.saved-content_.$id_.versions_.$versionId': page('user', {
    change: 'user',
    own: ({ contentId, versionId }) => ({ id: contentId, versionId }),
  }),
  'api.saved-content-folders': { change: 'user' },
  'api.saved-content-folders_.$id': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    own: ({ folderId }) => ({ id: folderId }),
  },

  'api.briefs': { read: 'user', change: 'user' },
  'api.briefs_.estimate': { change: 'user' },
  'api.briefs_.$id': page('user', {
    change: 'user',
    methods: ['DELETE'],
    own: ({ briefId }) => ({ id: briefId }),
  }),
  'api.briefs_.$id_.more': { change: 'user', own: ({ briefId }) => ({ id: briefId }) },
  'api.pieces_.$id': page('user', {
    change: 'user',
    methods: ['PATCH'],
    own: ({ pieceId }) => ({ id: pieceId }),
  }),
  'api.pieces_.$id_.continue': { change: 'user', own: ({ pieceId }) => ({ id: pieceId }) },
  'api.pieces_.$id_.again': { change: 'user', own: ({ pieceId }) => ({ id: pieceId }) },
  'api.pieces_.$id_.choose': { change: 'user', own: ({ pieceId }) => ({ id: pieceId }) },
  'api.pieces_.save': { change: 'user' },

  // Whoever knows the link reads; a copy is for who is signed in.
  'shared.$id': page('public', { change: 'user', there: ({ shareId }) => ({ id: shareId }) }),
  'shared.$id_.messages.$messageId': page('public', {
    there: ({ shareId, answerId }) => ({ id: shareId, messageId: answerId }),
  }),
  'shared.$userId.$shareId': page('public', {
    change: 'user',
    there: ({ userId, shareId }) => ({ userId, shareId }),
  }),
};

/** Answered before Remix; the Remix routes of the same addresses serve where only Remix runs. */
export const NODE: Record<string, Access> = {
  'POST /api/chat/messages': 'user',
  'GET /api/conversations': 'user',
  'GET /api/search': 'user',
  'GET /api/generations/:id': 'user',
  'POST /api/chat/answers/:id/regenerate': 'user',
  'POST /api/chat/messages/:id/edit': 'user',
  'POST /api/attachments': 'user',
  'PUT /api/imports/:id/files/:file/parts/:part': 'user',
  'POST /api/media/uploads': 'user',
  'POST /api/media/loras/:id/images': 'user',
  'POST /api/stripe/webhook': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'token',
};
