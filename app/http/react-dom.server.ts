import { createRequire } from 'node:module';

import type ReactDom from 'react-dom';

// In the production build this stands in for `react-dom` (vite.config.ts). For an import, Node searches a CommonJS package for
// the names that it exports, and would read React's development build for that and keep its source (1 MB in two bytes a
// character) for as long as it runs.

const reactDom = createRequire(import.meta.url)('react-dom') as typeof ReactDom;

export const { createPortal, flushSync } = reactDom;
