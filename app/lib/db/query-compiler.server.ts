import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// In the production build this stands in for the Prisma module of the same exports (vite.config.ts). Prisma's is JavaScript
// with the WebAssembly in a string, which Node would keep twice for as long as it runs: as the source and as the value.

const source = createRequire(import.meta.url).resolve(
  '@prisma/client/runtime/query_compiler_bg.postgresql.wasm-base64.mjs',
);

/** The query compiler's code, which Prisma hands to `Buffer.from`. */
export const wasm = encodedIn(readFileSync(source, 'latin1'));

function encodedIn(module: string): Buffer {
  const start = module.indexOf('"') + 1;
  const end = module.indexOf('"', start);
  if (start === 0 || end === -1) throw new Error(`${source} no longer holds one string`);
  return Buffer.from(module.slice(start, end), 'base64');
}
