import { Fragment, useState } from 'react';

import { type NetworkId, NETWORKS } from '../network-limits';
import { foldedTo, postTokens } from '../post-tokens';
import { splitAtWeight } from '../weighted-length';

interface PostPreviewProps {
  network: NetworkId;
  posts: string[];
  name: string;
}

/** A post, or the posts of a thread, as a feed shows them: no network's own look, but its cuts and its colours. */
export function PostPreview({ network, posts, name }: PostPreviewProps) {
  return (
    <ol className="mx-auto w-full max-w-lg list-none">
      {posts.map((post, index) => (
        <li key={index} className="relative pb-3 last:pb-0">
          {index < posts.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-16 bottom-0 left-9 w-0.5 rounded-full bg-border"
            />
          )}
          <PostCard
            network={network}
            post={post}
            name={name}
            place={posts.length > 1 ? `${index + 1}/${posts.length}` : null}
          />
        </li>
      ))}
    </ol>
  );
}

interface PostCardProps {
  network: NetworkId;
  post: string;
  name: string;
  place: string | null;
}

function PostCard({ network, post, name, place }: PostCardProps) {
  const { name: networkName } = NETWORKS[network];
  return (
    <article
      aria-label={place === null ? `Post on ${networkName}` : `Post ${place}`}
      className="relative flex gap-3 rounded-xl border bg-raised p-4"
    >
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
      >
        {initialsOf(name)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span className="text-sm text-muted">
            {networkName} · now{place !== null && ` · ${place}`}
          </span>
        </p>
        {network === 'instagram' && <Image />}
        <PostText network={network} post={post} />
      </div>
    </article>
  );
}

/** Where the image goes that the caption is for. */
function Image() {
  return (
    <div
      aria-hidden="true"
      className="mt-2 mb-3 grid h-44 place-items-center rounded-lg border border-dashed bg-sunken text-sm text-muted"
    >
      Your picture
    </div>
  );
}

function PostText({ network, post }: { network: NetworkId; post: string }) {
  const [open, setOpen] = useState(false);
  const { fold, post: limit, count } = NETWORKS[network];
  const beginning = fold ? foldedTo(post, fold) : post;
  const folded = beginning !== post;
  const [within, beyond] = network === 'x' ? splitAtWeight(post, limit.max) : [post, ''];
  return (
    <div className="mt-1 leading-relaxed wrap-anywhere whitespace-pre-wrap">
      <Colored text={folded && !open ? `${beginning} …` : within} />
      {beyond !== '' && (
        <mark className="rounded-sm bg-danger-soft text-danger">
          <span className="sr-only">Too long from here: </span>
          {beyond}
        </mark>
      )}
      {folded && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="ms-1 font-medium text-muted hover:text-text hover:underline"
        >
          {open ? 'see less' : 'see more'}
        </button>
      )}
      {network !== 'x' && count(post) > limit.max && (
        <p className="mt-2 text-sm text-danger">
          {NETWORKS[network].name} does not take a post of this length.
        </p>
      )}
    </div>
  );
}

/** Links look like links and lead nowhere: this is a preview. */
function Colored({ text }: { text: string }) {
  return postTokens(text).map(({ kind, text: part }, index) =>
    kind === 'link' ? (
      <span key={index} className="text-accent">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0]?.toUpperCase() ?? '')
    .join('');
}
