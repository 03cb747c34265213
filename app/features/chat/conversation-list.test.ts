import { expect, test } from 'vitest';

import type { ConversationItem } from './conversation';
import { mergeChange, mergePages } from './conversation-list';

function item(id: string, lastUpdated: number, lastMessage = 'Hello'): ConversationItem {
  return {
    id,
    title: id,
    lastMessage,
    lastUpdated,
    originalCreationDate: null,
    isPublic: false,
  };
}

const ids = (items: ConversationItem[]) => items.map(({ id }) => id).join('');
const list = [item('c', 30), item('b', 20), item('a', 10)];

test('a changed conversation moves to its place, a new one comes in', () => {
  expect(ids(mergeChange(list, { type: 'changed', conversation: item('a', 40) }))).toBe('acb');
  expect(ids(mergeChange(list, { type: 'changed', conversation: item('d', 25) }))).toBe('cdba');
});

test('a removed one goes, and one without a message is not listed', () => {
  expect(ids(mergeChange(list, { type: 'removed', id: 'b' }))).toBe('ca');
  expect(ids(mergeChange(list, { type: 'changed', conversation: item('x', 50, '') }))).toBe('cba');
});

test('an older page goes behind, without doubling what a live change moved up', () => {
  expect(ids(mergePages(list, [item('a', 5), item('z', 1)]))).toBe('cbaz');
});

test('conversations of the same moment keep the order of the server: the greater id first', () => {
  expect(ids(mergePages([item('a', 1)], [item('b', 1)]))).toBe('ba');
});
