import type { ItemView } from '../media';

/** What is listed of a row. */
export function itemView(row: {
  id: string;
  jobId: string | null;
  kind: 'image';
  type: string;
  width: number;
  height: number;
  bytes: number;
  prompt: string;
  model: string;
  favourite: boolean;
  createdAt: Date;
  loraId: string | null;
}): ItemView {
  const { id, jobId, kind, width, height, bytes, type, favourite, prompt, model } = row;
  const url = `/api/media/items/${id}/file`;
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
    durationMs: null,
    ...(row.loraId !== null && { loraId: row.loraId }),
    url,
    thumbUrl: `${url}?size=320`,
  };
}
