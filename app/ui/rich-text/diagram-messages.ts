// The messages between a page and the frame that draws its diagrams. The frame has no origin, so each side identifies
// the other by its window, and the page trusts nothing from the frame but these messages.
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

const MAX_HEIGHT = 4_000;

/** Null for anything that isn't one of the frame's messages: what runs in the frame isn't trusted. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null || !('state' in data)) return null;
  if (data.state === 'ready' || data.state === 'failed') return { state: data.state };
  if (data.state !== 'drawn' || !('height' in data)) return null;
  const { height } = data;
  if (typeof height !== 'number' || !(height > 0)) return null;
  return { state: 'drawn', height: Math.min(Math.ceil(height), MAX_HEIGHT) };
}
