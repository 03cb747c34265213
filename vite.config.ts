import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

import remixConfig from './remix.config.js';

function hasSideEffects(id: string): boolean {
  return !/\/app\/(?:features|engine|http|ui\/shortcuts)\//.test(id);
}

/**
 * Small modules that pages load together anyway. The bundler gives each set of pages a file of its own, down to a hundred
 * bytes; as one file they come in one request, and compress to a third less.
 */
const TOGETHER: [name: string, modules: RegExp][] = [
  [
    'icons',
    /lucide-react\/dist\/esm\/(?:[^/]+\.mjs$|shared\/|icons\/(?:arrow-left|arrow-up|check|chevron-left|chevron-right|copy|ellipsis|folder|images|log-out|message-circle|palette|paperclip|pen-line|plus|search|sliders-horizontal|wrench|x)\.)/,
  ],
  // Every page.
  [
    'page',
    /\/app\/ui\/(?:button|error-description|error-panel|logo|navigated|nonce|online|page-title|public-page|route-progress|skip-link|spinner|theme|toast|toast-icons|toast-region)\.tsx?$/,
  ],
  // Every page of a signed-in person.
  [
    'shell',
    /\/app\/(?:ui\/(?:banner|load-on-use|menu|texts|portrait|use-reload)|lib\/drafts|ui\/shortcuts\/(?:press|shortcuts|single-keys|use-shortcut)|engine\/events\/(?:live|numbers)|http\/(?:client|signed-out)|features\/(?:site\/texts|brand\/grounding\/selection|chat\/(?:texts|conversations\/(?:conversation-requests|use-new-chat))))\.tsx?$/,
  ],
  [
    'signed-in',
    /\/app\/features\/(?:billing\/usage\/(?:components\/tokens-provider|tokens-left)|media\/media-changes|site\/(?:maintenance\/maintenance|shell\/shell-user))\.tsx?$|icons\/circle-question-mark\./,
  ],
  // Pages on which something is asked for that costs tokens.
  [
    'asking',
    /\/app\/(?:lib\/client-key|ui\/use-file-drop|features\/(?:billing\/(?:ledger\/refused|usage\/components\/out-of-tokens)|chat\/page\/drafts))\.tsx?$|\/uuid\/dist\/|icons\/download\./,
  ],
  // The chat lab, and the pages that share most of this with it.
  [
    'answers',
    /\/app\/(?:ui\/window(?:-of|ed-list)|engine\/generation\/(?:follow-text|live-texts|state|text-events)|features\/chat\/(?:attachments\/attachment|answers\/live-answers|conversations\/settings\/titles|sharing\/components\/share-dialog|archive\/components\/conversation-export))\.tsx?$|icons\/(?:bookmark-plus|file-text|pencil|refresh-cw|share-2|triangle-exclamation-point)\./,
  ],
];

/** Places where a process can be told to die are in a build of the tests' own (docs/decisions/0041). */
export const WITHOUT_KILL_POINTS: Plugin = {
  name: 'without-kill-points',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/app/') && code.includes("killPoint('")
      ? { code: code.replace(/\bkillPoint\('[^'\n]*'\);/g, ''), map: null }
      : null,
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    WITHOUT_KILL_POINTS,
    tailwindcss(),
    remix(remixConfig),
    // Once, at the build, as small as can be: a first visit asks for some fifty files at once.
    isSsrBuild
      ? []
      : compression({
          include: /\.(?:js|mjs|css|svg|json|wasm|map)$/,
          threshold: 512,
          algorithms: ['gzip', 'brotliCompress'],
        }),
  ],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // Whole, its thousand icons would cost the server 40 MB and a tenth of a second.
  ssr: { noExternal: ['lucide-react'] },
  // Workers load what they need when they need it.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    // A page that takes one form from a feature's door must not load the others that come through it.
    rollupOptions: isSsrBuild
      ? {}
      : {
          treeshake: { moduleSideEffects: hasSideEffects },
          output: {
            manualChunks: (id) => TOGETHER.find(([, modules]) => modules.test(id))?.[0],
            // Without the machinery that they are made with, and React.
            onlyExplicitManualChunks: true,
          },
        },
  },
  // Without the entries a cold cache finds React late, optimises it twice, and the first page dies of two Reacts.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/features/**/*.tsx'],
  },
}));
