import { Link, useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { onEvent, onMissed } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { Button, buttonClass } from '~/ui/button';
import { Pencil } from '~/ui/display/shared-icons';
import { DotsIcon, Menu } from '~/ui/overlays/menu';
import { BackLink } from '~/ui/page/back-link';
import { wasNavigatedTo } from '~/ui/page/document';
import { useReload } from '~/ui/use-reload';

import type { SourcesApi } from '../routes/sources';
import {
  FROM_DELETED,
  isUnderway,
  type OpenSource,
  type OpenSourcePage,
  sourceHref,
  type SourcePageView,
} from '../source';
import { sourceTexts } from '../texts';
import { removeSource } from '../use-sources';
import { EditText } from './edit-text';
import { FailedPages, shortAddress } from './failed-pages';
import { sourceEntries } from './source-row';
import { SourceFacts, SourceIcon, SourceName, SourceProgress } from './source-status';

const api = client<SourcesApi>();

/** A source as it was read: its pages, and the text of one of them. */
export function SourcePage({ source: loaded, pages, page }: OpenSource) {
  const navigate = useNavigate();
  const reload = useReload();
  const [source, setSource] = useState(loaded);
  const [from, setFrom] = useState(loaded);
  const [editing, setEditing] = useState(false);
  if (from !== loaded) {
    setFrom(loaded);
    setSource(loaded);
  }
  const { id, profileId, name, kind } = source;
  const back = `/profiles/${profileId}?step=knowledge`;
  useEffect(
    () =>
      onEvent('source', (event) => {
        if (event.type === 'removed' || event.source.id !== id) return;
        setSource(event.source);
        // While it is being read, only its progress is shown; its text is loaded when that ends.
        if (event.source.state !== 'reading') reload();
      }),
    [id, reload],
  );
  useEffect(() => onMissed(reload), [reload]);
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The link that led here is gone, and with it the focus, unless a passage took it.
    const isLost = document.activeElement === document.body;
    if (wasNavigatedTo(key) && isLost) heading.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each source
  }, []);
  const [wasUnderway] = useState(() => isUnderway(loaded));
  useEffect(() => {
    // An end between the loading and the page's first listener reached no one.
    if (wasUnderway) reload();
  }, [wasUnderway, reload]);

  return (
    <div className="mx-auto w-full max-w-5xl px-5 py-8 sm:px-8 sm:py-12">
      <BackLink to={back}>Knowledge</BackLink>
      <div className="mt-3 flex items-start gap-3 max-sm:flex-wrap sm:gap-4">
        <span className="max-sm:mr-auto">
          <SourceIcon kind={kind} />
        </span>
        <div className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
          <h1
            ref={heading}
            tabIndex={-1}
            title={name}
            className="line-clamp-4 rounded-sm font-display text-2xl leading-tight font-semibold tracking-tight wrap-anywhere sm:text-3xl"
          >
            <SourceName source={source} />
          </h1>
          <div className="mt-1">
            <SourceFacts source={source} />
            <SourceProgress source={source} />
            <FailedPages source={source} />
          </div>
        </div>
        {kind === 'text' && page !== null && (
          <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
            <Pencil className="size-4" aria-hidden="true" />
            Edit
          </Button>
        )}
        <Menu
          label={`Actions for ${name}`}
          entries={sourceEntries(source, () => {
            void removeSource(source, () => navigate(sourceHref(profileId, id))).then(
              (removed) => removed && navigate(back, { state: FROM_DELETED }),
            );
          })}
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
        >
          <DotsIcon />
        </Menu>
      </div>
      <div
        className={
          kind === 'website'
            ? 'mt-8 grid gap-x-8 gap-y-6 lg:grid-cols-[16rem_minmax(0,1fr)]'
            : 'mt-8'
        }
      >
        {kind === 'website' && (
          <PageList key={`${source.readAt} ${id}`} first={pages} open={page} source={source} />
        )}
        {page !== null && page.chunks.length > 0 ? (
          <PageText key={page.id} page={page} isSite={kind === 'website'} />
        ) : (
          <p className="text-muted">{page?.problem ?? 'There’s no text here yet.'}</p>
        )}
      </div>
      {page !== null && (
        <EditText
          source={source}
          text={page.chunks.map(({ content }) => content).join('')}
          version={page.version}
          open={editing}
          onOpenChange={setEditing}
          onSaved={reload}
        />
      )}
    </div>
  );
}

interface PageListProps {
  first: OpenSource['pages'];
  open: OpenSourcePage | null;
  source: OpenSource['source'];
}

function PageList({ first, open, source }: PageListProps) {
  const [more, setMore] = useState<OpenSource['pages'] | null>(null);
  const [pending, setPending] = useState(false);
  const items: readonly SourcePageView[] = [...first.items, ...(more?.items ?? [])];
  const next = more ? more.next : first.next;

  async function load(after: number) {
    setPending(true);
    try {
      const params = { id: source.profileId, sourceId: source.id };
      const search = { after: String(after) };
      const { pages } = await api.get('/api/profiles/:id/sources/:sourceId', { params, search });
      setMore((old) => ({ items: [...(old?.items ?? []), ...pages.items], next: pages.next }));
    } catch (error) {
      showFailure(error, sourceTexts.loadFailed);
    }
    setPending(false);
  }

  return (
    <nav aria-label="Pages" className="min-w-0">
      <h2 className="mb-2 text-sm font-medium">Pages</h2>
      <ul className="max-h-72 space-y-0.5 overflow-y-auto rounded-lg border bg-raised p-1 lg:max-h-[70vh]">
        {items.map(({ id, title, address, problem, readAt }) => {
          // An address that stands for the title isn't repeated.
          const rest = title !== '' ? shortAddress(address) : readAt === null ? 'Not read yet' : '';
          return (
            <li key={id}>
              <Link
                to={`?page=${id}`}
                preventScrollReset
                aria-current={id === open?.id ? 'page' : undefined}
                className="block min-h-11 rounded-md px-3 py-2 text-sm hover:bg-hover aria-[current=page]:bg-accent-soft"
              >
                <span className="block truncate font-medium">
                  {title === '' ? shortAddress(address) : title}
                </span>
                <span className="block truncate text-muted">{problem ?? rest}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {next !== null && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          pending={pending}
          onClick={() => void load(next)}
        >
          Show more pages
        </Button>
      )}
    </nav>
  );
}

/** The text as it was read, passage by passage, with the one that a citation led to. */
function PageText({ page, isSite }: { page: OpenSourcePage; isSite: boolean }) {
  const [search] = useSearchParams();
  const wanted = search.get('chunk');
  const marked = useRef<HTMLDivElement>(null);
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' });
    marked.current?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <article aria-label="Text" className="max-w-3xl min-w-0">
      {isSite && (
        <div className="mb-4">
          <h2 className="font-display text-xl font-semibold tracking-tight wrap-anywhere">
            {page.title === '' ? shortAddress(page.address) : page.title}
          </h2>
          <a
            href={page.address}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-sm wrap-anywhere text-muted underline underline-offset-2 hover:text-text"
          >
            {page.address}
          </a>
          {page.problem !== null && <p className="mt-1.5 text-sm text-danger">{page.problem}</p>}
        </div>
      )}
      <div className="leading-relaxed wrap-anywhere whitespace-pre-wrap">
        {page.chunks.map(({ id, content }) => {
          const isMarked = id === wanted;
          return (
            <div
              key={id}
              id={`chunk-${id}`}
              ref={isMarked ? marked : undefined}
              tabIndex={isMarked ? -1 : undefined}
              className={
                isMarked
                  ? '-mx-3 mb-6 rounded-md bg-accent-soft px-3 py-1.5 outline-none'
                  : undefined
              }
            >
              <Passage text={isMarked ? content.trimEnd() : content} />
            </div>
          );
        })}
      </div>
    </article>
  );
}

/** As it was read, with its headings set off. */
function Passage({ text }: { text: string }) {
  return text.split(/^(#{1,6} .*)$/m).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <strong key={index} className="font-semibold">
        {part.replace(/^#+ /, '')}
      </strong>
    ),
  );
}
