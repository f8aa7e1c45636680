/** The built pages of the folder `web`, read once: templates, and the files that they ask for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type Template, templateOf } from './answers/template.ts';

const FOLDER = fileURLToPath(new URL('../../web/dist/', import.meta.url));

interface Dist {
  /** By file name; none when the pages have not been built. */
  templates: ReadonlyMap<string, Template>;
  /** What is served as it is, by path, without a slash in front. */
  files: ReadonlyMap<string, Buffer>;
}

/** Reads the built pages; when there are none, the log says how to build them. */
export function readDist(log: Logger): Dist {
  const files = new Map<string, Buffer>();
  try {
    for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(FOLDER.length).replaceAll('\\', '/');
      // The library of `/docs` is large, and read by whoever shows it.
      if (!name.startsWith('docs/')) files.set(name, readFileSync(path));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const templates = new Map<string, Template>();
  for (const [name, bytes] of files) {
    if (!name.endsWith('.html')) continue;
    const template = templateOf(bytes.toString());
    if (template) templates.set(name, template);
    files.delete(name);
  }
  if (templates.size === 0)
    log.error('the pages have not been built, only the API answers: npm run build');
  return { templates, files };
}

/** Reads one template; nothing where the pages have not been built. */
export function readTemplate(name: string): Template | undefined {
  try {
    return templateOf(readFileSync(join(FOLDER, name), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The names of the built files that pages load; none where the pages have not been built. */
export function assetNames(): string[] {
  const assets = join(FOLDER, 'assets');
  return existsSync(assets) ? readdirSync(assets) : [];
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The media type of a file, by its name. */
export function typeOf(name: string): string {
  return TYPES[extname(name)] ?? 'application/octet-stream';
}
