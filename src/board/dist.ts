/** The built pages of the folder `web`, read once: templates, and the files that they ask for. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const FOLDER = fileURLToPath(new URL('../../web/dist/', import.meta.url));
/** The template of the public pages. */
export const PUBLIC_TEMPLATE = 'index.html';
const BASE = '<base href="/">';
const HEAD = '<!--head-->';
const DATA = '<!--data-->';

/** The parts of the template between its placeholders. */
export interface Template {
  beforeBase: string;
  beforeHead: string;
  beforeData: string;
  end: string;
}

interface Dist {
  /** By file name; none when the pages have not been built. */
  templates: ReadonlyMap<string, Template>;
  /** What is served as it is, by path, without a slash in front. */
  files: Map<string, Buffer>;
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
  if (!templates.has(PUBLIC_TEMPLATE))
    log.error('the pages have not been built, only the API answers: npm run build');
  return { templates, files };
}

function templateOf(text: string): Template | undefined {
  const [beforeBase, afterBase = ''] = split(text, BASE);
  const [beforeHead, afterHead = ''] = split(afterBase, HEAD);
  const [beforeData, end] = split(afterHead, DATA);
  return end === undefined ? undefined : { beforeBase, beforeHead, beforeData, end };
}

/** The text before and after the first placeholder; nothing after when there is none. */
function split(text: string, mark: string): [before: string, after?: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
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
