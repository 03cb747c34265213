import { expect, test } from 'vitest';

import type { AppBuild } from '../build.ts';
import { routePatterns } from './route-patterns.ts';

const routes = Object.fromEntries(
  [
    { id: 'root', path: '' },
    { id: '_index', parentId: 'root', index: true },
    { id: '_app', parentId: 'root' },
    { id: '_app.ai-lab', parentId: '_app', path: 'ai-lab' },
    { id: '_app.ai-lab._index', parentId: '_app.ai-lab', index: true },
    { id: '_app.ai-lab.chat', parentId: '_app.ai-lab', path: 'chat/:conversationId' },
    { id: 'new', parentId: '_app.ai-lab', path: 'chat/new' },
    { id: 'answers', parentId: 'root', path: 'api/chat/answers/:id' },
    { id: 'stop', parentId: 'root', path: 'api/chat/answers/:id/stop' },
    { id: '$', parentId: 'root', path: '*' },
    { id: '_app.$', parentId: '_app', path: '*' },
  ].map((route) => [route.id, route]),
) as unknown as AppBuild['routes'];

test.each([
  ['/', '/'],
  ['/_root.data', '/'],
  ['/ai-lab', '/ai-lab'],
  ['/ai-lab/', '/ai-lab'],
  ['/ai-lab.data', '/ai-lab'],
  ['/ai-lab/chat/0198', '/ai-lab/chat/:conversationId'],
  ['/ai-lab/chat/0198.data', '/ai-lab/chat/:conversationId'],
  ['/ai-lab/chat/new', '/ai-lab/chat/new'],
  ['/ai-lab/chat/', '*'],
  ['/api/chat/answers/7', '/api/chat/answers/:id'],
  ['/api/chat/answers/7/stop', '/api/chat/answers/:id/stop'],
  ['/api/chat/answers/7/steal', '*'],
  ['/assets/entry-4f.js', '/assets/*'],
  ['/__manifest', '/__manifest'],
  ['/wp-admin/setup.php', '*'],
  ['//', '/'],
  ['', '*'],
  ['*', '*'],
])('the path %s has the pattern %s', (path, pattern) => {
  expect(routePatterns({ routes })(path)).toBe(pattern);
});
