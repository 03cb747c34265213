import type { LiveEvent } from '~/engine/events/index.server';

import type { ItemView } from '../media';
import type { ItemRow } from './item-data.server';

/** Of each text in a live event, which must fit into one notification of PostgreSQL. */
const LIVE_CHARACTERS = 120;

/** An item as lists show it. */
export function itemView(row: ItemRow): ItemView {
  const { id, jobId, kind, width, height, bytes, type, favourite, prompt, model } = row;
  const url = `/api/media/items/${id}/file`;
  const { poster, placeholder } = row.metadata;
  const hasThumbnail = kind === 'image' || poster === true;
  return {
    id,
    jobId,
    kind,
    width,
    height,
    bytes,
    type,
    favourite,
    createdAt: row.createdAt.toISOString(),
    prompt,
    model,
    durationMs: row.durationMs,
    ...(row.loraId !== null && { loraId: row.loraId }),
    url,
    thumbUrl: hasThumbnail ? `${url}?size=320` : '',
    ...(placeholder && { placeholder }),
  };
}

/** The live event of a new or changed item. */
export function itemEvent(item: ItemView): LiveEvent {
  return { topic: 'media-item', data: { type: 'changed', item: lightItem(item) } };
}

/** An item as live events have it. */
export function lightItem(item: ItemView): ItemView {
  return { ...item, prompt: beginning(item.prompt) };
}

export function beginning(text: string): string {
  return [...text].slice(0, LIVE_CHARACTERS).join('');
}
