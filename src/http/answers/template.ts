/**
 * The built pages of the folder `web`, read once: the files that pages load, and templates, which are filled with the content
 * of each page. A page contains the data of its first view, so it needs no request for them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { NO_STORE } from './cache-control.ts';
import { POLICY } from './content-security-policy.ts';
import { escaped, PAGE_POLICY, page } from './page-layout.ts';

const LANGUAGE = '<html lang="en">';
const BASE = '<base href="/">';
const HEAD = '<!--head-->';
const DATA = '<!--data-->';

export const HTML = 'text/html; charset=utf-8';

/** A script or a style sheet that a template names. */
const ASSET = /"\.\/(assets\/[^"]+)"/g;

/** The parts of a template between its placeholders, and the scripts and style sheets that it names. */
export interface Template {
  beforeLanguage: string;
  beforeBase: string;
  beforeHead: string;
  beforeData: string;
  end: string;
  /** Relative to the base of a page. */
  assets: readonly string[];
}

/** Splits a built page at its placeholders. @returns `undefined` where one is missing */
function templateOf(text: string): Template | undefined {
  const [beforeLanguage, afterLanguage = ''] = split(text, LANGUAGE);
  const [beforeBase, afterBase = ''] = split(afterLanguage, BASE);
  const [beforeHead, afterHead = ''] = split(afterBase, HEAD);
  const [beforeData, end] = split(afterHead, DATA);
  if (end === undefined) return undefined;
  const assets = Array.from(text.matchAll(ASSET), ([, name = '']) => name);
  return { beforeLanguage, beforeBase, beforeHead, beforeData, end, assets };
}

/** The text before and after the first `mark`; without `after` where there is none. */
function split(text: string, mark: string): [before: string, after?: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** The content of a page. */
export interface Filling {
  /** How users reach the service. */
  publicUrl: string;
  /** BCP 47 tag; English unless given. */
  language?: string;
  /** HTML. */
  head: string;
  /** HTML that stands in the body. */
  body?: string;
  /** The data that the page shows. */
  json: string;
}

/** The HTML of a page. */
export function fillTemplate(template: Template, filling: Filling): string {
  return startOfPage(template, filling) + inScript(filling.json) + endOfPage(template);
}

/** The HTML of a page before its data. */
export function startOfPage(
  { beforeLanguage, beforeBase, beforeHead, beforeData }: Template,
  { publicUrl, language = 'en', head, body = '' }: Omit<Filling, 'json'>,
): string {
  const html = `<html lang="${language}">`;
  const base = `<base href="${escaped(basePath(publicUrl))}">`;
  const data = '<script type="application/json" id="data">';
  return beforeLanguage + html + beforeBase + base + beforeHead + head + beforeData + body + data;
}

/** The HTML of a page after its data. */
export function endOfPage({ end }: Template): string {
  return `</script>${end}`;
}

/** Characters of JSON that are escaped inside a script. */
const NOT_IN_SCRIPT = ['<', '\u2028', '\u2029'];

/** JSON for the script of a page, as `inScript`; mostly the same buffer, because nothing needs escaping. */
export function bytesInScript(json: Buffer): Buffer {
  const isPlain = NOT_IN_SCRIPT.every((character) => !json.includes(character));
  return isPlain ? json : Buffer.from(inScript(json.toString()));
}

/** The path under which users reach the service, with a slash at its end. */
export function basePath(publicUrl: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/`;
}

/** JSON escaped so that nothing in it can end the script that contains it. */
export function inScript(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Header fields of pages and of the files that they load, names and values in turn. */
export function pageFields(cacheControl: string, policy = POLICY): string[] {
  return [
    ...['cache-control', cacheControl, 'content-security-policy', policy],
    ...['referrer-policy', 'no-referrer'],
  ];
}

/** Sent in place of every page while there are no templates, with 503. */
export const NOT_BUILT = {
  html: page(
    'The pages have not been built',
    '.',
    `<h1>The pages have not been built</h1>
<p>The API answers. To build the pages, run <code>npm run build</code> where the service is installed, and
start it again.</p>`,
  ),
  fields: pageFields(NO_STORE, PAGE_POLICY),
};

const FOLDER = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

interface Dist {
  /** By file name; none when the pages have not been built. */
  templates: ReadonlyMap<string, Template>;
  /** Files that are served unchanged, by path without a leading slash. */
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
      // The library of `/docs` is large and read by the module that serves it; manifests are only for the service.
      if (!name.startsWith('docs/') && !name.endsWith('manifest.json'))
        files.set(name, readFileSync(path));
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

/** Vite's manifest, by the path of a module below `web`: its built files, and in `imports` the keys of further modules. */
export type Manifest = Readonly<
  Record<string, { file: string; css?: string[]; imports?: string[] }>
>;

/** Reads the manifest of a build; an empty one where the pages have not been built. */
export function readManifest(name: string): Manifest {
  const path = join(FOLDER, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
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
