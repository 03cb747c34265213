import { Link } from '@remix-run/react';
import { ArrowLeft, BookmarkPlus, Check, CircleAlert, CircleDashed, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';

import { isRunning, useLiveText } from '~/engine/generation';
import { RefusedNote } from '~/features/billing';
import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { SpinnerIcon } from '~/ui/spinner';

import { PieceCard } from '../../pieces/components/piece-card';
import { contentsWords, pieceName, shownPiece, STATE_WORDS } from '../../pieces/piece';
import { type BriefView, MAX_VARIANTS, type PieceView } from '../brief';
import { useBrief } from '../use-brief';
import { Day } from './day';
import { TheBrief } from './the-brief';

const loadSaving = () => import('../../pieces/components/save-pieces-window');

/** How many stand side by side where there is room: a column narrower than 20 rem is no pleasure to read. */
const COLUMNS = [
  'max-w-3xl',
  'max-w-6xl desktop:grid-cols-2',
  'max-w-[100rem] md:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]',
];

/** A brief and its texts, side by side, each as far as it is. Mount one for each brief (`key`). */
export function BriefPage({
  brief,
  rendered,
}: {
  brief: BriefView;
  /** What the server made of the finished texts, by their ids. */
  rendered: Record<string, string>;
}) {
  const { actions, news, refused } = useBrief(brief);
  const [saving, setSaving] = useState<PieceView[] | null>(null);
  const [adding, setAdding] = useState(false);
  const closeSaving = useCallback(() => setSaving(null), []);
  const saver = useLoadOnUse(loadSaving, saving !== null, closeSaving);
  const saveOne = useCallback((piece: PieceView) => setSaving([piece]), []);

  const { kind, pieces } = brief;
  const columns = COLUMNS[Math.min(pieces.length, COLUMNS.length) - 1] ?? '';
  const countOf = (piece: PieceView) =>
    pieces.filter(({ formatId }) => formatId === piece.formatId).length;
  const savable = pieces.filter(
    ({ state, text, saved }) => !isRunning(state) && text.trim() !== '' && !saved?.current,
  );
  const last = pieces.at(-1);

  return (
    <div className="mx-auto w-full max-w-[100rem] px-5 py-6 sm:px-8 sm:py-10">
      <Link
        to="/copy-wizard"
        className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-text touch:min-h-11"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        Copy Wizard
      </Link>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-display text-3xl leading-tight font-semibold tracking-tight text-balance wrap-anywhere">
            {brief.title}
          </h1>
          <p className="mt-1.5 text-sm text-muted">
            {contentsWords(kind, brief.formatIds)} · {brief.profileName ?? 'No profile'} ·{' '}
            <Day at={brief.createdAt} />
          </p>
        </div>
        {kind === 'campaign' && savable.length > 1 && (
          <Button variant="secondary" onClick={() => setSaving(savable)}>
            <BookmarkPlus className="size-4" aria-hidden="true" />
            Save all
          </Button>
        )}
      </div>
      <div className="mt-5 max-w-3xl">
        <TheBrief brief={brief} />
      </div>
      {pieces.length > 1 && (
        <div className="mt-5 md:hidden">
          <PiecesStrip kind={kind} pieces={pieces} />
        </div>
      )}
      <div role="status" className="sr-only">
        {news}
      </div>
      {refused !== null && (
        <div className="sticky top-16 z-10 mt-5 max-w-3xl">
          <RefusedNote refused={refused} />
        </div>
      )}
      <div className={`mt-5 grid grid-cols-1 items-start gap-5 ${columns}`}>
        {pieces.map((piece) => (
          <PieceCard
            key={`${piece.formatId}-${piece.position}`}
            piece={piece}
            html={rendered[piece.id] ?? null}
            name={pieceName(kind, piece)}
            profileId={brief.profileId}
            profileName={brief.profileName}
            keywords={brief.fields.keywords}
            extendable={countOf(piece) < MAX_VARIANTS}
            actions={actions}
            onSave={saveOne}
          />
        ))}
        {kind === 'variants' && last && pieces.length < MAX_VARIANTS && (
          <Button
            variant="ghost"
            pending={adding}
            onClick={() => {
              setAdding(true);
              void actions.more(last).finally(() => setAdding(false));
            }}
            className="h-auto! min-h-16 w-full rounded-xl! border border-dashed"
          >
            <Plus className="size-4" aria-hidden="true" />
            One more variant
          </Button>
        )}
      </div>
      {saving && saver && (
        <saver.SavePiecesWindow pieces={saving} onSaved={actions.reload} onClose={closeSaving} />
      )}
    </div>
  );
}

/** All pieces with how far each is, and the way to each: where they stand below each other. */
function PiecesStrip({ kind, pieces }: Pick<BriefView, 'kind' | 'pieces'>) {
  return (
    // Positioned: what is only read out would else stand beyond the window's edge.
    <nav aria-label="Pieces" className="relative -mx-5 overflow-x-auto px-5 pb-1 sm:-mx-8 sm:px-8">
      <ul className="flex w-max gap-1.5">
        {pieces.map((piece) => (
          <li key={`${piece.formatId}-${piece.position}`}>
            <Chip piece={piece} name={pieceName(kind, piece)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Chip({ piece, name }: { piece: PieceView; name: string }) {
  const { state } = shownPiece(piece, useLiveText(piece.id));
  const Icon = state === 'done' ? Check : state === 'failed' ? CircleAlert : CircleDashed;
  const colour = state === 'done' ? 'text-success' : state === 'failed' ? 'text-danger' : '';
  return (
    <a
      href={`#piece-${piece.formatId}-${piece.position}`}
      className="flex h-9 items-center gap-2 rounded-full border bg-raised px-3.5 text-sm whitespace-nowrap hover:bg-hover touch:h-11"
    >
      {isRunning(state) ? (
        <SpinnerIcon className="size-3.5" />
      ) : (
        <Icon className={`size-3.5 ${colour}`} aria-hidden="true" />
      )}
      {name}
      <span className="sr-only">: {STATE_WORDS[state]}</span>
    </a>
  );
}
