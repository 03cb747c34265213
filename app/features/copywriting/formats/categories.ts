/**
 * The four categories of saved content, in the order of the sidebar: the id in addresses, what people read, and the
 * name of its collection (docs/product.md, Categories).
 */
export const CATEGORIES = [
  { id: 'social', name: 'Social', collection: 'socialPosts' },
  { id: 'longform', name: 'Longform', collection: 'longformContent' },
  { id: 'landing', name: 'Landing', collection: 'landingContent' },
  { id: 'email', name: 'Email', collection: 'emailContent' },
] as const;

export type Category = (typeof CATEGORIES)[number];
export type CategoryId = Category['id'];
export type Collection = Category['collection'];

export const CATEGORY_IDS = CATEGORIES.map(({ id }) => id) as [CategoryId, ...CategoryId[]];

/** The category with this id; undefined for anything else. */
export function categoryById(id: string | undefined): Category | undefined {
  return CATEGORIES.find((category) => category.id === id);
}

/** The category of a collection; undefined for anything else. */
export function categoryOfCollection(collection: string): CategoryId | undefined {
  return CATEGORIES.find((category) => category.collection === collection)?.id;
}

/** The collection that a category's contents are in. */
export function collectionOf(id: CategoryId): Collection {
  return nameOf(id, 'collection');
}

export function categoryName(id: CategoryId): string {
  return nameOf(id, 'name');
}

function nameOf<Key extends keyof Category>(id: CategoryId, key: Key): Category[Key] {
  const category = CATEGORIES.find((one) => one.id === id);
  if (!category) throw new Error(`no category ${id}`);
  return category[key];
}
