import { useId, useState } from 'react';

import { formatNumber, formatCount } from '~/lib/format/numbers';
import { Button } from '~/ui/button';

import { chosenCount, EVERYTHING, NOTHING, toImportChoice, type Choice } from '../choice';
import type { ImportChoice, ImportFound, ImportView } from '../../page/import-export';
import { othersText, sourceText, spanText } from '../../page/texts';
import { CancelButton, Card } from '../../page/components/card';
import { CandidateList } from './candidate-list';

interface ImportPreviewProps {
  view: ImportView;
  onStart: (choice: ImportChoice) => Promise<boolean>;
  onCancel: () => Promise<boolean>;
}

const NOTHING_FOUND: ImportFound = {
  conversations: 0,
  fresh: 0,
  grown: 0,
  known: 0,
  unreadable: 0,
  earliest: null,
  latest: null,
  others: {},
  remarks: [],
};

/** What an export holds, before anything is imported. */
export function ImportPreview({ view, onStart, onCancel }: ImportPreviewProps) {
  const found = view.found ?? NOTHING_FOUND;
  const [choice, setChoice] = useState<Choice>(EVERYTHING);
  const [pending, setPending] = useState(false);
  const choosable = found.fresh + found.grown;
  const chosen = chosenCount(choice, choosable);
  const others = othersText(found.others);
  const ready = chosen > 0 || others !== '';
  const hintId = useId();

  async function start() {
    setPending(true);
    if (!(await onStart(toImportChoice(choice)))) setPending(false);
  }

  return (
    <Card title={sourceText(view)} action={<CancelButton onCancel={onCancel} />}>
      <p className="mt-1 text-sm text-muted text-pretty">
        {[formatCount(found.conversations, 'conversation'), spanText(found)]
          .filter(Boolean)
          .join(' ')}
        {others !== '' && `, and ${others}`}. Nothing has been imported yet.
      </p>
      <Numbers found={found} />
      {found.remarks.length > 0 && (
        <ul
          aria-label="Notes"
          className="mt-4 list-disc space-y-1 rounded-lg bg-sunken py-3 pr-4 pl-8 text-sm text-pretty wrap-anywhere marker:text-muted"
        >
          {found.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <div className="group/choice">
        {found.conversations > 0 && (
          <>
            <All choice={choice} choosable={choosable} onChange={setChoice} />
            <CandidateList id={view.id} hintId={hintId} choice={choice} onChange={setChoice} />
          </>
        )}
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          {ready ? (
            <Button pending={pending} onClick={() => void start()}>
              {chosen > 0 ? `Import ${formatCount(chosen, 'conversation')}` : 'Import'}
            </Button>
          ) : (
            <p className="text-sm text-muted">{nothingText(found)}</p>
          )}
          <p
            id={hintId}
            className="invisible text-sm text-muted group-has-[[role=group]:focus-visible,[role=group]_:focus-visible]/choice:visible max-sm:hidden"
          >
            Use the arrow keys to move and Space to select.
          </p>
        </div>
      </div>
    </Card>
  );
}

/** Why there is nothing to import. */
function nothingText({ fresh, grown, known, unreadable }: ImportFound): string {
  if (fresh + grown > 0) return 'Choose at least one conversation.';
  if (known > 0) return 'There’s nothing new in this export.';
  if (unreadable > 0) return 'We couldn’t read anything in this export. Is it the right file?';
  return 'There are no conversations in this export.';
}

function Numbers({ found }: { found: ImportFound }) {
  const numbers = [
    ['New', found.fresh],
    ['New messages', found.grown],
    ['Already imported', found.known],
    ['Unreadable', found.unreadable],
  ] as const;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-2 sm:grid-cols-4">
      {numbers.map(([name, number]) => (
        <div key={name} className="flex flex-col-reverse rounded-lg bg-sunken px-3 py-2">
          <dt className="text-xs text-muted">{name}</dt>
          <dd
            className={`font-display text-xl tabular-nums ${name === 'Unreadable' && number > 0 ? 'text-danger' : number === 0 ? 'text-muted' : ''}`}
          >
            {formatNumber(number)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function All({
  choice,
  choosable,
  onChange,
}: {
  choice: Choice;
  choosable: number;
  onChange: (choice: Choice) => void;
}) {
  const id = useId();
  const chosen = chosenCount(choice, choosable);
  return (
    <div className="relative mt-4 flex items-center gap-3 border-b px-3 pb-2 text-sm touch:min-h-11">
      <input
        id={id}
        type="checkbox"
        checked={choosable > 0 && chosen === choosable}
        disabled={choosable === 0}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < choosable;
        }}
        onChange={() => onChange(chosen === choosable ? NOTHING : EVERYTHING)}
        className="size-4 shrink-0 accent-accent"
      />
      <label htmlFor={id} className="flex-1 font-medium text-balance after:absolute after:inset-0">
        All new and updated conversations
      </label>
      <span className="text-muted tabular-nums">
        {formatNumber(chosen)} of {formatNumber(choosable)}
      </span>
    </div>
  );
}
