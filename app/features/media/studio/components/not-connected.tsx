import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { DemoLabel, useProviderSetup } from '~/ui/feedback/demo';

interface NotConnectedProps {
  /** Names the region. */
  title: string;
  /** What can be done meanwhile, or what is shown below. */
  children: ReactNode;
  /** Samples. */
  samples?: ReactNode;
}

/** Says kindly that a kind of media has no provider yet, whom to ask, and shows samples. */
export function NotConnected({ title, children, samples }: NotConnectedProps) {
  const setup = useProviderSetup();
  return (
    <section aria-label={title} className="space-y-4 rounded-xl border bg-raised p-4 sm:p-5">
      <div className="space-y-1.5 text-sm text-pretty">
        <h2 className="text-base font-medium">{title}</h2>
        <p className="text-muted">
          {children}{' '}
          {setup === null ? (
            'Your admin can connect a provider.'
          ) : (
            <Link to={setup} className="text-text underline underline-offset-2">
              Connect a provider
            </Link>
          )}
        </p>
      </div>
      {samples}
    </section>
  );
}

const VIDEOS = [
  {
    file: 'sample-bakery',
    prompt: 'A fresh loaf at sunrise, steam rising, light filling the room',
  },
  { file: 'sample-bicycle', prompt: 'A red bicycle rolling past blue hills, camera alongside' },
] as const;

/** Short animations of ours, in place of what a video provider would make. */
export function SampleVideos() {
  return (
    <ul aria-label="Sample videos" className="grid gap-4 sm:grid-cols-2 @4xl:grid-cols-1">
      {VIDEOS.map(({ file, prompt }) => (
        <li key={file} className="min-w-0 space-y-2">
          <video
            src={`/pictures/${file}.mp4`}
            poster={`/pictures/${file}.webp`}
            width={1280}
            height={720}
            controls
            muted
            loop
            playsInline
            preload="none"
            aria-label={prompt}
            className="aspect-video h-auto w-full rounded-lg bg-sunken"
          />
          <p className="flex items-start gap-2 text-sm text-pretty text-muted">
            <DemoLabel />
            {prompt}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What a trained LoRA looks like in the list. */
export function SampleLora() {
  return (
    <figure className="max-w-sm overflow-hidden rounded-lg border bg-surface">
      <img
        src="/pictures/sample-lora.webp"
        alt="Four training images of the same loaf of rye, before different backgrounds"
        width={960}
        height={540}
        loading="lazy"
        className="aspect-video h-auto w-full object-cover"
      />
      <figcaption className="space-y-1 p-4 text-sm">
        <span className="flex flex-wrap items-center justify-between gap-2">
          <strong className="font-medium">Our rye loaf</strong>
          <DemoLabel />
        </span>
        <span className="block text-muted">
          Trained on 12 images. Now “<span className="text-text">ryeloaf</span> on a picnic blanket”
          shows your loaf, not just any bread.
        </span>
      </figcaption>
    </figure>
  );
}
