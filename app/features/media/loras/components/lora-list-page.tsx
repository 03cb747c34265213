import { GraduationCap } from 'lucide-react';
import { Link } from '@remix-run/react';
import { useState } from 'react';

import { formatBytes, formatLocalDay } from '~/lib/format';
import { Images } from '~/ui/shared-icons';

import type { Loras } from '../use-lora-list';
import { NewLoraForm } from './new-lora-form';
import { ProviderNote, loraPath, StateBadge } from './lora-parts';
import { LoadFailed, RoomFrame, RoomWaiting } from './room-frame';
import type { LoraList, LoraView } from '../../media';
import { imagesText } from '../lora-text';

/** What there is, and a way to another one. */
export function LoraListPage({ title, loras }: { title: string; loras: Loras }) {
  const { list, failed } = loras;
  return (
    <RoomFrame
      title={title}
      intro={
        <p className="mt-3 max-w-2xl leading-relaxed text-muted text-pretty">
          Teach an image model your product, a character or a look from a handful of pictures, then
          use it in Generate Images.
        </p>
      }
    >
      <div className="space-y-8">
        {failed && (
          <LoadFailed
            text={
              list === undefined
                ? 'Your LoRAs could not be loaded.'
                : 'What you see may be out of date.'
            }
            onRetry={loras.reload}
          />
        )}
        {list === undefined
          ? !failed && <RoomWaiting />
          : [
              !list.available && <ProviderNote key="provider" />,
              list.loras.length === 0 && <LorasEmpty key="empty" limits={list.limits} />,
              <NewLoraForm key="new" onMade={loras.put} />,
              list.loras.length > 0 && (
                <ul
                  key="list"
                  aria-label="Your LoRAs"
                  className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
                >
                  {list.loras.map((lora) => (
                    <LoraCard key={lora.id} lora={lora} />
                  ))}
                </ul>
              ),
            ]}
      </div>
    </RoomFrame>
  );
}

/** Before the first one: what it is, and what one needs for it. */
function LorasEmpty({ limits }: { limits: LoraList['limits'] }) {
  return (
    <section
      aria-labelledby="loras-empty"
      className="rounded-xl border border-dashed px-5 py-8 sm:px-8"
    >
      <GraduationCap className="size-6 text-accent" aria-hidden="true" />
      <h2 id="loras-empty" className="mt-3 font-display text-xl font-semibold">
        What a LoRA is
      </h2>
      <p className="mt-2 max-w-2xl text-sm leading-relaxed text-pretty text-muted">
        An image model knows the world, but not your product. A LoRA is a small addition to it that
        learns one thing from your pictures: an object, a person, a style. Afterwards one word in
        your prompt brings it into any picture.
      </p>
      <ol className="mt-6 grid gap-5 text-sm sm:grid-cols-3">
        <Step number={1} name="Collect pictures">
          {limits.fewest} to {limits.most}, ten to twenty are usual, at least {limits.smallestEdge}{' '}
          pixels on each side. Different views and backgrounds, the same thing.
        </Step>
        <Step number={2} name="Describe them">
          A sentence each says what else is in the picture. Captions can be suggested to you.
        </Step>
        <Step number={3} name="Train">
          It takes some minutes to an hour, and you need not wait for it.
        </Step>
      </ol>
    </section>
  );
}

function Step({
  number,
  name,
  children,
}: {
  number: number;
  name: string;
  children: React.ReactNode;
}) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent tabular-nums"
      >
        {number}
      </span>
      <div>
        <p className="pt-0.5 font-medium">{name}</p>
        <p className="mt-1 text-pretty text-muted">{children}</p>
      </div>
    </li>
  );
}

/** One LoRA in the list. */
function LoraCard({ lora }: { lora: LoraView }) {
  const { id, name, triggerWord, images, trainedAt, createdAt, weightsBytes } = lora;
  const facts = [
    imagesText(images),
    trainedAt === null
      ? `begun ${formatLocalDay(createdAt)}`
      : `trained ${formatLocalDay(trainedAt)}`,
    ...(weightsBytes === null ? [] : [formatBytes(weightsBytes)]),
  ];
  return (
    <li className="relative flex flex-col overflow-hidden rounded-xl border bg-raised transition-colors hover:border-border-strong has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-ring">
      <Cover url={lora.coverUrl} />
      <div className="flex flex-1 flex-col gap-1 p-4">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 className="min-w-0 font-medium wrap-anywhere">
            <Link
              to={loraPath(id)}
              className="line-clamp-2 outline-none after:absolute after:inset-0"
            >
              {name}
            </Link>
          </h2>
          <StateBadge lora={lora} />
        </div>
        {triggerWord !== '' && (
          <p className="text-sm text-muted">
            Trigger word{' '}
            <code className="font-mono text-[0.9em] text-text wrap-anywhere">{triggerWord}</code>
          </p>
        )}
        <p className="mt-auto pt-1 text-xs text-muted">{facts.join(' · ')}</p>
      </div>
    </li>
  );
}

function Cover({ url }: { url: string | null }) {
  const [failed, setFailed] = useState(false);
  return (
    <div className="relative grid aspect-16/9 place-items-center overflow-hidden bg-sunken">
      {url === null || failed ? (
        <Images className="size-7 text-muted" aria-hidden="true" />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  );
}
