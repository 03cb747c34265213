import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import sharp from 'sharp';

/** The id of one of each kind of thing that a user can own, which no one else may access. */
export interface OwnedIds {
  userId: string;
  conversationId: string;
  questionId: string;
  answerId: string;
  shareId: string;
  profileId: string;
  ruleId: string;
  sourceId: string;
  contentId: string;
  versionId: string;
  documentId: string;
  documentVersionId: string;
  conversationFolderId: string;
  folderId: string;
  briefId: string;
  pieceId: string;
  promptId: string;
  attachmentId: string;
  itemId: string;
  videoId: string;
  jobId: string;
  loraId: string;
  loraImageId: string;
  importId: string;
  exportId: string;
  sessionId: string;
  passkeyId: string;
  /** Things for everyone. */
  articleId: string;
  /** Things for admins only. */
  contactId: string;
  emailId: string;
  invitationId: string;
  failedJobId: string;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

/** Access as the owner, as an admin, and directly to the database and the object store. */
export interface Installation {
  dataDir: string;
  owner: { email: string; password: string; call(path: string, call?: Call): Promise<Response> };
  admin: { call(path: string, call?: Call): Promise<Response> };
  query(text: string): Promise<Record<string, unknown>[]>;
}

const IDS: Record<keyof OwnedIds, true> = {
  userId: true,
  conversationId: true,
  questionId: true,
  answerId: true,
  shareId: true,
  profileId: true,
  ruleId: true,
  sourceId: true,
  contentId: true,
  versionId: true,
  documentId: true,
  documentVersionId: true,
  conversationFolderId: true,
  folderId: true,
  briefId: true,
  pieceId: true,
  promptId: true,
  attachmentId: true,
  itemId: true,
  videoId: true,
  jobId: true,
  loraId: true,
  loraImageId: true,
  importId: true,
  exportId: true,
  sessionId: true,
  passkeyId: true,
  articleId: true,
  contactId: true,
  emailId: true,
  invitationId: true,
  failedJobId: true,
};

/** Ids of nothing. */
export const UNKNOWN_IDS = Object.fromEntries(
  Object.keys(IDS).map((name) => [name, randomUUID()]),
) as unknown as OwnedIds;

/** Gives the owner one of each, through the app, or by hand where that would take a provider. */
export async function createOwned(installation: Installation): Promise<OwnedIds> {
  const [user] = await installation.query(
    `SELECT id FROM users WHERE email = '${installation.owner.email}'`,
  );
  const userId = String(user?.id);
  const asked = await ask(installation);
  const profile = await posted<{ id: string }>(installation, '/api/profiles', { name: 'Bakery' });
  const sources = await posted<{ items: { id: string }[] }>(
    installation,
    `/api/profiles/${profile.id}/sources`,
    { kind: 'text', name: 'Prices', text: 'Rye 8' },
  );
  const { folder } = await posted<{ folder: { id: string } }>(
    installation,
    '/api/conversation-folders',
    {
      name: 'Customers',
    },
  );
  const shared = await posted<{ share: { id: string } }>(
    installation,
    `/api/conversations/${asked.conversationId}/share`,
    {},
  );
  const { prompt } = await posted<{ prompt: { id: string } }>(installation, '/api/prompts', {
    name: 'Slogan',
    text: 'A slogan for {{name}}',
  });
  const begun = await posted<{ id: string }>(installation, '/api/imports', {
    files: [{ name: 'export.zip', size: 1_000 }],
  });
  return {
    userId,
    articleId: 'first-steps',
    ...asked,
    profileId: profile.id,
    ruleId: await addRule(installation, profile.id),
    sourceId: sources.items[0]?.id ?? '',
    conversationFolderId: folder.id,
    shareId: shared.share.id,
    promptId: prompt.id,
    importId: begun.id,
    ...(await openDocument(installation, asked.answerId)),
    ...(await saveContent(installation)),
    ...(await requestVariant(installation)),
    ...(await haveFiles(installation, userId, profile.id)),
    exportId: await haveArchive(installation),
    sessionId: await signInElsewhere(installation),
    passkeyId: await havePasskey(installation, userId),
    ...(await haveAdminsKnow(installation)),
  };
}

async function sent<Answer>(answer: Promise<Response>): Promise<Answer> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

const asJson = (method: string, body: unknown): Call => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

function posted<Answer>({ owner }: Installation, path: string, body: unknown): Promise<Answer> {
  return sent(owner.call(path, asJson('POST', body)));
}

/** Sends a message, waits for the demo provider's answer, and has that use a tool. */
async function ask({
  owner,
  query,
}: Installation): Promise<Pick<OwnedIds, 'conversationId' | 'questionId' | 'answerId'>> {
  const message = { conversationId: null, content: 'Hello', clientKey: randomUUID() };
  const stream = await (await owner.call('/api/chat/messages', asJson('POST', message))).text();
  const start = /event: start\ndata: (.*)/.exec(stream)?.[1];
  if (start === undefined) throw new Error(`the assistant did not answer: ${stream}`);
  const { conversationId, questionId, answerId } = JSON.parse(start) as OwnedIds;
  await query(
    `INSERT INTO tool_calls (id, user_id, message_id, round, position, call_id, tool, input, title)
     SELECT gen_random_uuid(), user_id, id, 0, 0, 'call_0', 'web_search', '{}', 'Web search: bread' FROM messages
      WHERE id = '${answerId}'`,
  );
  return { conversationId, questionId, answerId };
}

/** Saves content, edits it so that it has a version, and creates a folder. */
async function saveContent(
  installation: Installation,
): Promise<Pick<OwnedIds, 'contentId' | 'versionId' | 'folderId'>> {
  const text = { title: 'Spring sale', content: 'Everything must go.' };
  const { item } = await posted<{ item: { id: string } }>(installation, '/api/saved-content', {
    category: 'social',
    folderId: null,
    ...text,
  });
  const path = `/api/saved-content/${item.id}`;
  const edited = { ...text, content: 'Nearly everything.', version: 1 };
  await sent(installation.owner.call(path, asJson('PATCH', edited)));
  const { items } = await sent<{ items: { id: string }[] }>(
    installation.owner.call(`${path}/versions`),
  );
  const { folder } = await posted<{ folder: { id: string } }>(
    installation,
    '/api/saved-content-folders',
    {
      category: 'social',
      name: 'Spring',
    },
  );
  return { contentId: item.id, versionId: items[0]?.id ?? '', folderId: folder.id };
}

/** Opens an answer as a document, and edits it so that it has a version. */
async function openDocument(
  installation: Installation,
  messageId: string,
): Promise<Pick<OwnedIds, 'documentId' | 'documentVersionId'>> {
  const opened = await posted<{ id: string; version: number }>(
    installation,
    '/api/chat/documents',
    { messageId },
  );
  const path = `/api/chat/documents/${opened.id}`;
  const edited = { title: 'Bread', content: 'Rye.', version: opened.version };
  await sent(installation.owner.call(path, asJson('PATCH', edited)));
  const { items } = await sent<{ items: { id: string }[] }>(
    installation.owner.call(`${path}/versions`),
  );
  return { documentId: opened.id, documentVersionId: items[0]?.id ?? '' };
}

/** Requests a variant of a brief from the demo provider. */
async function requestVariant(
  installation: Installation,
): Promise<Pick<OwnedIds, 'briefId' | 'pieceId'>> {
  const brief = await posted<{ id: string; results: { id: string }[] }>(
    installation,
    '/api/briefs',
    {
      kind: 'variants',
      formatIds: ['x-post'],
      variants: 1,
      profileId: null,
      fields: { topic: 'Spring sale', length: 'short' },
      clientKey: randomUUID(),
    },
  );
  return { briefId: brief.id, pieceId: brief.results[0]?.id ?? '' };
}

/** A voice rule of the profile. */
async function addRule(installation: Installation, profileId: string): Promise<string> {
  const rule = {
    ...{ kind: 'avoid', terms: ['cheap'], replacement: '', max: null, person: null },
    ...{ formats: [], severity: 'must', reason: '' },
  };
  const { rules } = await posted<{ rules: { id: string }[] }>(
    installation,
    `/api/profiles/${profileId}/voice/rules`,
    { rules: [rule] },
  );
  return rules[0]!.id;
}

type Files = 'attachmentId' | 'itemId' | 'videoId' | 'jobId' | 'loraId' | 'loraImageId';

async function haveFiles(
  installation: Installation,
  userId: string,
  profileId: string,
): Promise<Pick<OwnedIds, Files>> {
  const { owner } = installation;
  const upload = (name: string, body: Uint8Array<ArrayBuffer>): Call => ({
    method: 'POST',
    headers: { 'X-File-Name': name, 'Content-Type': 'application/octet-stream' },
    body,
  });
  const photo = new Uint8Array(
    await sharp({ create: { width: 600, height: 600, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  );
  const text = new Uint8Array(Buffer.from('Every day from six to noon.'));
  const { file } = await sent<{ file: { id: string } }>(
    owner.call('/api/attachments', upload('hours.md', text)),
  );
  await sent(owner.call('/api/account/picture', upload('me.png', photo)));
  await sent(owner.call(`/api/profiles/${profileId}/logo`, upload('logo.png', photo)));
  const item = await sent<{ id: string }>(
    owner.call('/api/media/uploads', upload('shop.png', photo)),
  );

  const [jobId, loraId, videoId] = [randomUUID(), randomUUID(), randomUUID()];
  await installation.query(`
    INSERT INTO media_jobs (id, user_id, kind, state, client_key, request, tokens, reason, finished_at)
    VALUES ('${jobId}', '${userId}', 'image', 'failed', '${randomUUID()}',
            '{"prompt":"Rye","model":"demo","size":"square","count":1}', 0, 'Not today.', now());
    INSERT INTO loras (id, user_id, client_key, name, steps, rank)
    VALUES ('${loraId}', '${userId}', '${randomUUID()}', 'Crust', 1000, 16);
    INSERT INTO media_items (id, user_id, origin, kind, type, width, height, bytes, stored_bytes)
    VALUES ('${videoId}', '${userId}', 'made', 'video', 'video/mp4', 640, 480, 4, 4)`);
  const image = await sent<{ id: string }>(
    owner.call(`/api/media/loras/${loraId}/images`, upload('loaf.png', photo)),
  );
  await installation.query(
    `UPDATE loras SET trained_at = now(), weights_bytes = 4 WHERE id = '${loraId}'`,
  );
  storeByHand(
    installation.dataDir,
    `loras/${userId}/${loraId}/weights/file`,
    'application/octet-stream',
  );
  return { attachmentId: file.id, itemId: item.id, videoId, jobId, loraId, loraImageId: image.id };
}

/** Stores an object that only a provider would bring, in the format of the store on disk. */
function storeByHand(dataDir: string, key: string, type: string): void {
  const file = join(dataDir, 'objects', `${key}~`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${`brandwright object 1\n${type}`.padEnd(255)}\nrye!`);
}

async function haveArchive(installation: Installation): Promise<string> {
  const { id } = await posted<{ id: string }>(installation, '/api/exports', {});
  const end = Date.now() + 60_000;
  for (;;) {
    const [row] = await installation.query(`SELECT state FROM exports WHERE id = '${id}'`);
    if (row?.state === 'ready') return id;
    if (Date.now() > end) throw new Error(`the archive is ${String(row?.state)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The id of a session on another device. */
async function signInElsewhere({ owner, query }: Installation): Promise<string> {
  const response = await owner.call('/auth/login', {
    method: 'POST',
    headers: { 'User-Agent': 'another device', Cookie: '' },
    body: new URLSearchParams({ email: owner.email, password: owner.password }),
  });
  await response.arrayBuffer();
  const [row] = await query(`SELECT id FROM sessions WHERE user_agent = 'another device'`);
  if (row === undefined) throw new Error(`signing in elsewhere gave ${response.status}`);
  return String(row.id);
}

/** No device can use it. */
async function havePasskey({ query }: Installation, userId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO passkeys (id, user_id, rp_id, credential_id, public_key, counter, name, transports,
                           backup_eligible, backed_up)
     VALUES ('${id}', '${userId}', 'localhost', '${id}', '\\x00', 0, 'A phone', '{}', true, true)`,
  );
  return id;
}

type AdminsOnly = 'contactId' | 'emailId' | 'invitationId' | 'failedJobId';

async function haveAdminsKnow(installation: Installation): Promise<Pick<OwnedIds, AdminsOnly>> {
  const { owner, admin, query } = installation;
  const [contactId, failedJobId] = [randomUUID(), randomUUID()];
  const invitationId = randomBytes(32).toString('hex');
  await query(`
    INSERT INTO contact_messages (id, kind, first_name, last_name, email, subject, body, created_at)
    VALUES ('${contactId}', 'support', 'Tina', 'Baker', '${owner.email}', 'Bread', 'Where?', now());
    INSERT INTO failed_jobs (id, queue_id, name, data, cause, failed_at)
    VALUES ('${failedJobId}', '${randomUUID()}', 'account-mail', '{}', 'none', now());
    INSERT INTO invitations (id, expires_at)
    VALUES ('${invitationId}', now() + interval '1 day')`);
  const outbox = await (await admin.call('/admin/outbox')).text();
  const emailId = /\/admin\/outbox\/([^"/?]+)"/.exec(outbox)?.[1];
  if (emailId === undefined) throw new Error('no mail is in the outbox');
  return { contactId, failedJobId, invitationId, emailId };
}
