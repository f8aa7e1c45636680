/** How the pages are built: one template with hashed assets, and the service worker beside it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';

/** The service worker is built last: it keeps all assets of this build, so it must know their names. */
function serviceWorker(): Plugin {
  const assets: string[] = [];
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      assets.push(...Object.keys(bundle).filter((name) => name.startsWith('assets/')));
    },
    async closeBundle() {
      const template = readFileSync(join(import.meta.dirname, 'dist/index.html'));
      const version = createHash('sha256').update(template).digest('hex').slice(0, 12);
      await build({
        root: import.meta.dirname,
        configFile: false,
        publicDir: false,
        define: { ASSETS: JSON.stringify(assets.sort()), BUILD: JSON.stringify(version) },
        build: {
          emptyOutDir: false,
          modulePreload: false,
          target: TARGET,
          rolldownOptions: {
            input: 'src/board/worker/worker.ts',
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}

/** What browsers of the last five years understand. */
const TARGET = ['es2022', 'safari16.4', 'chrome108', 'firefox110'];

export default defineConfig({
  root: import.meta.dirname,
  // A proxy may put the service under a path of its own; `<base>` in the template says which.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: TARGET,
    // The policy of the pages allows no inline code, which the polyfill and small assets would be.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  plugins: [serviceWorker()],
});
