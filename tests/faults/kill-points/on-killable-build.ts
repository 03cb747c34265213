import { registerHooks } from 'node:module';
import { resolve } from 'node:path';

import { BUILD_FILE } from '../../../server/build.ts';

// Loaded with `node --import`: the process then runs the build with kill points in place of the production build.

const KILLABLE = resolve(process.env.KILLABLE_BUILD ?? '', 'server/index.js');

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === BUILD_FILE ? KILLABLE : specifier, context),
});
