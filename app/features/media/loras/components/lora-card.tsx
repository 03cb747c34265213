import { Link } from '@remix-run/react';
import { Images } from 'lucide-react';
import { useState } from 'react';

import { sizeText } from '~/features/chat';

import type { LoraView } from '../../media';
import { dayText, picturesText } from '../lora-words';
import { loraPath } from './lora-path';
import { StateBadge } from './state-badge';

/** One LoRA in the list. */
export function LoraCard({ lora }: { lora: LoraView }) {
  const { id, name, triggerWord, images, trainedAt, createdAt, weightsBytes } = lora;
  const facts = [
    picturesText(images),
    trainedAt === null ? `begun ${dayText(createdAt)}` : `trained ${dayText(trainedAt)}`,
    ...(weightsBytes === null ? [] : [sizeText(weightsBytes)]),
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
