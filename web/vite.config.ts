/**
 * How the pages are built: each HTML file of this folder is a template with a bundle of its own.
 * `index.html` is the one of the public pages, with their service worker beside it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defineConfig, type InlineConfig, mergeConfig, type Plugin } from 'vite';
import { licenceTexts, partsOf } from '../scripts/parts.ts';
import { docsLibrary } from './docs-library.ts';

const ROOT = import.meta.dirname;
const PUBLIC_TEMPLATE = 'index.html';
const CONSOLE_TEMPLATE = 'console.html';
const CONSOLE_TRANSLATION = /\/src\/console\/words\/(later-)?translations\//;
/** What browsers of the last five years understand. */
const TARGET = ['es2022', 'safari16.4', 'chrome108', 'firefox110'];
/** Leaves the public bundle in the output folder. */
const BESIDE_PUBLIC: InlineConfig = { publicDir: false, build: { emptyOutDir: false } };

/**
 * What several parts of the race office share comes in three files: a browser asks for six at a time, and with one bar
 * of signal each round takes half a second. The first group holds what all pages need, the second the frame of the
 * office, the third what its pages about races share; without the ones before, each would take them along.
 */
const FEW_CHUNKS = {
  groups: [
    {
      name: 'core',
      test: /node_modules\/@?preact|src\/shared\/(?!page\/event-stream|words\/translations)|src\/console\/(components\/(?!left-in-files)|pages\/|documents\/|account\/)|src\/console\/[^/]+$|src\/console\/words\/(?!office-|erasure|account-pages)[^/]+$|src\/domain\/(accounts\/installation-rules\.|lists\/|text\/)/,
      minShareCount: 2,
      priority: 2,
    },
    {
      name: 'office-frame',
      test: /src\/console\/(office\/((frame|conflicts|table)\/(?!edit-|row-|table-state|side-panel|reason-dialog|conflict-dialog|conflict-texts)[^/]+$|[^/]+$|withdrawn\/entries\.|.*\/(field-entry|attention-items)\.)|words\/office-frame)|src\/(domain|contract)\//,
      minShareCount: 2,
      maxModuleSize: 12_000,
      priority: 1,
    },
    {
      name: 'race-parts',
      test: /src\/console\/(office\/races\/|words\/office-races)/,
      minShareCount: 2,
    },
  ],
};

function bundleOf(template: string): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    // A proxy may put the service under a path of its own; `<base>` in the template says which.
    base: './',
    plugins: [licenceNote()],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      target: TARGET,
      // The policy of the pages allows no inline code, which the polyfill and small assets would be.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: true,
      // From it the service knows what a part of the race office loads (`src/console/pages.ts`).
      manifest: template === CONSOLE_TEMPLATE && 'console-manifest.json',
      rolldownOptions: {
        input: join(ROOT, template),
        ...(template === CONSOLE_TEMPLATE && {
          output: { codeSplitting: FEW_CHUNKS, chunkFileNames: nameOfConsoleChunk },
        }),
      },
    },
  };
}

/** Translations of the console are told from those of the public pages by their names, in `src/console/pages.ts`. */
function nameOfConsoleChunk({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const isTranslation = facadeModuleId && CONSOLE_TRANSLATION.test(facadeModuleId);
  return `assets/${isTranslation ? 'console-' : ''}[name]-[hash].js`;
}

/**
 * Built after the public bundle: the service worker, which caches all assets of that bundle and must
 * know their names, and the bundles of the other templates, of which spectators load nothing.
 */
function otherBundles(): Plugin {
  const assets: string[] = [];
  return {
    name: 'other-bundles',
    apply: 'build',
    generateBundle(_options, bundle) {
      assets.push(...Object.keys(bundle).filter((name) => name.startsWith('assets/')));
    },
    async closeBundle() {
      await build(serviceWorker(assets));
      const templates = readdirSync(ROOT).filter((name) => name.endsWith('.html'));
      for (const template of templates.filter((name) => name !== PUBLIC_TEMPLATE))
        await build(mergeConfig(bundleOf(template), BESIDE_PUBLIC));
    },
  };
}

/** Says in each bundle where the licences of its parts are, which want to go along with every copy. */
function licenceNote(): Plugin {
  return {
    name: 'licence-note',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.isEntry) {
          chunk.code = `/*! Licences of the parts: licences.txt */\n${chunk.code}`;
        }
      }
    },
  };
}

/** The licences of what is built into the pages, as `/licences.txt`. */
function licences(): Plugin {
  const root = join(ROOT, '..');
  return {
    name: 'licences',
    apply: 'build',
    closeBundle() {
      writeFileSync(join(ROOT, 'dist/licences.txt'), licenceTexts(root, partsOf(root, ['web'])));
    },
  };
}

function serviceWorker(assets: string[]): InlineConfig {
  const template = readFileSync(join(ROOT, 'dist', PUBLIC_TEMPLATE));
  const version = createHash('sha256').update(template).digest('hex').slice(0, 12);
  return mergeConfig(BESIDE_PUBLIC, {
    root: ROOT,
    configFile: false,
    define: { ASSETS: JSON.stringify(assets.sort()), BUILD: JSON.stringify(version) },
    build: {
      modulePreload: false,
      target: TARGET,
      rolldownOptions: {
        input: 'src/board/worker/worker.ts',
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}

export default defineConfig({
  ...bundleOf(PUBLIC_TEMPLATE),
  plugins: [licenceNote(), otherBundles(), docsLibrary(), licences()],
});
