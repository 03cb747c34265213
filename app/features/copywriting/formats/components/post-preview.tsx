import {
  Bookmark,
  ChartNoAxesColumn,
  Forward,
  Globe,
  Heart,
  Image,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  Repeat2,
  Send,
  Share,
  ThumbsUp,
} from 'lucide-react';
import { type CSSProperties, Fragment, type ReactNode, useState } from 'react';

import { BrandAvatar, type BrandLook, brandTokens, themeOf } from '~/features/brand';
import { Ellipsis } from '~/ui/display/shared-icons';
import { Skeleton } from '~/ui/feedback/skeleton';

import { handleOf } from '../brand-name';
import { type NetworkId, NETWORKS } from '../network-limits';
import { foldedTo, postTokens } from '../post-tokens';
import { splitAtWeight } from '../weighted-length';
import { Picture } from './preview-image';

export interface PostPreviewProps {
  network: NetworkId;
  /** An empty post is still to come: its place shows. */
  posts: string[];
  name: string;
  look: BrandLook | null;
  /** The image of the first post; it fills its place, which is `relative`. */
  image?: ReactNode;
  /** Opens what chooses an image, where there is none. */
  onAddImage?: (() => void) | null;
}

interface PostProps {
  post: string;
  name: string;
  look: BrandLook | null;
  image?: ReactNode;
  onAddImage: (() => void) | null;
  /** Names the post for screen readers. */
  label: string;
}

/** A post, or the posts of a thread, as the network's feed shows them: its layout and its cuts, in drawings of ours. */
export function PostPreview({
  network,
  posts,
  name,
  look,
  image,
  onAddImage = null,
}: PostPreviewProps) {
  const { width, card, Post } = LOOKS[network];
  const theme = look && themeOf(look);
  return (
    <ol
      style={theme ? (brandTokens(theme) as CSSProperties) : undefined}
      className={`mx-auto w-full list-none overflow-hidden rounded-xl border ${width} ${card}`}
    >
      {posts.map((post, index) => {
        const last = index === posts.length - 1;
        return (
          <li key={index} className="relative">
            {!last && (
              <span
                aria-hidden="true"
                className="absolute top-14 -bottom-3 left-9 w-0.5 -translate-x-1/2 bg-border"
              />
            )}
            <Post
              post={post}
              name={name}
              look={look}
              image={index === 0 ? image : undefined}
              onAddImage={onAddImage}
              label={
                posts.length > 1
                  ? `Post ${index + 1}/${posts.length}`
                  : `Post on ${NETWORKS[network].name}`
              }
            />
          </li>
        );
      })}
    </ol>
  );
}

/** How wide a post is, the surface that it is on, and the color of its links, readable in both themes. */
const LOOKS: Record<
  NetworkId,
  { width: string; card: string; link: string; Post: (props: PostProps) => ReactNode }
> = {
  x: {
    width: 'max-w-xl',
    card: 'bg-[light-dark(#fff,#000)]',
    link: 'text-[light-dark(#0b63a8,#5cb3f5)]',
    Post: XPost,
  },
  linkedin: {
    width: 'max-w-lg',
    card: 'bg-[light-dark(#fff,#1b1f23)]',
    link: 'font-medium text-[light-dark(#0a5cae,#84c0fb)]',
    Post: LinkedInPost,
  },
  instagram: {
    width: 'max-w-md',
    card: 'bg-[light-dark(#fff,#000)]',
    link: 'text-[light-dark(#274c86,#b9d4ff)]',
    Post: InstagramPost,
  },
  facebook: {
    width: 'max-w-lg',
    card: 'bg-[light-dark(#fff,#242526)]',
    link: 'text-[light-dark(#0057b8,#84baff)]',
    Post: FacebookPost,
  },
};

function XPost({ post, name, look, image, label }: PostProps) {
  return (
    <article aria-label={label} className="relative flex gap-3 px-4 py-3">
      <BrandAvatar name={name} look={look} className="size-10 rounded-full" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-1.5">
          <span className="truncate font-bold">{name}</span>
          <span className="shrink-0 text-muted">@{handleOf(name)} · now</span>
        </p>
        <PostText network="x" post={post} className="leading-snug" />
        <Picture image={image} className="mt-3 aspect-video rounded-2xl border" />
        <Controls
          icons={[MessageCircle, Repeat2, Heart, ChartNoAxesColumn, Bookmark, Share]}
          className="mt-3 max-w-md justify-between"
        />
      </div>
    </article>
  );
}

function LinkedInPost({ post, name, look, image, label }: PostProps) {
  return (
    <article aria-label={label} className="pt-3">
      <PostHeader name={name} look={look} avatar="size-12 rounded-md" line="Company page" />
      <PostText network="linkedin" post={post} className="mt-2 px-4 pb-3 text-[0.9375rem]" />
      <Picture image={image} className="aspect-[1.91/1]" />
      <LabeledControls
        controls={[
          [ThumbsUp, 'Like'],
          [MessageSquareText, 'Comment'],
          [Repeat2, 'Repost'],
          [Send, 'Send'],
        ]}
      />
    </article>
  );
}

function FacebookPost({ post, name, look, image, label }: PostProps) {
  return (
    <article aria-label={label} className="pt-3">
      <PostHeader name={name} look={look} avatar="size-10 rounded-full" />
      <PostText network="facebook" post={post} className="mt-2 px-4 pb-3 text-[0.9375rem]" />
      <Picture image={image} className="aspect-[1.91/1]" />
      <LabeledControls
        controls={[
          [ThumbsUp, 'Like'],
          [MessageCircle, 'Comment'],
          [Forward, 'Share'],
        ]}
      />
    </article>
  );
}

function InstagramPost({ post, name, look, image, onAddImage, label }: PostProps) {
  const handle = handleOf(name);
  const theme = look && themeOf(look);
  return (
    <article aria-label={label}>
      <header className="flex items-center gap-2.5 px-3 py-2.5">
        <span className="rounded-full border-2 border-accent p-0.5">
          <BrandAvatar name={name} look={look} className="size-7 rounded-full text-[0.6875rem]" />
        </span>
        <p className="min-w-0 flex-1 truncate text-sm font-semibold">{handle}</p>
        <Ellipsis className="size-5 shrink-0" aria-hidden="true" />
      </header>
      <div
        style={theme ? { background: theme.tint, color: theme.soft } : undefined}
        className="relative aspect-square overflow-hidden border-y bg-linear-to-br from-accent-soft to-sunken text-muted"
      >
        {image ??
          (onAddImage === null ? (
            <div aria-hidden="true" className={EMPTY_PLACE}>
              <Image className="size-8" strokeWidth={1.5} />
              Your image
            </div>
          ) : (
            <button
              type="button"
              // The button above the preview does the same.
              tabIndex={-1}
              aria-hidden="true"
              onClick={onAddImage}
              className={`${EMPTY_PLACE} -outline-offset-2 hover:text-text`}
            >
              <Image className="size-8" strokeWidth={1.5} />
              Add an image
            </button>
          ))}
      </div>
      <div className="flex items-center justify-between px-3 pt-3">
        <Controls icons={[Heart, MessageCircle, Send]} className="gap-4 text-text" />
        <Controls icons={[Bookmark]} className="text-text" />
      </div>
      <PostText network="instagram" post={post} className="px-3 pt-2 text-sm">
        <span className="font-semibold">{handle}</span>{' '}
      </PostText>
      <p className="px-3 pt-1 pb-3 text-xs text-muted">Just now</p>
    </article>
  );
}

const EMPTY_PLACE = 'grid size-full place-content-center justify-items-center gap-2 text-sm';

/** Who posts: the name over a line with the time. */
function PostHeader({
  name,
  look,
  avatar,
  line,
}: {
  name: string;
  look: BrandLook | null;
  avatar: string;
  line?: string;
}) {
  return (
    <header className="flex items-start gap-3 px-4">
      <BrandAvatar name={name} look={look} className={avatar} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        {line !== undefined && <p className="text-xs text-muted">{line}</p>}
        <p className="flex items-center gap-1 text-xs text-muted">
          Just now · <Globe className="size-3" aria-hidden="true" />
        </p>
      </div>
      <Ellipsis className="size-5 shrink-0 text-muted" aria-hidden="true" />
    </header>
  );
}

/** What one could do with the post; only drawn. */
function Controls({ icons, className }: { icons: LucideIcon[]; className: string }) {
  return (
    <div aria-hidden="true" className={`flex text-muted ${className}`}>
      {icons.map((Icon, index) => (
        <Icon key={index} className="size-[1.125rem]" />
      ))}
    </div>
  );
}

function LabeledControls({ controls }: { controls: [icon: LucideIcon, label: string][] }) {
  return (
    <div
      aria-hidden="true"
      className="@container mx-3 flex justify-around border-t py-2.5 text-sm font-medium text-muted select-none"
    >
      {controls.map(([Icon, label]) => (
        <span key={label} className="flex items-center gap-1.5">
          <Icon className="size-[1.125rem]" />
          <span className="@max-[24rem]:hidden">{label}</span>
        </span>
      ))}
    </div>
  );
}

interface PostTextProps {
  network: NetworkId;
  post: string;
  className: string;
  /** What stands before the text, in its first line. */
  children?: ReactNode;
}

function PostText({ network, post, className, children }: PostTextProps) {
  const [open, setOpen] = useState(false);
  const { name, fold, post: limit, count } = NETWORKS[network];
  const beginning = fold ? foldedTo(post, fold) : post;
  const folded = beginning !== post;
  const [within, beyond] = network === 'x' ? splitAtWeight(post, limit.max) : [post, ''];
  if (post === '') {
    return (
      <div className={`space-y-2 ${className}`}>
        <Skeleton className="mt-1 h-3.5 w-full" />
        <Skeleton className="h-3.5 w-11/12" />
        <Skeleton className="h-3.5 w-3/5" />
      </div>
    );
  }
  return (
    <div className={`wrap-anywhere whitespace-pre-wrap ${className}`}>
      {children}
      <Colored text={folded && !open ? `${beginning} …` : within} className={LOOKS[network].link} />
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
          className="ms-1 text-muted hover:text-text hover:underline"
        >
          {open ? 'see less' : 'see more'}
        </button>
      )}
      {network !== 'x' && count(post) > limit.max && (
        <p className="mt-2 text-sm text-danger">This post is too long for {name}.</p>
      )}
    </div>
  );
}

/** Links look like links and lead nowhere: this is a preview. */
function Colored({ text, className }: { text: string; className: string }) {
  return postTokens(text).map(({ kind, text: part }, index) =>
    kind === 'link' ? (
      <span key={index} className={className}>
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
