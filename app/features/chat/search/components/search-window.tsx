import { useNavigate } from '@remix-run/react';
import type { ReactNode } from 'react';

import type { IconName } from '~/ui/overlays/menu-icons';
import { LocalDay } from '~/ui/dates/local-time';
import {
  PaletteField,
  PaletteWindow,
  type PaletteGroup,
  type PaletteOption,
} from '~/ui/overlays/palette-window';

import type { SearchResults, TextPart } from '../search-result';
import { searchTexts } from '../texts';
import { type Search, useSearch } from '../use-search';
import { fold, wordsOf } from '../words';

export interface PaletteAction {
  id: string;
  label: string;
  icon: IconName;
  /** Shown at the right, such as its shortcut. */
  hint?: ReactNode;
  run: () => void;
}

/** What was found besides conversations. */
export interface OtherGroups {
  groups: PaletteGroup[];
  busy: boolean;
}

interface SearchFieldProps {
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  /** Actions and pages to offer besides the results. */
  actions: readonly PaletteAction[];
  others: OtherGroups;
}

export interface SearchPaletteProps extends SearchFieldProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The palette: actions, pages, and a search of all conversations and of what else there is. */
export function SearchWindow({ open, onOpenChange, ...field }: SearchPaletteProps) {
  return (
    <PaletteWindow open={open} onOpenChange={onOpenChange} label={searchTexts.label}>
      <SearchField {...field} />
    </PaletteWindow>
  );
}

function SearchField({ placeholder, text, onTextChange, actions, others }: SearchFieldProps) {
  const navigate = useNavigate();
  const search = useSearch(text);
  const { resultsOf, failed } = search;
  const busy = search.busy || others.busy;
  // Older results stay until the new ones arrive, but not if the new search failed.
  const results = failed && resultsOf !== text ? null : search.results;
  const chats = results ? results.conversations.length + results.messages.length : 0;
  const found = others.groups.reduce((sum, { options }) => sum + options.length, chats);
  const options = actions.filter(({ label }) => matches(label, text)).map(actionOption);

  const groups: PaletteGroup[] = [];
  if (text.trim() !== '') pushGroup(groups, 'Actions', options);
  if (results) {
    const recent = resultsOf.trim() === '';
    // Enter must not open a result for another text.
    const current = (found: PaletteOption[]) => (resultsOf === text ? found : found.map(inert));
    const titles = current(conversations(results, navigate));
    pushGroup(groups, recent ? 'Recent conversations' : 'Conversations', titles);
    groups.push(...others.groups);
    pushGroup(groups, 'Messages', current(messages(results, search, navigate)));
  } else if (busy) {
    groups.push(...others.groups);
    groups.push({ label: 'Recent conversations', options: [], placeholder: <Rows /> });
  }
  if (text.trim() === '') pushGroup(groups, 'Actions', options);
  const retry = { id: 'again', icon: 'refresh-cw' as const, content: 'Search again', stays: true };
  if (failed) pushGroup(groups, 'Search', [{ ...retry, onSelect: search.again }]);

  return (
    <PaletteField
      label={searchTexts.label}
      placeholder={placeholder}
      text={text}
      onTextChange={onTextChange}
      groups={groups}
      busy={busy}
      status={statusOf({ busy, failed, found, text })}
      note={noteOf({ busy, failed, found, text })}
    />
  );
}

interface SearchState {
  busy: boolean;
  failed: boolean;
  found: number;
  text: string;
}

function statusOf({ busy, failed, found, text }: SearchState): string {
  if (busy || text.trim() === '') return '';
  if (failed) return searchTexts.failed;
  return found === 1 ? '1 result' : `${found || 'No'} results`;
}

function noteOf({ busy, failed, found, text }: SearchState): string | undefined {
  if (failed) return searchTexts.failed;
  if (busy || found > 0) return undefined;
  return text.trim() === '' ? searchTexts.noConversations : searchTexts.nothing;
}

function pushGroup(groups: PaletteGroup[], label: string, options: PaletteOption[]): void {
  if (options.length > 0) groups.push({ label, options });
}

function inert(option: PaletteOption): PaletteOption {
  return { ...option, stays: true, onSelect: () => {} };
}

/** True if every typed word is the beginning of a word of the label. */
function matches(label: string, text: string): boolean {
  const words = [...wordsOf(label)].map(({ folded }) => folded);
  const typed = text
    .split(/\s+/u)
    .map(fold)
    .filter((word) => word !== '');
  if (typed.length === 0) return text.trim() === '';
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}

function actionOption({ id, label, icon, hint, run }: PaletteAction): PaletteOption {
  return { id: `action-${id}`, icon, content: label, hint, onSelect: run };
}

function conversations(
  { conversations: hits }: SearchResults,
  navigate: (to: string) => void,
): PaletteOption[] {
  return hits.map(({ conversationId, title, date }) => ({
    id: `conversation-${conversationId}`,
    icon: 'message-circle',
    content: (
      <span className="block truncate">
        <Parts parts={title} />
      </span>
    ),
    hint: <LocalDay at={date} className="ml-auto shrink-0 text-xs text-muted" />,
    onSelect: () => navigate(`/ai-lab/chat/${conversationId}`),
  }));
}

function messages(
  { messages: hits, cursor }: SearchResults,
  { busy, more }: Search,
  navigate: (to: string) => void,
): PaletteOption[] {
  const options: PaletteOption[] = hits.map((hit) => ({
    id: `message-${hit.messageId}`,
    icon: 'message-square-text',
    content: (
      <>
        <span className="flex items-baseline gap-2 text-xs text-muted">
          <span className="truncate">
            {hit.role === 'user' ? 'You' : 'Assistant'} · {hit.title}
          </span>
          <LocalDay at={hit.at} className="ml-auto shrink-0 text-xs text-muted" />
        </span>
        <span className="mt-0.5 line-clamp-2">
          <Parts parts={hit.snippet} />
        </span>
      </>
    ),
    onSelect: () => navigate(`/ai-lab/chat/${hit.conversationId}#message-${hit.messageId}`),
  }));
  if (cursor !== null) {
    const content = busy ? 'Loading…' : 'Show more messages';
    // The first message of the next page takes its place.
    options.push({
      id: `more-${cursor}`,
      icon: 'chevron-down',
      content,
      onSelect: more,
      stays: true,
    });
  }
  return options;
}

function Parts({ parts }: { parts: readonly TextPart[] }) {
  return (
    <>
      {parts.map(({ text, hit }, index) =>
        hit ? (
          <mark key={index} className="rounded-xs bg-accent/30 text-text">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </>
  );
}

/** Placeholders as tall as the recent conversations that will replace them. */
function Rows() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex h-10 items-center px-2.5 touch:h-11">
          <span className="h-3 w-1/2 rounded-sm bg-hover" />
        </div>
      ))}
    </div>
  );
}
