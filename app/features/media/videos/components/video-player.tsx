import { VideoOff } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import type { ItemView } from '../../media';
import { usePoster } from '../use-poster';

/** Seconds that an arrow key moves. */
const STEP = 5;

/** A video as large as fits, with the browser's own controls and the usual keys of players. */
export function VideoPlayer({ item }: { item: ItemView }) {
  const [failed, setFailed] = useState(false);
  const [poster] = useState(item.thumbUrl === '' ? undefined : `${item.url}?size=1280`);
  const hint = useId();
  const video = useRef<HTMLVideoElement>(null);
  usePoster(item);
  const ratio = item.width / item.height;

  useEffect(() => {
    const element = video.current;
    return () => {
      // Otherwise the browser continues to load it.
      element?.pause();
      element?.removeAttribute('src');
      element?.load();
    };
  }, []);

  if (failed) {
    return (
      <p
        role="status"
        className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-8 text-center text-muted"
      >
        <VideoOff className="size-8" aria-hidden="true" />
        This video can’t be played here, but you can download it.
      </p>
    );
  }
  return (
    <div className="absolute inset-0 grid place-items-center p-2 [container-type:size] sm:px-18 sm:py-8">
      <p id={hint} className="sr-only">
        Press Space to play or pause, the left or right arrow to skip five seconds, M to mute, and F
        for full screen.
      </p>
      {/* Video models make no captions. The prompt says what the video shows. */}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        src={item.url}
        poster={poster}
        controls
        playsInline
        preload="metadata"
        aria-label={item.prompt}
        aria-describedby={hint}
        onKeyDownCapture={onKeyDown}
        onError={() => setFailed(true)}
        style={{
          aspectRatio: ratio,
          width: `min(100%, calc((100cqh - 4rem) * ${ratio}))`,
        }}
        className="rounded-sm bg-sunken shadow-overlay"
      />
    </div>
  );
}

/**
 * The keys that the browser's controls lack. All browsers handle Space: handled here as well, it would play and pause at
 * once. All keys are left to the controls while the focus is within them, on the volume for example.
 */
function onKeyDown(event: KeyboardEvent<HTMLVideoElement>): void {
  const video = event.currentTarget;
  if (event.ctrlKey || event.metaKey || event.altKey || !video.matches(':focus')) return;
  switch (event.key.toLowerCase()) {
    case 'k':
      if (video.paused) void video.play().catch(notPlayed);
      else video.pause();
      break;
    case 'arrowleft':
      video.currentTime = Math.max(0, video.currentTime - STEP);
      break;
    case 'arrowright':
      video.currentTime = Math.min(video.duration || 0, video.currentTime + STEP);
      break;
    case 'm':
      video.muted = !video.muted;
      break;
    case 'f':
      void (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen());
      break;
    default:
      return;
  }
  // Before the controls, whose arrow keys move in steps of their own.
  event.stopPropagation();
  event.preventDefault();
}

/** A video that can't be played has an error event; a play that a pause interrupted is no failure. */
function notPlayed(): void {}
