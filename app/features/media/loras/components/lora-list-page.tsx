import { GraduationCap } from 'lucide-react';
import { Link, useNavigate } from '@remix-run/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { formatShortDay } from '~/lib/format/dates';
import { formatBytes } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { Images } from '~/ui/display/shared-icons';

import { MAX_LORA_NAME } from '../lora';
import type { Loras } from '../use-loras';
import { loraPath } from '../paths';
import { ProviderNote, StateBadge } from './lora-parts';
import { LoadFailed } from '../../studio/components/load-failed';
import { CardsLoading, LoraFrame } from './lora-frame';
import type { LoraList, LoraView } from '../../media';
import { lorasApi } from '../../media-requests';
import { imagesText } from '../../page-texts';
import { loraTexts } from '../texts';

/** The person's LoRAs, and a form for a new one. */
export function LoraListPage({ title, loras }: { title: string; loras: Loras }) {
  const { list, failed } = loras;
  return (
    <LoraFrame
      title={title}
      intro={
        <p className="mt-3 max-w-2xl leading-relaxed text-muted text-pretty">
          Teach the AI your product, a character, or a style from a few images, then use it in
          Generate Images.
        </p>
      }
    >
      <div className="space-y-8">
        {failed && (
          <LoadFailed
            text={
              list === undefined
                ? 'Your LoRAs couldn’t be loaded.'
                : 'What you see may be outdated.'
            }
            onRetry={loras.reload}
          />
        )}
        {list === undefined
          ? !failed && <CardsLoading />
          : [
              !list.available && <ProviderNote key="provider" samples={list.loras.length === 0} />,
              list.loras.length === 0 && <LorasEmpty key="empty" limits={list.limits} />,
              <NewLoraForm key="new" onCreated={loras.put} />,
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
    </LoraFrame>
  );
}

/** Before the first LoRA: what it is, and what it needs. */
function LorasEmpty({ limits }: { limits: LoraList['limits'] }) {
  return (
    <section
      aria-labelledby="loras-empty"
      className="rounded-xl border border-dashed px-5 py-8 sm:px-8"
    >
      <GraduationCap className="size-6 text-accent" aria-hidden="true" />
      <h2 id="loras-empty" className="mt-3 font-display text-xl font-semibold">
        Train your first LoRA
      </h2>
      <p className="mt-2 max-w-2xl text-sm leading-relaxed text-pretty text-muted">
        AI knows the world, but not your product. A LoRA learns one thing from your images: an
        object, a person, or a style. After that, one word in your prompt brings it into any image.
      </p>
      <ol className="mt-6 grid gap-5 text-sm sm:grid-cols-3">
        <Step number={1} name="Add images">
          {limits.min} to {limits.max}; 10 to 20 work well. The same thing from different angles,
          each side at least {limits.minEdge} pixels.
        </Step>
        <Step number={2} name="Caption them">
          One sentence each about what else is in the image.
        </Step>
        <Step number={3} name="Train">
          It takes a few minutes to an hour. You don’t have to wait.
        </Step>
      </ol>
    </section>
  );
}

function Step({ number, name, children }: { number: number; name: string; children: ReactNode }) {
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

/** Creates a LoRA and opens it. */
function NewLoraForm({ onCreated }: { onCreated: (lora: LoraView) => void }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  // A request that got no answer and is sent again creates one LoRA.
  const open = useRef<{ name: string; key: string } | null>(null);

  async function create(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const name = field.current?.value.trim() ?? '';
    if (name === '') {
      setError(loraTexts.nameMissing);
      field.current?.focus();
      return;
    }
    setError(undefined);
    setPending(true);
    if (open.current?.name !== name) open.current = { name, key: newClientKey() };
    try {
      const body = { clientKey: open.current.key, name };
      const lora = await lorasApi.post('/api/media/loras', { body });
      onCreated(lora);
      navigate(loraPath(lora.id));
    } catch (failure) {
      showFailure(failure, refusalText(failure, loraTexts.createFailed));
      setPending(false);
    }
  }

  return (
    <form
      method="post"
      noValidate
      aria-label="New LoRA"
      onSubmit={(event) => void create(event)}
      className="flex max-w-xl flex-wrap items-start gap-3"
    >
      <Field
        ref={field}
        label="What should it learn?"
        name="name"
        maxLength={MAX_LORA_NAME}
        placeholder="Our rye loaf"
        autoComplete="off"
        errors={error === undefined ? undefined : [error]}
        className="min-w-52 flex-1"
      />
      <Button type="submit" pending={pending} className="mt-6.5 h-11">
        Create LoRA
      </Button>
    </form>
  );
}

/** A LoRA in the list. */
function LoraCard({ lora }: { lora: LoraView }) {
  const { id, name, triggerWord, images, trainedAt, createdAt, weightsBytes } = lora;
  const facts = [
    imagesText(images),
    trainedAt === null
      ? `created ${formatShortDay(createdAt)}`
      : `trained ${formatShortDay(trainedAt)}`,
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
