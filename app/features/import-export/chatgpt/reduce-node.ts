import { fieldsOf, type Fields } from '~/lib/json';

import { contentOf } from './content';
import { beginningOf, listOf, shortText, textOf, timeOf } from './untrusted';
import type { Fragment, NamedFile, Step } from './step';

const MAX_NAME = 100;
const MAX_ID = 200;
const MAX_FILE_NAME = 1_000;

/** Reduces a node, which may be anything, to what is shown. */
export function reduceNode(key: string, value: unknown): Step {
  const node = fieldsOf(value);
  const message = fieldsOf(node.message);
  const metadata = fieldsOf(message.metadata);
  const children = listOf(node.children);
  const remarks: string[] = [];
  const speaker = speakerOf(message, metadata);
  const fragments: Fragment[] = speaker === null ? [] : contentOf(message, metadata, remarks);
  if (speaker === 'user') fragments.push(...attachmentsOf(metadata, fragments));
  return {
    key,
    parent: typeof node.parent === 'string' ? node.parent : null,
    children: children.filter((child): child is string => typeof child === 'string'),
    role: fragments.length === 0 || speaker === null ? null : speaker,
    model:
      shortText(metadata.model_slug, MAX_NAME) ||
      shortText(metadata.default_model_slug, MAX_NAME) ||
      null,
    time: timeOf(message.create_time),
    fragments,
    documentId: shortText(fieldsOf(metadata.canvas).textdoc_id, MAX_ID) || null,
    remarks,
  };
}

/** A tool's words belong to the answer that called it; instructions and hidden messages have no speaker. */
function speakerOf(message: Fields, metadata: Fields): 'user' | 'assistant' | null {
  if (metadata.is_visually_hidden_from_conversation === true) return null;
  if (metadata.is_user_system_message === true) return null;
  const role = fieldsOf(message.author).role;
  if (role === 'user') return 'user';
  return role === 'assistant' || role === 'tool' ? 'assistant' : null;
}

/** Files that were attached to a message; images among them are in its content as well. */
function attachmentsOf(metadata: Fields, fragments: Fragment[]): Fragment[] {
  const placed = new Map<string, NamedFile>();
  for (const fragment of fragments) {
    if ('file' in fragment) for (const id of fragment.file.ids) placed.set(id, fragment.file);
  }
  const added: Fragment[] = [];
  for (const entry of listOf(metadata.attachments)) {
    const attachment = fieldsOf(entry);
    const id = shortText(attachment.id, MAX_ID);
    const name = beginningOf(textOf(attachment.name), MAX_FILE_NAME) || null;
    const there = placed.get(id);
    if (there) there.name ??= name;
    else if (id !== '' || name !== null) {
      const file = { ids: id === '' ? [] : [id], name };
      placed.set(id, file);
      added.push({ kind: 'file', file });
    }
  }
  return added;
}
