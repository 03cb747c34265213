import { idOf, randomOf, wordsOf } from './random.ts';

/** A node of an export; hostile ones have anything anywhere. */
export type RawNode = {
  id?: unknown;
  message?: unknown;
  parent?: unknown;
  children?: unknown;
} & Record<string, unknown>;

export interface RawConversation extends Record<string, unknown> {
  id?: unknown;
  conversation_id?: unknown;
  title?: unknown;
  mapping?: unknown;
  current_node?: unknown;
}

export interface MessageOptions {
  role?: string;
  name?: string;
  content?: unknown;
  metadata?: unknown;
  recipient?: string;
  channel?: string | null;
  time?: number | null;
}

/** A message of an export; `content` may be its text. */
export function rawMessage(
  id: string,
  {
    role = 'assistant',
    name,
    content = '',
    metadata = {},
    recipient = 'all',
    channel = null,
    time = 1_750_000_000,
  }: MessageOptions,
): Record<string, unknown> {
  return {
    id,
    author: { role, name: name ?? null, metadata: {} },
    create_time: time,
    update_time: null,
    content: typeof content === 'string' ? { content_type: 'text', parts: [content] } : content,
    status: 'finished_successfully',
    end_turn: true,
    weight: 1,
    metadata,
    recipient,
    channel,
  };
}

/** Nodes that follow one another, after the root that every conversation has. */
export function rawChain(
  id: string,
  messages: readonly (MessageOptions & { id?: string })[],
  others: Partial<RawConversation> = {},
): RawConversation {
  const mapping: Record<string, RawNode> = {
    'client-created-root': { id: 'client-created-root', message: null, parent: null, children: [] },
  };
  let parent = 'client-created-root';
  for (const [at, options] of messages.entries()) {
    const node = options.id ?? `${id}-${at}`;
    const time = options.time === undefined ? 1_750_000_000 + at : options.time;
    mapping[node] = {
      id: node,
      message: rawMessage(node, { ...options, time }),
      parent,
      children: [],
    };
    (mapping[parent]!.children as string[]).push(node);
    parent = node;
  }
  return {
    title: 'A talk',
    create_time: 1_750_000_000.25,
    update_time: 1_750_000_100.5,
    mapping,
    moderation_results: [],
    current_node: parent,
    plugin_ids: null,
    conversation_id: id,
    conversation_template_id: null,
    gizmo_id: null,
    is_archived: false,
    is_starred: null,
    safe_urls: [],
    blocked_urls: [],
    default_model_slug: 'gpt-5',
    conversation_origin: null,
    voice: null,
    async_status: null,
    disabled_tool_ids: [],
    id,
    ...others,
  };
}

export interface MadeConversation {
  seed: number;
  index: number;
  /** Questions, each with an answer. */
  turns: number;
  /** Words in each answer. */
  words: number;
  /** Every nth conversation has a second version of an answer. */
  branchEvery: number;
  /** The asset of its first question, if any. */
  asset?: { id: string; name: string; size: number; type: string } | null;
}

/** Makes the same conversation for the same seed and index; more turns only add to it. */
export function makeConversation({
  seed,
  index,
  turns,
  words,
  branchEvery,
  asset = null,
}: MadeConversation): RawConversation {
  const random = randomOf(seed * 1_000_003 + index);
  const started = 1_600_000_000 + index * 3_600;
  const messages: (MessageOptions & { id: string })[] = [
    {
      id: idOf(seed, index, 0),
      role: 'system',
      content: '',
      time: null,
      metadata: { is_visually_hidden_from_conversation: true },
    },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const question = wordsOf(random, 12);
    messages.push({
      id: idOf(seed, index, turn + 1, 1),
      role: 'user',
      time: started + turn * 60,
      ...(turn === 0 && asset
        ? {
            content: {
              content_type: 'multimodal_text',
              parts: [
                {
                  content_type: 'image_asset_pointer',
                  asset_pointer: asset.id.startsWith('file_')
                    ? `sediment://${asset.id}`
                    : `file-service://${asset.id}`,
                  size_bytes: asset.size,
                  width: 1,
                  height: 1,
                  metadata: null,
                },
                question,
              ],
            },
            metadata: {
              attachments: [
                { id: asset.id, name: asset.name, size: asset.size, mime_type: asset.type },
              ],
            },
          }
        : { content: question, metadata: {} }),
    });
    messages.push({
      id: idOf(seed, index, turn + 1, 2),
      role: 'assistant',
      time: started + turn * 60 + 5,
      content: wordsOf(random, words),
      metadata: { model_slug: 'gpt-4o' },
    });
  }
  const id = idOf(seed, index, 0xc0de);
  const made = rawChain(id, messages, {
    title: wordsOf(randomOf(seed + index), 4),
    create_time: started,
    update_time: started + turns * 60,
  });
  if (index % branchEvery === branchEvery - 1 && turns > 0) {
    const mapping = made.mapping as Record<string, RawNode>;
    const question = mapping[idOf(seed, index, 1, 1)]!;
    const other = idOf(seed, index, 1, 3);
    (question.children as string[]).push(other);
    mapping[other] = {
      id: other,
      message: rawMessage(other, { content: wordsOf(random, words), time: started + 30 }),
      parent: idOf(seed, index, 1, 1),
      children: [],
    };
  }
  return made;
}
