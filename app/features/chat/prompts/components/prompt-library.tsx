import { useState, type RefObject } from 'react';

import { Dialog } from '~/ui/overlays/dialog';
import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';
import { Menu } from '~/ui/overlays/menu';
import type { MenuEntry } from '~/ui/overlays/menu-window';
import { Ellipsis, Plus } from '~/ui/display/shared-icons';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { toastSuccess } from '~/ui/feedback/toast';
import { client, refusalText } from '~/http/client';
import { duplicateName } from '~/lib/text/duplicate-name';
import { useIsShown } from '~/ui/use-is-shown';

import { type Prompt, MAX_PROMPT_NAME } from '../prompt';
import { PromptForm } from './prompt-form';
import { entriesOf, type Entry, matchPrompts } from '../entries';
import { promptTexts } from '../texts';
import type { PromptsApi } from '../routes/prompts';
import { usePrompts } from '../use-prompts';

interface PromptLibraryProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnTo: RefObject<HTMLElement | null>;
  /** Called with a person's own prompt or a starter. */
  onChoose(prompt: { name: string; text: string }): void;
}

/** All prompts, to use, create, and change them. */
export function PromptLibrary({ open, onOpenChange, returnTo, onChoose }: PromptLibraryProps) {
  /** The prompt in the form, `new` for an empty form, or null for the list. */
  const [editing, setEditing] = useState<Prompt | 'new' | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) setEditing(null);
        onOpenChange(next);
      }}
      title={editing === null ? 'Prompts' : editing === 'new' ? 'New prompt' : 'Edit prompt'}
      description={
        editing === null
          ? 'Pick a starter; edit before you send.'
          : 'Write {{topic}} for a blank to fill in each time, or {{topic|bread}} to suggest an answer.'
      }
      returnTo={returnTo}
    >
      {open &&
        (editing === null ? (
          <LibraryList onChoose={onChoose} onEdit={setEditing} />
        ) : (
          <PromptForm
            key={editing === 'new' ? 'new' : editing.id}
            prompt={editing === 'new' ? null : editing}
            onDone={() => setEditing(null)}
          />
        ))}
    </Dialog>
  );
}

const api = client<PromptsApi>();

interface LibraryListProps {
  onChoose(prompt: { name: string; text: string }): void;
  onEdit(prompt: Prompt | 'new'): void;
}

/** The prompts with their actions, and a search. */
export function LibraryList({ onChoose, onEdit }: LibraryListProps) {
  const { list, failed, reload } = usePrompts();
  const [search, setSearch] = useState('');
  const isShown = useIsShown();
  const found = list ? matchPrompts(entriesOf(list), search) : [];
  const own = found.filter(({ starter }) => starter === null);
  const starters = found.filter(({ starter }) => starter !== null);

  /** Runs `work`, shows a failure, and loads the list again. */
  async function attempt(otherwise: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      showFailure(error, refusalText(error, otherwise));
    }
    reload();
  }

  /** Loads the text first if it is a person's own prompt. */
  function withText(entry: Entry, then: (prompt: Prompt | NonNullable<Entry['starter']>) => void) {
    if (entry.starter) return then(entry.starter);
    api.get('/api/prompts/:id', { params: { id: entry.id } }).then(
      ({ prompt }) => then(prompt),
      (error: unknown) => {
        showFailure(error, refusalText(error, promptTexts.loadFailed));
        reload();
      },
    );
  }

  /** Does nothing if the person closes the list before the text is here. */
  const withTextInTime: typeof withText = (entry, then) =>
    withText(entry, (prompt) => {
      if (isShown()) then(prompt);
    });

  const duplicate = (entry: Entry) =>
    withText(entry, ({ name, text }) => {
      const newName = entry.starter ? name : duplicateName(name, MAX_PROMPT_NAME);
      void attempt(promptTexts.saveFailed, async () => {
        await api.post('/api/prompts', { body: { name: newName, text } });
        toastSuccess(promptTexts.saved);
      });
    });

  const remove = (entry: Entry) =>
    attempt(promptTexts.deleteFailed, async () => {
      const params = { id: entry.id };
      const { name, text } = (await api.del('/api/prompts/:id', { params })).prompt;
      toastSuccess(promptTexts.deleted, {
        label: 'Undo',
        run: () =>
          void attempt(promptTexts.restoreFailed, () =>
            api.post('/api/prompts', { body: { name, text } }),
          ),
      });
    });

  function actions(entry: Entry): MenuEntry[] {
    if (entry.starter) {
      return [
        {
          kind: 'action',
          label: 'Copy to my prompts',
          icon: 'copy',
          onSelect: () => duplicate(entry),
        },
        {
          kind: 'action',
          label: 'Hide',
          icon: 'eye-off',
          onSelect: () =>
            void attempt(promptTexts.hideFailed, () =>
              api.post('/api/prompts/starters', { body: { hide: entry.id } }),
            ),
        },
      ];
    }
    return [
      {
        kind: 'action',
        label: 'Edit',
        icon: 'pencil',
        onSelect: () => withTextInTime(entry, (prompt) => onEdit(prompt as Prompt)),
      },
      { kind: 'action', label: 'Duplicate', icon: 'copy', onSelect: () => duplicate(entry) },
      { kind: 'separator' },
      {
        kind: 'action',
        label: 'Delete',
        icon: 'trash-2',
        danger: true,
        onSelect: () => void remove(entry),
      },
    ];
  }

  const rows = (entries: Entry[], label: string) => (
    <ul aria-label={label}>
      {entries.map((entry) => (
        <Row
          key={entry.id}
          entry={entry}
          actions={actions(entry)}
          onChoose={() => withTextInTime(entry, onChoose)}
        />
      ))}
    </ul>
  );

  return (
    <div className="space-y-3">
      <div className="flex gap-2">
        <input
          type="search"
          aria-label="Search prompts"
          placeholder="Search prompts"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="block h-10 min-w-0 flex-1 rounded-md border border-border-strong bg-field px-3 text-sm placeholder:text-muted focus:border-ring touch:h-11"
        />
        <Button variant="secondary" onClick={() => onEdit('new')}>
          <Plus className="size-4" aria-hidden="true" />
          New prompt
        </Button>
      </div>
      {list === null ? (
        failed ? (
          <div className="flex flex-wrap items-center justify-between gap-3 py-6 text-sm">
            <p>{promptTexts.loadFailed}</p>
            <Button variant="secondary" size="sm" onClick={reload}>
              Try again
            </Button>
          </div>
        ) : (
          <SkeletonList label="Loading prompts…" count={4} shape="h-13" />
        )
      ) : (
        <div className="-mx-2 max-h-[min(26rem,50dvh)] space-y-2 overflow-y-auto px-2">
          {own.length > 0 && rows(own, 'My prompts')}
          {own.length === 0 && search === '' && (
            <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-muted">
              Save the prompts you use often. They’ll show up here.
            </p>
          )}
          {starters.length > 0 && (
            <>
              <h3 className="px-2 pt-1 text-xs font-medium text-muted">From Brandwright</h3>
              {rows(starters, 'From Brandwright')}
            </>
          )}
          {found.length === 0 && search !== '' && (
            <p role="status" className="py-6 text-center text-sm text-muted">
              No prompts match your search
            </p>
          )}
          {list.hidden > 0 && search === '' && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() =>
                void attempt(promptTexts.hideFailed, () =>
                  api.post('/api/prompts/starters', { body: { showAll: true } }),
                )
              }
            >
              {list.hidden === 1 ? 'Show 1 hidden prompt' : `Show ${list.hidden} hidden prompts`}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Row({
  entry,
  actions,
  onChoose,
}: {
  entry: Entry;
  actions: MenuEntry[];
  onChoose(): void;
}) {
  return (
    <li className="flex items-center rounded-md hover:bg-hover">
      <button
        type="button"
        onClick={onChoose}
        aria-label={entry.name}
        className="min-w-0 flex-1 rounded-md px-2 py-2 text-left"
      >
        <span className="block truncate text-sm font-medium">{entry.name}</span>
        <span className="block truncate text-xs text-muted">{entry.preview}</span>
      </button>
      <Menu
        label={`Actions for ${entry.name}`}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11"
        entries={actions}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </Menu>
    </li>
  );
}
