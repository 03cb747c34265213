import { registerHooks } from 'node:module';
import { resolve } from 'node:path';

import { BUILD_FILE } from '../../../server/build.ts';

// `node --import` of this file: the process runs the build that can be told to die, in place of the one that people run.

const KILLABLE = resolve(process.env.KILLABLE_BUILD ?? '', 'server/index.js');

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === BUILD_FILE ? KILLABLE : specifier, context),
});
