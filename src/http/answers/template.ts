/**
 * The built pages of the folder `web`, read once: the files that they ask for, and templates, filled with what each page is
 * about. A page shows the data that stands in it without asking for anything else.
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

/** Takes a built page apart; nothing where a placeholder is missing. */
function templateOf(text: string): Template | undefined {
  const [beforeLanguage, afterLanguage = ''] = split(text, LANGUAGE);
  const [beforeBase, afterBase = ''] = split(afterLanguage, BASE);
  const [beforeHead, afterHead = ''] = split(afterBase, HEAD);
  const [beforeData, end] = split(afterHead, DATA);
  if (end === undefined) return undefined;
  const assets = Array.from(text.matchAll(ASSET), ([, name = '']) => name);
  return { beforeLanguage, beforeBase, beforeHead, beforeData, end, assets };
}

/** The text before and after the first placeholder; nothing after when there is none. */
function split(text: string, mark: string): [before: string, after?: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** What a page is filled with. */
export interface Filling {
  /** How users reach the service. */
  publicUrl: string;
  /** BCP 47 tag; English unless given. */
  language?: string;
  /** HTML. */
  head: string;
  /** HTML that stands in the body. */
  body?: string;
  /** What the page shows. */
  json: string;
}

/** A page. */
export function fillTemplate(template: Template, filling: Filling): string {
  return startOfPage(template, filling) + inScript(filling.json) + endOfPage(template);
}

/** All that stands before the data. */
export function startOfPage(
  { beforeLanguage, beforeBase, beforeHead, beforeData }: Template,
  { publicUrl, language = 'en', head, body = '' }: Omit<Filling, 'json'>,
): string {
  const html = `<html lang="${language}">`;
  const base = `<base href="${escaped(basePath(publicUrl))}">`;
  const data = '<script type="application/json" id="data">';
  return beforeLanguage + html + beforeBase + base + beforeHead + head + beforeData + body + data;
}

/** All that stands after the data. */
export function endOfPage({ end }: Template): string {
  return `</script>${end}`;
}

/** What of JSON must not stand in a script. */
const NOT_IN_SCRIPT = ['<', '\u2028', '\u2029'];

/** JSON as it stands in a page; mostly as it is. */
export function bytesInScript(json: Buffer): Buffer {
  const isPlain = NOT_IN_SCRIPT.every((character) => !json.includes(character));
  return isPlain ? json : Buffer.from(inScript(json.toString()));
}

/** The path under which users reach the service, with a slash at its end. */
export function basePath(publicUrl: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/`;
}

/** JSON that nothing in it can end the script in which it stands. */
export function inScript(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Header fields of pages and of what they ask for, names and values in turn. */
export function pageFields(cacheControl: string, policy = POLICY): string[] {
  return [
    ...['cache-control', cacheControl, 'content-security-policy', policy],
    ...['referrer-policy', 'no-referrer'],
  ];
}

/** Stands in for every page while there are no templates; answered with 503. */
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
      // The library of `/docs` is large, and read by whoever shows it; a manifest is for the service.
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

/** What modules were built into, by their paths below `web`: names of files, and keys of what is loaded with them (Vite). */
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
