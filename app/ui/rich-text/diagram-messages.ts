// What a page and the frame that draws for it say to each other. The frame has no origin, so each side goes by who
// the other is, and the page by nothing that the frame says but these.
import type { Theme } from '../theme';

export const DIAGRAM_FRAME = '/frames/diagram';

/** To the frame. */
export interface DrawRequest {
  source: string;
  theme: Theme;
}

/** From the frame. */
export type FrameMessage =
  { state: 'ready' } | { state: 'failed' } | { state: 'drawn'; height: number };

const TALLEST = 4_000;

/** Null for anything that is no message of a frame: what runs in there is not trusted. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null || !('state' in data)) return null;
  if (data.state === 'ready' || data.state === 'failed') return { state: data.state };
  if (data.state !== 'drawn' || !('height' in data)) return null;
  const { height } = data;
  if (typeof height !== 'number' || !(height > 0)) return null;
  return { state: 'drawn', height: Math.min(Math.ceil(height), TALLEST) };
}
