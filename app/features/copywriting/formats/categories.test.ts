import { describe, expect, test } from 'vitest';

import { CATEGORIES, categoryById, categoryOfCollection, collectionOf } from './categories';

describe('the category mapping', () => {
  test.each([
    ['socialPosts', 'social'],
    ['longformContent', 'longform'],
    ['landingContent', 'landing'],
    ['emailContent', 'email'],
  ] as const)('maps %s to %s and back', (collection, id) => {
    expect(categoryOfCollection(collection)).toBe(id);
    expect(collectionOf(id)).toBe(collection);
  });

  test('has four categories, and knows no other id', () => {
    expect(CATEGORIES.map(({ id }) => id)).toEqual(['social', 'longform', 'landing', 'email']);
    for (const id of [undefined, '', 'socialPosts', 'Social', 'toString']) {
      expect(categoryById(id)).toBeUndefined();
    }
    expect(categoryOfCollection('social')).toBeUndefined();
  });
});
