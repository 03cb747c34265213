import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApp, type AppProcess } from '../harness/app-process.ts';
import { listRoutes, type RemixRoute, type RouteInventory } from '../harness/route-inventory.ts';
import { freePort, postgresOf, query, temporaryDataDir } from './setup.ts';

/**
 * Who may read and who may change by each route. A new route fails this test until it is declared here, and then is
 * called as a visitor, as a user, as another user and as an admin.
 *
 * `public` answers without a session. `user` sends a visitor's navigation to sign-in, and answers everything else of a
 * visitor with 401. `admin` does not exist for users. `token` is for machines that know it, and for no session.
 */
type Access = 'public' | 'user' | 'admin' | 'token';

interface Declaration {
  /** Who may GET it; absent where there is nothing to get. */
  read?: Access;
  /** Who may call its action; absent where it has none. */
  change?: Access;
  /** The action's methods, where POST is not what it takes. */
  methods?: string[];
  /** What its action needs in the address, for everybody to be able to call it. */
  query?: string;
  /** What fills the `:names` of its address: something of the user's own, which for everybody else is 404. */
  own?: (owned: Owned) => Record<string, string>;
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

/** What the first user has. */
interface Owned {
  conversationId: string;
  questionId: string;
  answerId: string;
  profileId: string;
  contentId: string;
  versionId: string;
  conversationFolderId: string;
  folderId: string;
  briefId: string;
  pieceId: string;
}

const page = (read: Access, more: Declaration = {}): Declaration => ({ read, ...more });

const REMIX: Record<string, Declaration> = {
  _index: page('public', { visitor: '/auth/login', signedIn: '/ai-lab' }),
  contact: page('public', { change: 'public' }),
  login: page('public', { visitor: '/auth/login', signedIn: '/auth/login' }),
  pricing: page('public'),
  'pricing-dev': page('public'),
  'stripe-testing': page('public'),
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
  '_app.admin.inbox.$messageId': page('admin', { unknown: true }),
  '_app.admin.invitations': page('admin'),
  '_app.admin.jobs': page('admin'),
  '_app.admin.log': page('admin'),
  '_app.admin.maintenance': page('admin'),
  '_app.admin.outbox._index': page('admin'),
  '_app.admin.outbox.$mailId': page('admin', { unknown: true }),
  '_app.admin.payments': page('admin', { change: 'admin' }),
  '_app.admin.undelivered': page('admin', { change: 'admin' }),
  '_app.admin.users._index': page('admin'),
  '_app.admin.users.$userId': page('admin', { change: 'admin', unknown: true }),
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
  '_app.help.$articleId': page('user', { unknown: true }),
  '_app.media-creator._index': page('user'),
  '_app.media-creator.video-gen': page('user'),
  '_app.profiles._index': page('user'),
  '_app.profiles.$profileId': page('user', { own: ({ profileId }) => ({ profileId }) }),
  '_app.profiles.$profileId_.draft': page('user', { own: ({ profileId }) => ({ profileId }) }),
  '_app.settings': page('user'),

  'api.admin.health': page('admin'),
  'api.admin.inbox.$id': { change: 'admin', methods: ['PATCH'], unknown: true },
  'api.admin.inbox.$id_.replies': { change: 'admin', unknown: true },
  'api.admin.invitations': { change: 'admin' },
  'api.admin.invitations_.$id': { change: 'admin', methods: ['DELETE'], unknown: true },
  'api.admin.jobs.$id.retry': { change: 'admin', unknown: true },
  'api.admin.maintenance': { change: 'admin', methods: ['POST', 'DELETE'] },
  'api.$': { read: 'public', change: 'public', unknown: true },
  'api.account.deletion': { change: 'user', methods: ['DELETE'] },
  'api.account.email': { change: 'user' },
  'api.account.names': { change: 'user' },
  'api.account.picture': page('user', { change: 'user', unknown: true }),
  // Its DELETE would end what other tests sign in with; tests/integration/account has it.
  'api.account.sessions': { change: 'user' },
  'api.account.sessions_.$id': { change: 'user', methods: ['DELETE'], unknown: true },
  'api.account.time-zone': { change: 'user' },
  'api.account.password': { change: 'user' },
  'api.account.two-factor': { change: 'user', methods: ['POST', 'PUT', 'DELETE'] },
  'api.account.two-factor_.backup-codes': { change: 'user' },
  // What each part answers is tested in tests/integration/first-run.
  'api.admin.connections.$part': { change: 'admin', unknown: true },
  'api.account.verification': { read: 'user', change: 'user', beforeVerified: true },
  'api.auth.id-token': page('user'),
  'api.attachments': { change: 'user' },
  'api.billing.checkout': { change: 'user' },
  'api.billing.portal': { change: 'user' },
  'api.billing.subscription': page('user'),
  'api.attachments_.$id': { read: 'user', change: 'user', methods: ['DELETE'], unknown: true },
  'api.imports': { read: 'user', change: 'user' },
  'api.imports_.$id': { read: 'user', change: 'user', methods: ['DELETE'], unknown: true },
  'api.imports_.$id_.cancel': { change: 'user', unknown: true },
  'api.imports_.$id_.candidates': { read: 'user', unknown: true },
  'api.imports_.$id_.files.$file.parts.$part': { change: 'user', methods: ['PUT'], unknown: true },
  'api.imports_.$id_.read': { change: 'user', unknown: true },
  'api.imports_.$id_.report': { read: 'user', unknown: true },
  'api.imports_.$id_.start': { change: 'user', unknown: true },
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
  'api.exports_.$id': { change: 'user', methods: ['DELETE'], unknown: true },
  'api.exports_.$id_.file': page('user', { unknown: true }),
  'api.conversations_.$id_.messages': page('user', {
    own: ({ conversationId }) => ({ id: conversationId }),
  }),
  // A suggestion takes a bearer token, which says whose session it stands for.
  'api.email.webhook-handler': { change: 'public' },
  'api.billing.balance': page('user'),
  'api.billing.ledger': page('user'),
  'api.billing.ledger[.]csv': page('user'),
  'api.media.brand': page('user', { unknown: true }),
  'api.media.images': { change: 'user' },
  'api.media.images_.estimate': { change: 'user' },
  'api.media.items': page('user'),
  'api.media.items_.$id': page('user', { change: 'user', methods: ['PATCH'], unknown: true }),
  'api.media.items_.$id_.file': page('user', { unknown: true }),
  'api.media.items_.$id_.poster': { change: 'user', unknown: true },
  'api.media.items_.delete': { change: 'user' },
  'api.media.items_.restore': { change: 'user' },
  'api.media.jobs': page('user'),
  'api.media.jobs_.$id': page('user', { change: 'user', methods: ['PATCH'], unknown: true }),
  'api.media.jobs_.$id_.again': { change: 'user', unknown: true },
  'api.media.jobs_.$id_.cancel': { change: 'user', unknown: true },
  // What is whose is tested in tests/integration/media.
  'api.media.loras': { read: 'user', change: 'user' },
  'api.media.loras_.estimate': { change: 'user' },
  'api.media.loras_.$id': page('user', {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    unknown: true,
  }),
  'api.media.loras_.$id_.images': { change: 'user', unknown: true },
  'api.media.loras_.$id_.images_.$imageId': {
    change: 'user',
    methods: ['PATCH', 'DELETE'],
    unknown: true,
  },
  'api.media.loras_.$id_.images_.$imageId_.file': page('user', { unknown: true }),
  'api.media.loras_.$id_.images_.$imageId_.caption': { change: 'user', unknown: true },
  'api.media.loras_.$id_.train': { change: 'user', unknown: true },
  'api.media.loras_.$id_.weights': page('user', { unknown: true }),
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
  'api.prompts_.$id': page('user', { change: 'user', methods: ['PATCH', 'DELETE'], unknown: true }),
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
  'shared.$id': page('public', { change: 'user', unknown: true }),
  'shared.$id_.messages.$messageId': page('public', { unknown: true }),
  'shared.$userId.$shareId': page('public', { change: 'user', unknown: true }),
};

/** Answered before Remix; the Remix routes of the same addresses serve where only Remix runs. */
const NODE: Record<string, Access> = {
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

/** The rest of what the process answers. */
const PUBLIC_FILES = [
  '/favicon.ico',
  '/favicon.svg',
  '/pictures/chat-dark.webp',
  '/pictures/chat-light.webp',
  '/pictures/copy-dark.webp',
  '/pictures/copy-light.webp',
  '/pictures/icon-180.png',
  '/pictures/icon-192.png',
  '/pictures/icon-512.png',
  '/pictures/icon-maskable-512.png',
  '/robots.txt',
  '/site.webmanifest',
];

const PASSWORD = 'correct horse battery';
const METRICS_TOKEN = 'a token for this test';
const UNAUTHENTICATED = { error: 'User not authenticated' };

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

interface Person {
  name: string;
  cookie?: string;
  /** The app that they use, where it is not the usual one. */
  at?: AppProcess;
}

let inventory: RouteInventory;
let app: AppProcess;
let owned: Owned;
const visitor: Person = { name: 'a visitor' };
const user: Person = { name: 'the user' };
const stranger: Person = { name: 'another user' };
const admin: Person = { name: 'an admin' };

beforeAll(async () => {
  inventory = await listRoutes();
  const dataDir = temporaryDataDir();
  app = await startApp({
    dataDir,
    port: await freePort(),
    env: { DATABASE_URL: '', RATE_LIMITS: 'false', METRICS_TOKEN },
  });
  for (const person of [user, stranger, admin]) {
    const email = await signUp(person);
    if (person !== admin) continue;
    await query(
      postgresOf(dataDir).url,
      `UPDATE users SET is_admin = true WHERE email = '${email}'`,
    );
  }
  owned = {
    ...(await ask(user)),
    ...(await keep(user)),
    profileId: await describeBrand(user),
    conversationFolderId: await makeFolder(user),
    ...(await haveWritten(user)),
  };
});

afterAll(() => app?.stop());

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

function call(person: Person, path: string, { method = 'GET', headers, body }: Call = {}) {
  const { url } = person.at ?? app;
  return fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(person.cookie ? { Cookie: person.cookie } : {}),
      ...(method === 'GET' ? {} : { Origin: url }),
      ...headers,
    },
    body,
  });
}

/** Returns their e-mail. */
async function signUp(person: Person): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const body = new URLSearchParams({
    email,
    password: PASSWORD,
    firstName: 'Tina',
    lastName: 'Baker',
  });
  const response = await call(person, '/auth/signup', { method: 'POST', body });
  expect(response.status).toBe(302);
  person.cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  return email;
}

/** Asks the demo's assistant something, and waits until it has answered. */
async function ask(
  person: Person,
): Promise<Pick<Owned, 'conversationId' | 'questionId' | 'answerId'>> {
  const response = await call(person, '/api/chat/messages', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ conversationId: null, content: 'Hello', clientKey: randomUUID() }),
  });
  const stream = await response.text();
  const start = /event: start\ndata: (.*)/.exec(stream)?.[1] ?? '{}';
  return JSON.parse(start) as Owned;
}

async function makeFolder(person: Person): Promise<string> {
  const response = await call(person, '/api/conversation-folders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Customers' }),
  });
  return ((await response.json()) as { folder: { id: string } }).folder.id;
}

/** Has the demo write to a brief. */
async function haveWritten(person: Person): Promise<Pick<Owned, 'briefId' | 'pieceId'>> {
  const response = await call(person, '/api/briefs', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      kind: 'variants',
      formatIds: ['x-post'],
      variants: 1,
      profileId: null,
      fields: { topic: 'Spring sale', length: 'short' },
      clientKey: randomUUID(),
    }),
  });
  expect(response.status).toBe(200);
  const brief = (await response.json()) as { id: string; pieces: { id: string }[] };
  return { briefId: brief.id, pieceId: brief.pieces[0]?.id ?? '' };
}

/** The id of a profile. */
async function describeBrand(person: Person): Promise<string> {
  const response = await call(person, '/api/profiles', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bakery' }),
  });
  return ((await response.json()) as { id: string }).id;
}

/** Saves a content, edits it, so that it has a version, and makes a folder. */
async function keep(person: Person): Promise<Pick<Owned, 'contentId' | 'versionId' | 'folderId'>> {
  async function send<Answer>(method: string, path: string, body: object): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json' };
    const response = await call(person, path, { method, headers, body: JSON.stringify(body) });
    expect(response.status, path).toBe(200);
    return (await response.json()) as Answer;
  }
  const text = { title: 'Spring sale', content: 'Everything must go.' };
  const place = { category: 'social', folderId: null };
  const { item } = await send<{ item: { id: string } }>('POST', '/api/saved-content', {
    ...place,
    ...text,
  });
  const path = `/api/saved-content/${item.id}`;
  await send('PATCH', path, { ...text, content: 'Nearly everything.', version: 1 });
  const versions = await call(person, `${path}/versions`);
  const { items } = (await versions.json()) as { items: { id: string }[] };
  const { folder } = await send<{ folder: { id: string } }>('POST', '/api/saved-content-folders', {
    category: 'social',
    name: 'Spring',
  });
  return { contentId: item.id, versionId: items[0]?.id ?? '', folderId: folder.id };
}

const NOTHING: Owned = {
  conversationId: randomUUID(),
  questionId: randomUUID(),
  answerId: randomUUID(),
  profileId: randomUUID(),
  contentId: randomUUID(),
  versionId: randomUUID(),
  folderId: randomUUID(),
  conversationFolderId: randomUUID(),
  briefId: randomUUID(),
  pieceId: randomUUID(),
};

/** Whatever one of the changes takes. */
const TAKEN = {
  title: 'Taken',
  update: true,
  content: 'Taken',
  clientKey: randomUUID(),
  messageId: randomUUID(),
  name: 'Taken',
  text: 'Taken',
  version: 1,
  components: 'copy',
  componentId: null,
  values: {},
  category: 'social',
  folderId: null,
  formatId: 'x-post',
  format: null,
  about: 'Taken',
  samples: [],
};

/** The route's address with something of the user's own in it, or with ids that nobody has. */
function addressOf({ path = '', id }: RemixRoute, declaration: Declaration, mine: boolean): string {
  const values = declaration.own?.(mine ? owned : NOTHING) ?? {};
  const address = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? randomUUID());
  return address.replace('*', `no-such-thing-${id.length}`);
}

/** A page that a frame stands around. */
function within(frame: RemixRoute): RemixRoute {
  const page = inventory.remix.find(
    ({ id, path }) => id.startsWith(`${frame.id}.`) && path !== undefined && !/[:*]/.test(path),
  );
  if (!page) throw new Error(`nothing is within ${frame.id}`);
  return page;
}

function changeAddressOf(route: RemixRoute, declaration: Declaration, mine: boolean): string {
  const query = [route.index ? 'index' : '', declaration.query ?? ''].filter(Boolean).join('&');
  return addressOf(route, declaration, mine) + (query ? `?${query}` : '');
}

function statusOf({ read, unknown, status = 200 }: Declaration): number {
  if (read === 'token') return 401;
  return unknown ? 404 : status;
}

/** Where people land anyway is not named. */
function signIn(path: string): string {
  return path === '/ai-lab' ? '/auth/login' : `/auth/login?redirectTo=${encodeURIComponent(path)}`;
}

async function seen(response: Response): Promise<[number, string | null]> {
  await response.arrayBuffer();
  return [response.status, response.headers.get('location')];
}

function declared(): { route: RemixRoute; declaration: Declaration; label: string }[] {
  return inventory.remix.flatMap((route) => {
    const declaration = REMIX[route.id];
    // What is not declared is the inventory's to complain of.
    return declaration ? [{ route, declaration, label: route.id }] : [];
  });
}

const withAddress = () => declared().filter(({ route }) => route.path !== undefined);

describe('the inventory', () => {
  it('declares each Remix route that there is, and no other', () => {
    expect(inventory.remix.map(({ id }) => id).sort()).toEqual(Object.keys(REMIX).sort());
  });

  it('declares reading and changing where a route has them', () => {
    for (const { route, declaration, label } of declared()) {
      expect(declaration.read !== undefined, `${label} reads`).toBe(route.loader || route.page);
      expect(declaration.change !== undefined, `${label} changes`).toBe(route.action);
    }
  });

  it('declares each node route that there is, each with its twin in Remix', () => {
    expect([...inventory.node].sort()).toEqual(Object.keys(NODE).sort());
    for (const [address, access] of Object.entries(NODE)) {
      const [method, path] = address.split(' ');
      const twin = inventory.remix.find((route) => route.path === path);
      const declaration = REMIX[twin?.id ?? ''];
      expect(method === 'GET' ? declaration?.read : declaration?.change, address).toBe(access);
    }
  });

  it('declares each public file', () => {
    expect(
      readdirSync('public', { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => `${parentPath.slice('public'.length)}/${name}`)
        .sort(),
    ).toEqual(PUBLIC_FILES);
  });

  it('is kept from crawlers where people have their own, and nowhere else', () => {
    const kept = readFileSync('public/robots.txt', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('Disallow: '))
      .map((line) => line.slice('Disallow: '.length));
    for (const { route, declaration, label } of withAddress()) {
      const { id, path = '' } = route;
      if (declaration.read === undefined || path === '/*') continue;
      const own = id.startsWith('_app.') || id.startsWith('api.');
      expect(
        kept.some((start) => path.startsWith(start)),
        label,
      ).toBe(own);
    }
  });
});

describe('a visitor', () => {
  it('reads what is public, and else is sent to sign in, or told so in JSON', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (!declaration.read) continue;
      const path = addressOf(route, declaration, true);
      const response = await call(visitor, path);
      if (declaration.read === 'public') {
        const status = declaration.visitor ? expect.any(Number) : statusOf(declaration);
        expect(await seen(response), label).toEqual([status, declaration.visitor ?? null]);
      } else if (declaration.read === 'token') {
        expect((await seen(response))[0], label).toBe(401);
      } else if (route.page) {
        const location = declaration.visitor ?? signIn(path);
        expect(await seen(response), label).toEqual([302, location]);
      } else {
        expect([response.status, await response.json()], label).toEqual([401, UNAUTHENTICATED]);
      }
    }
  });

  it('gets nothing out of a single loader either', async () => {
    for (const { route, declaration, label } of declared()) {
      if (!route.loader || declaration.read === 'public') continue;
      const address = addressOf(
        route.path === undefined ? within(route) : route,
        declaration,
        true,
      );
      const query = new URLSearchParams({ _routes: `routes/${route.id}` });
      const response = await call(visitor, `${address}.data?${query}`);
      const text = await response.text();
      if (route.page) {
        expect(response.status, label).toBe(202);
        expect(text, label).toContain('SingleFetchRedirect');
        expect(text, label).toContain('/auth/login');
      } else {
        expect(response.status, label).toBe(401);
      }
      expect(text, label).not.toContain('@example.com');
    }
  });

  it('changes nothing that is not public', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (!declaration.change) continue;
      for (const method of declaration.methods ?? ['POST']) {
        const path = changeAddressOf(route, declaration, true);
        const response = await call(visitor, path, { method });
        if (declaration.change === 'public') {
          expect(response.status, label).not.toBe(401);
          expect(response.status, label).toBeLessThan(500);
        } else if (declaration.visitor) {
          expect(await seen(response), label).toEqual([302, declaration.visitor]);
        } else if (route.page) {
          expect(response.status, label).toBe(401);
        } else {
          expect([response.status, await response.json()], label).toEqual([401, UNAUTHENTICATED]);
        }
      }
    }
  });

  it('finds files for machines: what crawlers may read, and how the app is installed', async () => {
    const robots = await call(visitor, '/robots.txt');
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await robots.text()).toMatch(/^User-agent: \*\n/);
    const answer = await call(visitor, '/site.webmanifest');
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await call(visitor, src);
      expect(icon.headers.get('content-type'), src).toBe(type);
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
      expect(sizes === 'any' || sizes === `${width}x${height}`, src).toBe(true);
    }
  });

  it('gets no live connection, but files and the long polling that carries the refusal', async () => {
    for (const path of PUBLIC_FILES) expect((await call(visitor, path)).status, path).toBe(200);
    const missing = await call(visitor, '/assets/no-such-file.js');
    expect(missing.status).toBe(404);

    const opened = await call(visitor, '/socket.io/?EIO=4&transport=polling');
    const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
    const address = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
    expect((await call(visitor, address, { method: 'POST', body: '40' })).status).toBe(200);
    expect(await (await call(visitor, address)).text()).toBe('44{"message":"unauthenticated"}');
  });
});

describe('somebody signed in', () => {
  it('reads what is public or their own', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (!declaration.read) continue;
      const path = addressOf(route, declaration, true);
      const hidden = declaration.read === 'admin';
      const shown = declaration.signedIn ? expect.any(Number) : statusOf(declaration);
      const [got, location] = await seen(await call(user, path));
      expect([got, location], label).toEqual([hidden ? 404 : shown, declaration.signedIn ?? null]);
    }
  });

  it('finds nothing of others, and nothing that is not there', async () => {
    const others: Person[] = [stranger, admin];
    for (const { route, declaration, label } of withAddress()) {
      if (!declaration.own) continue;
      for (const person of [...others, user]) {
        const mine = person !== user;
        const about = `${label} for ${person.name}`;
        if (declaration.read) {
          const response = await call(person, addressOf(route, declaration, mine));
          expect((await seen(response))[0], about).toBe(404);
        }
        for (const method of declaration.change ? (declaration.methods ?? ['POST']) : []) {
          const response = await call(person, changeAddressOf(route, declaration, mine), {
            method,
            headers: { 'Content-Type': 'application/json' },
            body: method === 'DELETE' ? undefined : JSON.stringify(TAKEN),
          });
          expect((await seen(response))[0], about).toBe(404);
        }
      }
    }
  });

  it('is told in the frame of the app that there is nothing at an address, and led on', async () => {
    for (const path of ['/no/such/page', '/wp-login.php', `/ai-lab/chat/${randomUUID()}`]) {
      const answer = await call(user, path);
      expect(answer.status, path).toBe(404);
      const text = await answer.text();
      expect(text, path).toMatch(/<title>Page not found/);
      expect(text, path).toMatch(/<h1[^>]*>Page not found<\/h1>/);
      expect(text, path).toMatch(/<a [^>]*href="\/"[^>]*>To the start page<\/a>/);
      expect(text, path).toMatch(/<a [^>]*href="\/ai-lab"/);
    }
    const answer = await call(user, '/api/no/such/thing');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) });
  });

  it('finds no admin page, nor its data, unless they are one', async () => {
    const pages = withAddress().filter(({ declaration }) => declaration.read === 'admin');
    expect(pages).not.toEqual([]);
    for (const { route, declaration, label } of pages) {
      const path = addressOf(route, declaration, true);
      expect((await seen(await call(user, path)))[0], label).toBe(404);
      const query = new URLSearchParams({ _routes: `routes/${route.id}` });
      expect((await seen(await call(user, `${path}.data?${query}`)))[0], label).toBe(404);
      // Of nobody who is there, or of nothing: then it says so to admins too.
      expect((await seen(await call(admin, path)))[0], label).toBe(statusOf(declaration));
    }
  });

  it('needs the token where that is asked for, and nothing else', async () => {
    const pages = withAddress().filter(({ declaration }) => declaration.read === 'token');
    expect(pages).not.toEqual([]);
    for (const { route, declaration, label } of pages) {
      const path = addressOf(route, declaration, true);
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
      expect((await seen(await call(admin, path)))[0], label).toBe(401);
      expect((await seen(await call(visitor, path, { headers })))[0], label).toBe(200);
    }
  });

  it('is told that a page without an action takes no change', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (declaration.change || !route.page) continue;
      const path = changeAddressOf(route, declaration, true);
      for (const person of [visitor, user]) {
        const response = await call(person, path, { method: 'POST' });
        expect((await seen(response))[0], `${label} for ${person.name}`).toBe(405);
      }
    }
  });

  it('is asked by every action for something that it can take', async () => {
    for (const { route, declaration, label } of withAddress()) {
      // Signing out takes anything.
      if (!declaration.change || declaration.own || route.id === 'auth.logout') continue;
      for (const method of declaration.methods ?? ['POST']) {
        const path = changeAddressOf(route, declaration, true);
        const response = await call(user, path, { method });
        expect((await seen(response))[0], label).toBeLessThan(500);
        expect(response.status, label).not.toBe(401);
      }
    }
  });
});

describe('where e-mails have to be verified', () => {
  const newcomer: Person = { name: 'somebody who has not verified their e-mail' };

  beforeAll(async () => {
    newcomer.at = await startApp({
      dataDir: temporaryDataDir(),
      port: await freePort(),
      env: { DATABASE_URL: '', RATE_LIMITS: 'false', REQUIRE_VERIFIED_EMAIL: 'true' },
    });
    await signUp(newcomer);
  });

  afterAll(() => newcomer.at?.stop());

  it('no page and no API forgets it', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (declaration.read === 'user' || declaration.read === 'admin') {
        const path = addressOf(route, declaration, false);
        const response = await call(newcomer, path);
        const [status, location] = await seen(response);
        if (declaration.beforeVerified) expect(status, label).toBe(200);
        else if (!route.page) expect(status, label).toBe(403);
        else {
          const there =
            declaration.visitor ?? `/auth/verify?redirectTo=${encodeURIComponent(path)}`;
          expect([status, location], label).toEqual([302, there]);
        }
      }
      if (!declaration.change || declaration.change === 'public') continue;
      for (const method of declaration.methods ?? ['POST']) {
        const response = await call(newcomer, changeAddressOf(route, declaration, false), {
          method,
        });
        const [status] = await seen(response);
        if (declaration.beforeVerified) expect(status, label).toBe(200);
        else expect(status, label).toBe(declaration.visitor ? 302 : 403);
      }
    }
  });
});
