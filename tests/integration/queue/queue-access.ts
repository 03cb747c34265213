import { fakeImages, fakeReplicateTrainings } from '../setup/fake-images.ts';
import { dataDir } from '../setup/outbox.ts';
import { fakeStripe } from '../setup/fake-stripe.ts';
import type { deletionEmailJob } from '~/features/accounts/deletion/deletion-email.server';
import type { accountEmailJob } from '~/features/accounts/emails/send-account-email.server';
import { insertSource } from '~/features/brand/knowledge/sources/source-data.server';
import { reserve } from '~/features/billing/index.server';
import type { billingEmailJob } from '~/features/billing/emails/billing-email.server';
import { insertContent } from '~/features/copywriting/library/content/content-data.server';
import { insertContactMessage } from '~/features/help/contact/contact-data.server';
import { insertReply } from '~/features/help/inbox/reply-data.server';
import { insertCall } from '~/features/media/jobs/call-data.server';
import { startPrediction } from '~/gateways/replicate/work.server';
import type { QueuedJob } from '~/engine/queue/index.server';
import { prisma, prismaTransaction, sql, transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { uploadSomething } from '../../factories/imports';
import { createProfile } from '../../factories/profiles';
import type { TestUser } from '../../factories/users';
import { begin } from '../billing/paying';

export { dataDir, fakeImages, fakeReplicateTrainings, fakeStripe };

/**
 * The meaning of a field of a job's data. `user`: the owner's id. `thing`: an id of something, which belongs to the owner if
 * the data name one. `account`: an address that identifies an account. `address`: where an email goes. `word`: identifies
 * nothing.
 */
type Name = 'user' | 'thing' | 'account' | 'address' | 'word';

export interface Declaration {
  names: Record<string, Name>;
  /** Creates what the job is about for this person; returns the data as the app queues it. */
  of(person: TestUser): Promise<Record<string, unknown>>;
  /** What the job does if the person's account was disabled meanwhile. */
  disabled: 'done' | 'nothing';
  /** What the job does if the person's account was removed meanwhile, with everything in it. */
  gone: 'done' | 'nothing';
  /** What the job does if it was done before. */
  repeated: 'done' | 'nothing';
  /** More data that must have no effect, derived from valid data. */
  forged?(data: Record<string, unknown>, person: TestUser): Promise<object[]>;
  /** The person's address is unverified. */
  unverified?: true;
}

/** Declarations by the `kind` of the data: a new kind doesn't compile until it is declared. */
type EachKind<Job> =
  Job extends QueuedJob<infer Data extends { kind: string }>
    ? Record<Data['kind'], Declaration>
    : never;

const address = (kind: string, more: Record<string, unknown> = {}): Declaration => ({
  names: {
    kind: 'word',
    email: 'address',
    ...Object.fromEntries(Object.keys(more).map((name) => [name, 'word'])),
  },
  of: ({ email }) => Promise.resolve({ kind, email, ...more }),
  // What happened to an account is reported to its address at the time, whatever has become of it.
  disabled: 'done',
  gone: 'done',
  repeated: 'done',
});

const ACCOUNT_EMAILS: EachKind<typeof accountEmailJob> = {
  verify: {
    names: { kind: 'word', userId: 'user' },
    of: ({ id }) => Promise.resolve({ kind: 'verify', userId: id }),
    disabled: 'nothing',
    gone: 'nothing',
    repeated: 'done',
    unverified: true,
  },
  reset: {
    names: { kind: 'word', email: 'account' },
    of: ({ email }) => Promise.resolve({ kind: 'reset', email }),
    disabled: 'nothing',
    gone: 'nothing',
    repeated: 'done',
  },
  'change-email': {
    names: { kind: 'word', userId: 'user', email: 'address' },
    of: ({ id }) =>
      Promise.resolve({ kind: 'change-email', userId: id, email: `new-${id}@example.com` }),
    disabled: 'nothing',
    gone: 'nothing',
    repeated: 'done',
  },
  'password-changed': address('password-changed'),
  'two-factor-enabled': address('two-factor-enabled'),
  'two-factor-disabled': address('two-factor-disabled'),
  'two-factor-reset': address('two-factor-reset'),
  'backup-code-used': address('backup-code-used', { left: 3 }),
  'passkey-added': address('passkey-added', { name: 'Chrome on Linux' }),
  'passkey-removed': address('passkey-removed', { name: 'Chrome on Linux' }),
  'identity-linked': address('identity-linked', { name: 'Google' }),
  'identity-unlinked': address('identity-unlinked', { name: 'Google' }),
  // Written for its reader: in their time zone and their region's way.
  'new-device': {
    names: { kind: 'word', email: 'account', device: 'word', at: 'word' },
    of: ({ email }) =>
      Promise.resolve({
        ...{ kind: 'new-device', email },
        ...{ device: 'Chrome on Linux', at: '2026-11-27T18:05:00.000Z' },
      }),
    disabled: 'nothing',
    gone: 'nothing',
    repeated: 'done',
  },
  'email-changed': address('email-changed', { newEmail: 'new@example.com' }),
};

const billingMail = (
  kind: keyof EachKind<typeof billingEmailJob>,
  more: Partial<Declaration> & Pick<Declaration, 'of'>,
): Declaration => ({
  names: { kind: 'word', userId: 'user' },
  disabled: 'nothing',
  gone: 'nothing',
  repeated: 'done',
  ...more,
  of: async (person) => ({ kind, userId: person.id, ...(await more.of(person)) }),
});

const PAID = { kind: 'word', userId: 'user', object: 'word', id: 'thing' } as const;

const BILLING_EMAILS: EachKind<typeof billingEmailJob> = {
  'trial-ending': billingMail('trial-ending', { of: () => Promise.resolve({}) }),
  'trial-over': billingMail('trial-over', { of: () => Promise.resolve({}) }),
  'payment-failed': billingMail('payment-failed', {
    names: { kind: 'word', userId: 'user', id: 'thing' },
    of: async ({ id }) => ({ id: fakeStripe.renew(await subscribe(id), { paid: false }).id }),
  }),
  'pack-failed': billingMail('pack-failed', {
    names: { kind: 'word', userId: 'user', id: 'word' },
    of: () => Promise.resolve({ id: 'cs_none' }),
  }),
  receipt: billingMail('receipt', {
    names: PAID,
    of: async ({ id }) => ({
      object: 'invoice',
      id: fakeStripe.subscriptions.get(await subscribe(id))!.latest_invoice,
    }),
  }),
};

const DELETION_EMAILS: EachKind<typeof deletionEmailJob> = {
  requested: address('requested', { requestedOn: '1 May 2026', dueOn: '31 May 2026' }),
  cancelled: address('cancelled'),
  deleted: address('deleted'),
};

/** Every queue with each shape of its data. One without any has no data: what it does depends on the tables alone. */
/** Tokens that a process reserved before it died. */
const unsettled = (call: string): Declaration => ({
  names: { userId: 'user', reference: 'thing' },
  async of({ id: userId }) {
    const reference = call + newId();
    await setAside(userId, reference);
    return { userId, reference };
  },
  // The tokens belong to the person, whose account may be enabled again.
  disabled: 'done',
  gone: 'nothing',
  repeated: 'nothing',
  async forged({ userId }, { id }) {
    const reference = `answer:${newId()}`;
    await setAside(id, reference);
    return [{ userId, reference }];
  },
});

async function insertWaitingSource(person: TestUser): Promise<string> {
  const { id: profileId } = await createProfile(person);
  const contentId = newId();
  const content = { title: 'Prices', content: 'Rye 8', format: null, demo: false, imageId: null };
  await prismaTransaction(async (tx) => {
    await insertContent(tx, person.id, {
      ...{
        id: contentId,
        category: 'social',
        folderId: null,
        profileId: null,
        ignoredFindings: [],
      },
      ...content,
    });
    const waiting = { kind: 'content', state: 'waiting', name: 'Prices' } as const;
    await insertSource(tx, person.id, { id: newId(), profileId, contentId, ...waiting });
  });
  const { id } = await prisma.source.findFirstOrThrow({ where: { contentId, userId: person.id } });
  return id;
}

export const QUEUES: Record<string, Record<string, Declaration>> = {
  'index-soon': {},
  'lora-leftovers': {},
  'media-turn': {},
  'account-mail': ACCOUNT_EMAILS,
  'billing-mail': {
    ...BILLING_EMAILS,
    'receipt of a pack': billingMail('receipt', {
      names: PAID,
      of: async ({ id }) => ({ object: 'session', id: await pay(id, 'price_pack') }),
    }),
  },
  'deletion-mail': DELETION_EMAILS,
  'contact-mail': {
    message: {
      names: { id: 'thing' },
      of: async (person) => ({ id: await writeToOperator(person) }),
      // The operator reads the message nevertheless.
      disabled: 'done',
      gone: 'nothing',
      repeated: 'nothing',
    },
  },
  'contact-reply-mail': {
    reply: {
      names: { id: 'thing' },
      async of(person) {
        const id = newId();
        const contactId = await writeToOperator(person);
        const reply = { contactId, authorId: person.id, body: 'At six.', createdAt: new Date() };
        await insertReply(prisma, { id, ...reply });
        return { id };
      },
      // It answers a message, whose sender needs no account.
      disabled: 'done',
      gone: 'nothing',
      repeated: 'nothing',
    },
  },
  'media-job-mail': {
    'of a job that failed': {
      names: { userId: 'user', jobId: 'thing' },
      of: async ({ id }) => ({ userId: id, jobId: await insertMediaJob(id, 'failed') }),
      disabled: 'nothing',
      gone: 'nothing',
      repeated: 'nothing',
    },
  },
  'read-source': {
    'of a saved content that waits': {
      names: { sourceId: 'thing' },
      of: async (person) => ({ sourceId: await insertWaitingSource(person) }),
      // It is the person's, whose account may be enabled again.
      disabled: 'done',
      gone: 'nothing',
      repeated: 'nothing',
    },
  },
  'prediction-end': {
    'of a job that was canceled': {
      names: { ref: 'thing' },
      of: async ({ id }) => ({ ref: await predict(id, 'lost') }),
      // If it kept running, it would be billed.
      disabled: 'done',
      gone: 'done',
      repeated: 'nothing',
      forged: async (_data, { id }) => [{ ref: await predict(id, 'asked') }],
    },
  },
  'training-end': {
    'of a job that was canceled': {
      names: { ref: 'thing' },
      of: async ({ id }) => ({ ref: await train(id, 'lost') }),
      // If it kept running, it would be billed.
      disabled: 'done',
      gone: 'done',
      repeated: 'nothing',
      forged: async (_data, { id }) => [{ ref: await train(id, 'asked') }],
    },
  },
  'caption-end': {
    'of a caption whose tokens weren’t settled': unsettled('caption:'),
    'of a dictation whose tokens weren’t settled': unsettled('dictation:'),
  },
  'follow-deletion': {
    'of an account with a plan': {
      names: { userId: 'user' },
      async of({ id }) {
        await subscribe(id);
        await sql.query('INSERT INTO account_deletions (user_id) VALUES ($1::uuid)', [id]);
        return { userId: id };
      },
      disabled: 'done',
      gone: 'nothing',
      repeated: 'nothing',
    },
  },
  'subscription-end': {
    'with the period': {
      names: { customer: 'thing', how: 'word' },
      of: ({ id }) => wishedEnd(id, 'period-end'),
      disabled: 'done',
      // The subscription of a removed account ends at once anyway.
      gone: 'nothing',
      // It reads the subscription from Stripe again.
      repeated: 'done',
      forged: ({ customer }) =>
        Promise.resolve([
          { customer, how: 'now' },
          { customer, how: 'resume' },
        ]),
    },
    'at once': {
      names: { customer: 'thing', how: 'word' },
      of: ({ id }) => wishedEnd(id, 'now'),
      disabled: 'done',
      gone: 'done',
      repeated: 'nothing',
    },
  },
  'make-export': {
    'an archive': {
      names: { userId: 'user', exportId: 'thing' },
      of: async ({ id }) => ({ userId: id, exportId: await insertExport(id, 'queued') }),
      // The archive waits for the person, who only can't sign in.
      disabled: 'done',
      gone: 'nothing',
      repeated: 'nothing',
    },
  },
  'export-mail': {
    'of an archive': {
      names: { userId: 'user', exportId: 'thing' },
      of: async ({ id }) => ({ userId: id, exportId: await insertExport(id, 'ready') }),
      disabled: 'nothing',
      gone: 'nothing',
      repeated: 'done',
    },
  },
  'import-work': {
    'of files that have arrived': {
      names: { importId: 'thing' },
      async of({ id }) {
        const importId = await uploadSomething(id);
        await sql.query(`UPDATE imports SET state = 'reading' WHERE id = $1::uuid`, [importId]);
        return { importId };
      },
      // What it imports belongs to the person, and no one else sees it.
      disabled: 'done',
      gone: 'nothing',
      repeated: 'nothing',
    },
  },
};

/** Pays a price, and returns the id of the checkout session. */
async function pay(userId: UserScope, price: string): Promise<string> {
  const id = await begin(fakeStripe, userId, price, new Date());
  fakeStripe.pay(id);
  return id;
}

/** Pays for a plan, and returns the id of the subscription. */
async function subscribe(userId: UserScope): Promise<string> {
  return fakeStripe.sessions.get(await pay(userId, 'price_month'))!.subscription!;
}

async function wishedEnd(userId: UserScope, how: string): Promise<Record<string, unknown>> {
  await subscribe(userId);
  const [row] = await sql.query<{ customer: string }>(
    `UPDATE billing_customers SET ending = $2 WHERE user_id = $1::uuid RETURNING customer_id AS customer`,
    [userId, how],
  );
  return { customer: row!.customer, how };
}

async function writeToOperator({ id: userId, email, firstName, lastName }: TestUser) {
  const id = newId();
  const written = { kind: 'support', subject: 'Bread', body: 'When?' } as const;
  const by = { userId, email, firstName, lastName };
  await insertContactMessage(prisma, { id, ...by, ...written, createdAt: new Date() });
  return id;
}

async function insertMediaJob(userId: UserScope, state: 'failed' | 'running'): Promise<string> {
  const id = newId();
  await sql.query(
    `INSERT INTO media_jobs (id, user_id, kind, state, client_key, request, tokens, reason, mail_wanted, finished_at)
     VALUES ($1::uuid, $2::uuid, 'image', $3::media_job_state, $4::uuid,
             '{"prompt":"Rye","model":"gpt-image-2","size":"square","count":1}', 0, 'Not today.', true,
             CASE WHEN $3 = 'failed' THEN now() END)`,
    [id, userId, state, newId()],
  );
  return id;
}

/** Starts a prediction for a job that waits for it (`asked`) or has lost it, and returns the provider's id. */
async function predict(userId: UserScope, call: 'asked' | 'lost'): Promise<string> {
  fakeImages.script({ hold: 'for ever' });
  const model = 'drawn/on-replicate';
  const prediction = await startPrediction(model, {}, AbortSignal.timeout(10_000));
  await insertAsked(userId, { call, ref: prediction, model });
  return prediction;
}

/** The same for a training. */
async function train(userId: UserScope, call: 'asked' | 'lost'): Promise<string> {
  const training = `training-of-${newId()}`;
  fakeReplicateTrainings.trainings.push({
    id: training,
    input: { steps: 1_000 },
    webhook: null,
    destination: 'the-operator/crust',
    trainer: 'trainer',
    behavior: { hold: 'for ever' },
    cancelled: false,
  });
  await insertAsked(userId, { call, ref: training, model: 'crust' });
  return training;
}

async function insertAsked(
  userId: UserScope,
  { call, ref, model }: { call: 'asked' | 'lost'; ref: string; model: string },
): Promise<void> {
  const jobId = await insertMediaJob(userId, call === 'asked' ? 'running' : 'failed');
  const id = newId();
  const provider = 'replicate';
  await insertCall(prisma, { id, userId, jobId, position: 0, provider, model, providerRef: ref });
  await sql.query(`UPDATE media_calls SET state = $2::media_call_state WHERE id = $1::uuid`, [
    id,
    call,
  ]);
}

async function setAside(userId: UserScope, reference: string): Promise<void> {
  const size = { promptTokens: 100, maxTokens: 100, weight: 1 };
  await transaction((tx) => reserve(tx, { userId, reference, ...size, now: new Date() }));
}

async function insertExport(userId: UserScope, state: 'queued' | 'ready'): Promise<string> {
  const id = newId();
  await sql.query(
    `INSERT INTO exports (id, user_id, state, expires_at)
     VALUES ($1::uuid, $2::uuid, $3::export_state,
             CASE WHEN $3 = 'ready' THEN now() + interval '7 days' END)`,
    [id, userId, state],
  );
  return id;
}
