/**
 * The pages of the console. All are made from one template: a page finds out from its address which one it is, and
 * requests its data from the API of the console.
 */
import type { OfficePart } from '../contract/console/office.ts';
import type { PageFacts } from '../contract/console/sign-in.ts';
import { Publication } from '../http/answers/answer.ts';
import { NO_STORE } from '../http/answers/cache-control.ts';
import { Representation, tagOf } from '../http/answers/representation.ts';
import {
  assetNames,
  basePath,
  fillTemplate,
  HTML,
  type Manifest,
  NOT_BUILT,
  pageFields,
  readManifest,
  readTemplate,
  type Template,
} from '../http/answers/template.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import type { Settings } from '../settings.ts';
import { languagesOf } from './sign-in/links.ts';

const TEMPLATE = 'console.html';
/** The manifest of its build, as `web/vite.config.ts` names it. */
const MANIFEST = 'console-manifest.json';
/** The file with the words of the console in a language, as `web/vite.config.ts` names it. */
const TRANSLATION = /^console-([a-z]{2,3})-[\w-]{8}\.js$/;
/** The language whose words are part of the script. */
const ENGLISH = 'en';
const HEAD = [
  '<title>Running Order</title>',
  '<meta name="robots" content="noindex">',
  // Not in the template, whose build knows only the files of its own bundle.
  '<link rel="icon" href="./icon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="./apple-touch-icon.png">',
].join('\n');

const EVENT = '/console/events/:eventId';
const EVENT_ID = /^[1-9]\d{0,14}$/;

/** The parts whose address ends with their name; the overview has the address of the event. */
const PARTS: readonly OfficePart[] = [
  ...(['programme', 'crews', 'races', 'progression'] as const),
  ...(['day', 'publish', 'history', 'hand-outs'] as const),
];

/** The pages of a race office, and the folder of each in `web/src/console/office`. */
const OFFICE_PAGES: ReadonlyMap<string, OfficePart> = new Map([
  [EVENT, 'overview'],
  ...PARTS.map((part) => [`${EVENT}/${part}`, part] as const),
  [`${EVENT}/races/:raceId`, 'races'],
]);

/** The paths of all pages, as `pageAt` of `web/src/console/routing.ts` knows them. */
export const CONSOLE_PAGES = [
  '/console',
  '/console/',
  '/console/sign-in',
  '/console/set-up',
  '/console/invitation',
  '/console/account',
  '/console/account/keys/:keyPrefix',
  '/console/clubs/:clubId',
  '/console/events/new',
  ...OFFICE_PAGES.keys(),
  '/console/people',
  '/console/installation',
];

/** Denies access to a page from windows of other sites that opened it or that it opens; and pages use no devices. */
const ISOLATION = [
  ...['cross-origin-opener-policy', 'same-origin'],
  ...['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
];

/**
 * A route for each page. Pages contain no data of people, so there is one for each language: it names the file with the words
 * of the browser's language, which then loads together with the script. The header `link` names all that a page loads.
 */
export function pageRoutes(settings: Settings): Route[] {
  const { publicUrl } = settings;
  const template = readTemplate(TEMPLATE);
  const pages = template && pagesByLanguage(template, settings);
  const notBuilt = new Publication(
    representationOf(NOT_BUILT.html),
    HTML,
    [...NOT_BUILT.fields, ...ISOLATION],
    503,
  );
  const chunks = readManifest(MANIFEST);
  return CONSOLE_PAGES.map((path) => {
    const part = OFFICE_PAGES.get(path);
    const assets = new Set([...(template?.assets ?? []), ...officeAssets(chunks, part)]);
    const handle = (exchange: Exchange) => {
      if (!pages) return notBuilt;
      const { eventId = '' } = exchange.params;
      const documents = part && EVENT_ID.test(eventId) ? documentsOf(eventId) : [];
      return new Publication(pageFor(exchange, pages), HTML, [
        ...pageFields(NO_STORE),
        ...['link', preloads(publicUrl, [...documents, ...assets])],
        ...ISOLATION,
      ]);
    };
    return { method: 'GET', path, handle };
  });
}

function representationOf(html: string): Representation {
  return new Representation(tagOf(html), Buffer.from(html), 'low');
}

function pagesByLanguage(
  template: Template,
  { publicUrl, mail }: Settings,
): Map<string, Representation> {
  const facts: PageFacts = { publicUrl, hasMail: mail !== undefined };
  const json = JSON.stringify(facts);
  const pageOf = (head: string) =>
    representationOf(fillTemplate(template, { publicUrl, head, json }));
  const pages = new Map([[ENGLISH, pageOf(HEAD)]]);
  for (const name of assetNames()) {
    const [, language] = TRANSLATION.exec(name) ?? [];
    // `async`, so that it has no place in the order of scripts: the script that imports it may run first.
    const script = `<script type="module" async src="./assets/${name}"></script>`;
    if (language) pages.set(language, pageOf(`${HEAD}\n${script}`));
  }
  return pages;
}

function pageFor(exchange: Exchange, pages: ReadonlyMap<string, Representation>): Representation {
  const codes = languagesOf(exchange, null).map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '');
  return pages.get(codes.find((code) => pages.has(code)) ?? ENGLISH) as Representation;
}

/** The files that a part of the race office loads in addition to those that the template names. */
function officeAssets(chunks: Manifest, part: OfficePart | undefined): Set<string> {
  const assets = new Set<string>();
  const add = (module: string) => {
    const { file, css = [], imports = [] } = chunks[module] ?? {};
    for (const name of [file, ...css]) if (name) assets.add(name);
    imports.forEach(add);
  };
  if (part) {
    add('src/console/office/frame/office-page.tsx');
    add(`src/console/office/${part}/${part}.tsx`);
  }
  return assets;
}

/**
 * The value of the header field `link`, by which a browser requests what a page loads before it has read the page (RFC 8288;
 * HTML, `preload`).
 *
 * @param names of scripts, style sheets and documents, relative to the base of pages, in the order in which they are needed
 */
function preloads(publicUrl: string, names: readonly string[]): string {
  const relation = (name: string) => {
    if (name.endsWith('.js')) return 'modulepreload';
    return name.endsWith('.css') ? 'preload; as=style' : 'preload; as=fetch';
  };
  const base = basePath(publicUrl);
  return names.map((name) => `<${base}${name}>; rel=${relation(name)}; crossorigin`).join(', ');
}

/** The documents that every part of a race office requests first (`preloadOffice` of `web/src/console/main.tsx`). */
function documentsOf(eventId: string): string[] {
  return ['session', `events/${eventId}/office`].map((path) => `console/api/${path}`);
}
