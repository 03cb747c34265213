import { useParams } from '@remix-run/react';

import { Search } from '~/ui/display/shared-icons';
import { isComposing } from '~/ui/keyboard';

import { CATEGORIES } from '../../formats/categories';
import type { ContentOverview } from '../content/content';
import { libraryTexts } from '../texts';
import { ContentRows } from './content-rows';
import { SavedCategory, SavedFolder } from './saved-category';
import { type ContentSearch, useContentSearch } from './use-content-search';
import { useSavedList } from './use-saved-list';

const MAX_SEARCH = 200;

/** The copy wizard's part of the sidebar: the four categories of saved content. */
export function SavedSidebar({ data }: { data?: { saved: ContentOverview } }) {
  return (
    <section aria-labelledby="saved-content-heading">
      <h2
        id="saved-content-heading"
        className="px-2 font-display text-lg font-semibold tracking-tight"
      >
        {libraryTexts.savedContent}
      </h2>
      {/* Without data, an error page beside it explains the problem. */}
      {data && <SavedContent first={data.saved} />}
    </section>
  );
}

function SavedContent({ first }: { first: ContentOverview }) {
  const lists = useSavedList(first);
  const search = useContentSearch();
  const { contentId: currentId } = useParams();
  const { folders } = lists.list;
  const rows = { currentId, folders };

  return (
    <>
      <SearchField search={search} />
      {search.found ? (
        <nav aria-label="Found content" aria-busy={search.loading} className="mt-3">
          {search.found.items.length === 0 ? (
            <p role="status" className="px-3 py-2 text-sm text-muted">
              {libraryTexts.noMatches}
            </p>
          ) : (
            <ContentRows
              page={search.found}
              loading={search.loading}
              onMore={search.loadMore}
              showCategory
              {...rows}
            />
          )}
        </nav>
      ) : (
        <nav aria-label="Saved content" className="mt-3 space-y-1">
          {CATEGORIES.map((category) => {
            const place = { category: category.id, folderId: null };
            const own = folders.filter((folder) => folder.category === category.id);
            const page = lists.page(place);
            return (
              <SavedCategory
                key={category.id}
                category={category}
                filled={page.items.length > 0 || own.length > 0}
              >
                {own.map((folder) => {
                  const within = { category: category.id, folderId: folder.id };
                  const held = lists.page(within);
                  return (
                    <SavedFolder
                      key={folder.id}
                      folder={folder}
                      opened={held.items.some(({ id }) => id === currentId)}
                    >
                      {held.items.length === 0 ? (
                        <p className="py-2 pl-9 text-sm text-muted">{libraryTexts.empty}</p>
                      ) : (
                        <ContentRows
                          page={held}
                          loading={lists.loading === folder.id}
                          onMore={() => lists.loadMore(within)}
                          {...rows}
                        />
                      )}
                    </SavedFolder>
                  );
                })}
                <ContentRows
                  page={page}
                  loading={lists.loading === category.id}
                  onMore={() => lists.loadMore(place)}
                  {...rows}
                />
              </SavedCategory>
            );
          })}
        </nav>
      )}
    </>
  );
}

function SearchField({ search }: { search: ContentSearch }) {
  return (
    <search className="relative mt-3 block">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label="Search saved content"
        placeholder="Search"
        autoComplete="off"
        maxLength={MAX_SEARCH}
        value={search.typed}
        onChange={(event) => search.setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || search.typed === '' || isComposing(event)) return;
          // The first Escape clears the field, the next one closes the drawer.
          event.preventDefault();
          search.setTyped('');
        }}
        className="block h-10 w-full rounded-md border border-border-strong/60 bg-field pr-2 pl-9 text-sm placeholder:text-muted hover:border-border-strong focus:border-ring touch:h-11"
      />
    </search>
  );
}
