import type { ItemView } from '../media';
import { requestPoster } from '../media-requests';

const EDGE = 1_280;
const TIMEOUT_MS = 20_000;

const tried = new Set<string>();
let last: Promise<unknown> = Promise.resolve();

/** Draws a video's poster for the server, which can't draw one. One video at a time, each once. */
export function givePoster(item: ItemView): void {
  if (tried.has(item.id)) return;
  tried.add(item.id);
  last = last.then(async () => {
    try {
      await requestPoster(item, await drawFrame(item.url));
    } catch {
      // Another browser may succeed, or this one after the next load; until then a placeholder is shown.
    }
  });
}

async function drawFrame(url: string): Promise<Blob> {
  const video = document.createElement('video');
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), TIMEOUT_MS);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    video.src = url;
    await until(video, 'loadeddata', end.signal);
    // The very first frame is often black.
    const seeked = until(video, 'seeked', end.signal);
    // The duration of a streamed video may not be known yet.
    const { duration } = video;
    video.currentTime = Number.isFinite(duration) ? Math.min(1, duration / 4) : 0.1;
    await seeked;
    return await imageOf(video);
  } finally {
    clearTimeout(timer);
    video.removeAttribute('src');
    video.load();
  }
}

function until(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`no ${event}`));
    video.addEventListener(event, () => resolve(), { once: true, signal });
    video.addEventListener('error', fail, { once: true, signal });
    signal.addEventListener('abort', fail, { once: true });
  });
}

function imageOf(video: HTMLVideoElement): Promise<Blob> {
  const scale = Math.min(1, EDGE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('no image')));
    canvas.toBlob(done, 'image/jpeg', 0.9);
  });
}
