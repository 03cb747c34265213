import type { ItemView } from '../media';

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
  const { id, jobId, kind, width, height, bytes, type, favourite, prompt, model } = row;
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
    favourite,
    createdAt: row.createdAt.toISOString(),
    prompt,
    model,
    durationMs: row.durationMs,
    ...(row.loraId !== null && { loraId: row.loraId }),
    url,
    thumbUrl: isShown ? `${url}?size=320` : '',
  };
}
