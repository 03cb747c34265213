import { randomUUID } from 'node:crypto';

import { HOSTILE_COLUMNS, payloadFor } from '../../factories/hostile-columns.ts';
import {
  hostileLine,
  hostileLines,
  hostileMessages,
  hostileText,
} from '../../factories/hostile-texts.ts';

type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>;

/** The ids with which a hostile account's screens are opened. */
export interface HostileAccount {
  conversationId: string;
  shareId: string;
  briefIds: string[];
  contents: { id: string; category: string }[];
  profileId: string;
  sourceId: string;
  loraId: string;
  contactId: string;
  checkoutId: string;
}

const COLUMNS = Object.groupBy(Object.keys(HOSTILE_COLUMNS), (name) => name.split('.')[0] ?? '');
const columnsOf = (table: string) =>
  (COLUMNS[table] ?? []).map((name) => name.slice(table.length + 1));

const line = (column: string) => payloadFor(column) ?? '';

/** Stores an account in the database in which every text is hostile, by its owner and by others. */
export async function storeHostileAccount(
  sql: Sql,
  userId: string,
  adminId: string,
): Promise<HostileAccount> {
  /** Inserts a row; every text column without a value gets a payload. */
  async function store(table: string, given: Record<string, unknown>): Promise<string> {
    const values: Record<string, unknown> = { ...given };
    for (const column of columnsOf(table)) {
      if (!(column in values)) values[column] = payloadFor(`${table}.${column}`);
    }
    const rows = Object.entries(values).filter(([, value]) => value !== undefined);
    await sql(
      `INSERT INTO ${table} (${rows.map(([name]) => `"${name}"`).join(', ')})
       VALUES (${rows.map((_, index) => `$${index + 1}`).join(', ')})`,
      rows.map(([, value]) => value),
    );
    return String(values.id ?? '');
  }
  const owned = () => ({ id: randomUUID(), user_id: userId });
  const json = (value: unknown) => JSON.stringify(value);
  const now = new Date();
  const later = new Date(now.getTime() + 7 * 86_400_000);

  for (const [id, at] of [
    [userId, 'user'],
    [adminId, 'admin'],
  ]) {
    await sql(`UPDATE users SET first_name = $2, last_name = $3, email = $4 WHERE id = $1`, [
      id,
      line('users.first_name'),
      line('users.last_name'),
      `${line('users.email')} @${at}.invalid`,
    ]);
    await sql(`UPDATE sessions SET user_agent = $2 WHERE user_id = $1`, [
      id,
      line('sessions.user_agent'),
    ]);
  }
  await store('passkeys', {
    ...owned(),
    credential_id: randomUUID(),
    public_key: Buffer.from([0]),
    counter: 0,
    transports: [],
    backup_eligible: true,
    backed_up: true,
  });
  await store('identities', { ...owned(), issuer: 'https://id.example.com' });
  await store('security_events', { ...owned(), kind: 'passkey-added', device: 'Chrome on Linux' });
  await sql(
    `UPDATE billing_accounts SET subscription_status = 'active', subscription_name = $2, subscription_id = $3
      WHERE user_id = $1`,
    [userId, line('billing_accounts.subscription_name'), line('subscriptions.id')],
  );

  // Brand profiles: a complete one, and one with only a name.
  const brandStory = await store('brand_stories', owned());
  const customerJourney = await store('customer_journeys', owned());
  const solutionSuite = await store('solution_suites', owned());
  const campaignFramework = await store('campaign_frameworks', owned());
  const profileId = await store('profiles', {
    ...owned(),
    brand_story_id: brandStory,
    customer_journey_id: customerJourney,
    solution_suite_id: solutionSuite,
    campaign_framework_id: campaignFramework,
    voice_rules: json([hostileRule()]),
  });
  await store('profiles', { ...owned(), voice_rules: '[]' });
  const inProfile = { user_id: userId, profile_id: profileId };
  const sourceId = await store('sources', {
    ...{ id: randomUUID(), ...inProfile, kind: 'website', state: 'failed', read_at: now },
  });
  const page = { source_id: sourceId, position: 0, depth: 0, found_in: 1, read_at: now };
  const pageId = await store('source_pages', {
    ...{ ...owned(), ...page, address: 'https://bakery.example/', hash: 'a hash' },
    links: [line('source_pages.links')],
  });
  await store('source_chunks', {
    ...{ id: randomUUID(), ...inProfile, source_id: sourceId, page_id: pageId, position: 0 },
  });
  const proposal = ['brandStory.whatYouDo', 'solutionSuite.offering', 'brandStory.brandVoice']
    .map(
      (field) =>
        `## ${field}\n\n${line('generated_texts.content')}\n\n- trait: ${line('generated_texts.content')} | quote: "x"`,
    )
    .join('\n\n');
  const draftId = randomUUID();
  await store('generated_texts', { id: draftId, user_id: userId, content: proposal });
  await ended(draftId, 'profile-draft', 'done');
  await store('profile_drafts', {
    id: draftId,
    user_id: userId,
    profile_id: profileId,
    client_key: randomUUID(),
    samples: [line('profile_drafts.samples'), line('profile_drafts.samples')],
  });

  /** A voice rule with the payload in each of its texts, in pieces that are short enough to be stored. */
  function hostileRule() {
    const payload = line('profiles.voice_rules');
    return {
      ...{ id: randomUUID(), kind: 'prefer', severity: 'must', max: null, person: null },
      ...{ formats: [], terms: payload.match(/[^]{1,99}/g), replacement: payload.slice(0, 80) },
      ...{ reason: payload.slice(0, 290), exceptions: [payload.slice(0, 190)] },
    };
  }

  async function ended(id: string, kind: string, state: string, conversationId?: string) {
    await store('generations', {
      id,
      user_id: userId,
      conversation_id: conversationId,
      kind,
      state,
      process_id: randomUUID(),
      finished_at: now,
      used_tokens: 1,
      thought_ms: 1,
    });
  }

  // Conversations: one with the whole corpus, in a folder and shared, and some others for lists.
  const folderId = await store('conversation_folders', owned());
  await store('conversation_folders', {
    ...owned(),
    name: `${line('conversation_folders.name')} 2`,
  });
  const conversationId = await store('conversations', {
    ...owned(),
    profile_id: profileId,
    is_public: true,
    pinned_at: now,
  });
  for (const more of [{ folder_id: folderId }, { archived_at: now }, {}]) {
    await store('conversations', { ...owned(), ...more });
  }
  await store('conversations', { ...owned(), title: `[ChatGPT] ${line('conversations.title')}` });
  let parent: string | undefined;
  const texts = hostileMessages('messages.content');
  for (const [index, content] of [...texts, texts[0], ''].entries()) {
    parent = await store('messages', {
      ...owned(),
      conversation_id: conversationId,
      parent_id: parent,
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
      files: json([
        { name: line('messages.files'), type: line('messages.files'), size: 10, id: null },
      ]),
      timestamp: new Date(now.getTime() - 100_000 + index * 1_000),
    });
  }
  // The last answer failed with the provider's message.
  if (texts.length % 2 !== 0) throw new Error('the last message is no answer');
  await ended(parent ?? '', 'chat', 'failed', conversationId);
  await store('tool_calls', {
    id: randomUUID(),
    user_id: userId,
    message_id: parent,
    round: 0,
    position: 0,
    state: 'done',
  });
  await sql(`UPDATE conversations SET active_leaf_id = $2 WHERE id = $1`, [conversationId, parent]);
  // The answer is open as a document, with a version, and with changes that fit and don't fit.
  const documentText = hostileText('chat_documents.content');
  const find = hostileLine('chat_document_patches.find');
  const documentId = await store('chat_documents', {
    ...owned(),
    conversation_id: conversationId,
    message_id: parent,
    content: `${documentText}\n\n${find}\n`,
    ignored_findings: [line('chat_documents.ignored_findings')],
  });
  const ofDocument = { ...owned(), document_id: documentId };
  const version = { version: 1, author: 'person', written_at: now };
  await store('chat_document_versions', { ...ofDocument, ...version });
  const patch = { message_id: parent, version: 1, before: '', after: '' };
  await store('chat_document_patches', {
    ...{ ...ofDocument, ...patch, id: randomUUID(), position: 0, find, reason: null },
  });
  await store('chat_document_patches', {
    ...{ ...ofDocument, ...patch, id: randomUUID(), position: 1, state: 'unfit' },
  });
  const shareId = randomUUID().replaceAll('-', '');
  await store('shared_conversations', {
    id: shareId,
    user_id: userId,
    conversation_id: conversationId,
    leaf_id: parent,
  });
  await store('prompts', {
    ...owned(),
    text: `{{${line('prompts.text')}}} {{a|${line('prompts.text')}}}`,
  });
  await store('prompts', owned());
  await store('hidden_starters', { user_id: userId });

  // Saved content and briefs, of every format.
  const contents: HostileAccount['contents'] = [];
  for (const [category, format] of [
    ['social', 'linkedin-post'],
    ['social', null],
    ['longform', 'article'],
    ['landing', 'landing-page'],
    ['email', 'welcome-sequence'],
  ] as const) {
    const contentFolder = await store('saved_content_folders', {
      ...owned(),
      category,
      name: `${line('saved_content_folders.name')} ${contents.length}`,
    });
    const content = hostileText('saved_contents.content');
    const id = await store('saved_contents', {
      ...owned(),
      category,
      folder_id: contentFolder,
      content: format === 'landing-page' ? `# ${content}` : content,
      format,
      ignored_findings: [line('saved_contents.ignored_findings')],
    });
    contents.push({ id, category });
    await store('saved_content_versions', { ...owned(), content_id: id, written_at: now });
  }
  const briefIds: string[] = [];
  // One format of each kind of preview has all payloads, the others some of them.
  const whole = [
    'linkedin-post',
    'thread',
    'article',
    'newsletter',
    'landing-page',
    'welcome-sequence',
  ];
  for (const formats of [
    ['linkedin-post', 'x-post', 'instagram-caption', 'facebook-post', 'thread'],
    ['article', 'case-study', 'newsletter', 'hero', 'features', 'pricing', 'faq'],
    ['landing-page', 'cold-email', 'welcome-sequence', 'promotion', 'follow-up'],
  ]) {
    const briefId = await store('briefs', {
      ...owned(),
      client_key: randomUUID(),
      kind: 'campaign',
      format_ids: formats,
      variants: 1,
      length: 'short',
      profile_id: profileId,
      keywords: [line('briefs.keywords'), 'second'],
    });
    briefIds.push(briefId);
    for (const [index, format] of formats.entries()) {
      const text = whole.includes(format) ? hostileText : hostileLines;
      const id = await store('pieces', {
        ...owned(),
        brief_id: briefId,
        format,
        position: 0,
        ignored_findings: [line('pieces.ignored_findings')],
        ...(index % 2 === 0
          ? { edited: null, content: text('pieces.content') }
          : { edited: text('pieces.edited') }),
      });
      await ended(id, 'piece', index === 1 ? 'failed' : 'done');
    }
  }

  // Images, videos, and LoRAs: done, failed, and in training.
  const wish = {
    prompt: line('media_jobs.request'),
    negativePrompt: line('media_jobs.request'),
    model: line('media_jobs.request'),
    size: '1024x1024',
    count: 1,
    style: line('media_jobs.request'),
    profileId,
    brandText: line('media_jobs.request'),
    aspect: '16:9',
    seconds: 5,
  };
  let imageJobId: string | undefined;
  for (const [kind, state] of [
    ['image', 'failed'],
    ['image', 'succeeded'],
    ['video', 'succeeded'],
    ['video', 'failed'],
  ] as const) {
    const jobId = await store('media_jobs', {
      ...owned(),
      kind,
      state,
      client_key: randomUUID(),
      request: json(wish),
      tokens: 1,
      finished_at: now,
    });
    if (kind === 'image') imageJobId = jobId;
    if (state === 'failed') continue;
    const callId = await store('media_calls', {
      ...owned(),
      job_id: jobId,
      position: 0,
      state: 'done',
    });
    await store('media_items', {
      ...owned(),
      origin: 'made',
      kind,
      job_id: jobId,
      call_id: callId,
      type: kind === 'image' ? 'image/png' : 'video/mp4',
      width: 100,
      height: 100,
      bytes: 10,
      stored_bytes: 10,
      metadata: json({
        revisedPrompt: line('media_items.metadata'),
        provider: line('media_items.metadata'),
      }),
    });
  }
  // The steps after sign-up, with what they made.
  await sql(
    `UPDATE onboardings SET profile_id = $2, brief_id = $3, image_job_id = $4 WHERE user_id = $1`,
    [userId, profileId, briefIds[0], imageJobId],
  );

  const training = await store('media_jobs', {
    ...owned(),
    kind: 'lora',
    state: 'failed',
    client_key: randomUUID(),
    request: json({ ...wish, loraId: null }),
    tokens: 1,
    finished_at: now,
  });
  const lora = { client_key: randomUUID(), steps: 500, rank: 16 };
  const loraId = await store('loras', { ...owned(), ...lora, job_id: training });
  await store('loras', { ...owned(), ...lora, client_key: randomUUID(), trained_at: now });
  await store('lora_images', {
    ...owned(),
    lora_id: loraId,
    type: 'image/png',
    width: 100,
    height: 100,
    bytes: 10,
    stored_bytes: 10,
    sha256: 'f'.repeat(64),
  });
  await store('lora_leftovers', { ...owned(), tries: 5, next_try_at: later });

  // Billing.
  await store('billing_customers', { user_id: userId, ending: undefined });
  await store('subscriptions', { user_id: userId, started_at: now, current_period_end: later });
  await store('purchases', {
    user_id: userId,
    kind: 'pack',
    state: 'paid',
    tokens: 1,
    amount: 1,
    currency: 'eur',
    created_at: now,
  });
  const checkoutId = await store('checkouts', {
    ...owned(),
    kind: 'plan',
    state: 'complete',
    created_at: now,
  });
  await store('ledger_entries', { ...owned(), kind: 'grant', tokens: 1 });
  await store('payment_events', { state: 'failed', attempts: 1, received_at: now });
  await store('billing_mails', { user_id: userId, kind: 'trial-ending', created_at: now });

  // Texts of the operator and other people, and failures.
  const contactId = await store('contact_messages', {
    ...owned(),
    kind: 'support',
    created_at: now,
  });
  await store('contact_replies', {
    id: randomUUID(),
    contact_id: contactId,
    author_id: adminId,
    created_at: now,
  });
  await store('maintenance_announcements', { until: later, updated_at: now });
  await store('invitations', { id: 'f'.repeat(64), expires_at: later });
  await store('action_codes', {
    id: 'e'.repeat(64),
    user_id: userId,
    purpose: 'change_email',
    expires_at: later,
  });
  await store('audit_entries', {
    id: randomUUID(),
    actor_id: adminId,
    target_id: userId,
    before: json({ value: line('audit_entries.before') }),
    after: json({ [line('audit_entries.after')]: line('audit_entries.after') }),
  });
  await store('failed_jobs', {
    id: randomUUID(),
    queue_id: randomUUID(),
    data: json({ text: line('failed_jobs.data') }),
    failed_at: now,
  });
  await store('mail_failures', {
    id: randomUUID(),
    user_id: userId,
    kind: 'hard',
    happened_at: now,
  });

  // Imports and exports.
  for (const state of ['ready', 'done', 'failed'] as const) {
    const importId = await store('imports', {
      ...owned(),
      state,
      service: 'chatgpt',
      part_size: 1_000_000,
      finished_at: state === 'ready' ? null : now,
      imported: state === 'done' ? 1 : 0,
      skipped: state === 'done' ? 1 : 0,
      found: json({
        ...{
          conversations: 1,
          fresh: 1,
          grown: 0,
          known: 0,
          unreadable: 0,
          earliest: null,
          latest: null,
        },
        others: { [line('imports.others')]: 1 },
        remarks: [line('imports.found')],
      }),
      others: json({ [line('imports.others')]: 1 }),
    });
    await store('import_files', { import_id: importId, index: 0, user_id: userId, size: 10 });
    await store('import_candidates', {
      import_id: importId,
      user_id: userId,
      index: 0,
      standing: 'fresh',
      outcome: state === 'done' ? 'skipped' : null,
      remarks: json([line('import_candidates.remarks')]),
    });
  }
  // An incomplete upload.
  const unfinished = await store('imports', {
    ...owned(),
    state: 'uploading',
    service: null,
    part_size: 1_000_000,
    found: null,
    others: json({}),
  });
  await store('import_files', { import_id: unfinished, index: 0, user_id: userId, size: 10 });
  await store('imported_conversations', {
    user_id: userId,
    service: 'chatgpt',
    conversation_id: conversationId,
    messages: 1,
  });
  await store('exports', { ...owned(), state: 'failed', finished_at: now });
  return {
    conversationId,
    shareId,
    briefIds,
    contents,
    profileId,
    sourceId,
    loraId,
    contactId,
    checkoutId,
  };
}
