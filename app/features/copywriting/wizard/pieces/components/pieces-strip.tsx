import { Check, CircleAlert, CircleDashed } from 'lucide-react';

import { isRunning, useLiveText } from '~/engine/generation';
import { SpinnerIcon } from '~/ui/spinner';

import type { BriefView, PieceView } from '../../briefs/brief';
import { pieceName, STATE_WORDS } from '../piece-words';
import { shownPiece } from '../shown-piece';

/** All pieces with how far each is, and the way to each: where they stand below each other. */
export function PiecesStrip({ kind, pieces }: Pick<BriefView, 'kind' | 'pieces'>) {
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
