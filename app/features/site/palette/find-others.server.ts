import { listProfiles } from '~/features/brand/index.server';
import { findContents } from '~/features/copywriting/index.server';
import { findArticles } from '~/features/help/index.server';
import { findMedia, itemPath } from '~/features/media/index.server';
import type { UserScope } from '~/lib/scope';

import { MAX_QUERY, NO_RESULTS, type OtherResults } from './other-results';

/** Of each kind. */
const MAX_FOUND = 5;

/** Finds a text in the person's brand profiles, saved content, images, and videos, and in help articles. */
export async function findOthers(userId: UserScope, typed: string): Promise<OtherResults> {
  // PostgreSQL rejects NULs and lone surrogates. Quotation marks are for phrases in messages.
  const text = typed
    .slice(0, MAX_QUERY)
    .toWellFormed()
    .replace(/[\0\s"“„”]+/gu, ' ')
    .trim();
  if (text === '') return NO_RESULTS;
  const [profiles, contents, media] = await Promise.all([
    listProfiles(userId),
    findContents(userId, text, MAX_FOUND),
    findMedia(userId, text, MAX_FOUND),
  ]);
  const lowered = text.toLowerCase();
  return {
    brands: profiles
      .filter(({ name }) => name.toLowerCase().includes(lowered))
      .slice(0, MAX_FOUND)
      .map(({ id, name }) => ({ id, title: name, path: `/profiles/${id}` })),
    contents: contents.map(({ id, title, category }) => ({
      id,
      title,
      path: `/copy-wizard/saved/${category}/${id}`,
    })),
    media: media.map(({ id, kind, prompt, thumbUrl }) => ({
      id,
      title: prompt.replace(/\s+/gu, ' ').trim() || (kind === 'video' ? 'Video' : 'Image'),
      path: itemPath({ id, kind }),
      ...(thumbUrl && { image: thumbUrl }),
    })),
    articles: findArticles(text, MAX_FOUND).map(({ id, title }) => ({
      id,
      title,
      path: `/help/${id}`,
    })),
  };
}
