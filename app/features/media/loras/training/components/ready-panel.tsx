import { Link } from '@remix-run/react';
import { Sparkles } from 'lucide-react';

import { formatShortDay } from '~/lib/format/dates';
import { formatNumber, formatBytes } from '~/lib/format/numbers';
import { buttonClass } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { addressOf } from '~/http/client';
import { Download } from '~/ui/display/shared-icons';

import type { LoraDetails } from '../../../media';
import { loraTexts } from '../../texts';
import { imagesText } from '../../../page-texts';
import { imagesPath } from '../../paths';
import { Thumbnail } from '../../../studio/components/media-parts';
import { Facts, type Fact } from '../../components/lora-parts';

/** A trained LoRA, and what can be done with it. */
export function ReadyPanel({ lora }: { lora: LoraDetails }) {
  const { id, triggerWord, images, steps, rank, trainedAt, weightsBytes, elsewhere, samples } =
    lora;
  const facts: Fact[] = [
    ...(trainedAt === null ? [] : [['Trained', formatShortDay(trainedAt)] as const]),
    ['Learned from', imagesText(images)],
    ['Steps', formatNumber(steps)],
    ['Rank', String(rank)],
    ...(weightsBytes === null ? [] : [['Size', formatBytes(weightsBytes)] as const]),
  ];
  return (
    <>
      <section aria-labelledby="ready" className="rounded-xl border bg-raised p-5 sm:p-6">
        <h2 id="ready" className="font-display text-xl font-semibold">
          {elsewhere ? 'Trained elsewhere' : 'Your LoRA is ready'}
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-1 text-sm text-muted">
          <span>
            Trigger word{' '}
            <code className="font-mono text-[0.95em] text-text wrap-anywhere">{triggerWord}</code>
          </span>
          <CopyButton
            label="Copy trigger word"
            text={() => triggerWord}
            copied={loraTexts.triggerCopied}
            failed={loraTexts.copyFailed}
          />
        </div>
        {elsewhere && (
          <p className="mt-2 max-w-prose text-sm text-pretty">
            It was imported with its weights, which you can download. It can’t create images here.
          </p>
        )}
        <Facts facts={facts} />
        <div className="mt-5 flex flex-wrap gap-2">
          {!elsewhere && (
            <Link to={imagesPath(id)} className={buttonClass()}>
              <Sparkles className="size-4" aria-hidden="true" />
              Create images with it
            </Link>
          )}
          {weightsBytes !== null && (
            <a
              href={addressOf('/api/media/loras/:id/weights', { params: { id } })}
              download
              className={buttonClass({ variant: 'secondary' })}
            >
              <Download className="size-4" aria-hidden="true" />
              Download weights
            </a>
          )}
        </div>
      </section>
      {!(elsewhere && samples.length === 0) && <Samples samples={samples} />}
    </>
  );
}

function Samples({ samples }: Pick<LoraDetails, 'samples'>) {
  return (
    <section aria-labelledby="samples">
      <h2 id="samples" className="font-display text-xl font-semibold">
        Created with it
      </h2>
      {samples.length === 0 ? (
        <p className="mt-2 text-sm text-muted">Images you create with this LoRA appear here.</p>
      ) : (
        <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
          {samples.map((item) => (
            <li key={item.id}>
              <a
                href={item.url}
                target="_blank"
                rel="noreferrer"
                className="relative block aspect-square overflow-hidden rounded-lg bg-sunken"
              >
                <Thumbnail item={item} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
