import type { LiveEvent } from '~/engine/events/index.server';

import type { ItemView } from '../media';

/** So much of a text goes over the socket: a change must fit into one notification of PostgreSQL. */
const LIVE_CHARACTERS = 120;

/** What is listed of a row. */
export function itemView(row: {
  id: string;
  jobId: string | null;
  kind: 'image' | 'video';
  type: string;
  width: number;
  height: number;
  durationMs: number | null;
  bytes: number;
  prompt: string;
  model: string;
  metadata: { poster?: boolean };
  favourite: boolean;
  createdAt: Date;
  loraId: string | null;
}): ItemView {
  const { id, jobId, kind, width, height, bytes, type, favourite: favorite, prompt, model } = row;
  const url = `/api/media/items/${id}/file`;
  const isShown = kind === 'image' || row.metadata.poster === true;
  return {
    id,
    jobId,
    kind,
    width,
    height,
    bytes,
    type,
    favourite: favorite,
    createdAt: row.createdAt.toISOString(),
    prompt,
    model,
    durationMs: row.durationMs,
    ...(row.loraId !== null && { loraId: row.loraId }),
    url,
    thumbUrl: isShown ? `${url}?size=320` : '',
  };
}

/** That an item is there, or stands otherwise, as tabs are told. */
export function itemEvent(item: ItemView): LiveEvent {
  return { topic: 'media-item', data: { type: 'changed', item: lightItem(item) } };
}

/** An item as tabs are told. */
export function lightItem(item: ItemView): ItemView {
  return { ...item, prompt: beginning(item.prompt) };
}

export function beginning(text: string): string {
  return [...text].slice(0, LIVE_CHARACTERS).join('');
}
