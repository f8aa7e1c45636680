/**
 * The pages of the console. All are one template: the page finds out from its address which one it is, and
 * asks the API of the console for what it shows.
 */
import type { PageFacts } from '../contract/console/sign-in.ts';
import { Publication } from '../http/answers/answer.ts';
import { NO_STORE } from '../http/answers/cache-control.ts';
import { Representation, tagOf } from '../http/answers/representation.ts';
import {
  assetNames,
  fillTemplate,
  HTML,
  NOT_BUILT,
  pageFields,
  readTemplate,
} from '../http/answers/template.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import type { Settings } from '../settings.ts';
import { languagesOf } from './sign-in/links.ts';

const TEMPLATE = 'console.html';
/** What the console says in a language, as `web/vite.config.ts` names it. */
const TRANSLATION = /^console-([a-z]{2,3})-[\w-]{8}\.js$/;
/** Is part of the script. */
const ENGLISH = 'en';
const HEAD = [
  '<title>Running Order</title>',
  '<meta name="robots" content="noindex">',
  // Not in the template, whose build knows only the files of its own bundle.
  '<link rel="icon" href="./icon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="./apple-touch-icon.png">',
].join('\n');

/** As `pageAt` of `web/src/console/routing.ts` knows them. */
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
  '/console/events/:eventId',
  ...['programme', 'crews', 'races', 'progression', 'day', 'publish', 'history', 'hand-outs'].map(
    (part) => `/console/events/:eventId/${part}`,
  ),
  '/console/events/:eventId/races/:raceId',
  '/console/people',
  '/console/installation',
];

/** A window of another site that has opened a page, or that it opens, cannot reach into it; and it needs no devices. */
const ISOLATION = [
  ...['cross-origin-opener-policy', 'same-origin'],
  ...['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
];

/**
 * A row for each page. Nothing in a page is about anybody, so all are the same bytes, save that they name the words that
 * a browser's language needs, which come together with the script then.
 */
export function pageRoutes({ publicUrl, mail }: Settings): Route[] {
  const facts: PageFacts = { publicUrl, hasMail: mail !== undefined };
  const english = pageOf(publicUrl, facts, HEAD);
  const pages = new Map([[ENGLISH, english]]);
  for (const name of assetNames()) {
    const [, language] = TRANSLATION.exec(name) ?? [];
    // Does not wait for its turn among the scripts: what asks for it goes first.
    const script = `<script type="module" async src="./assets/${name}"></script>`;
    if (language) pages.set(language, pageOf(publicUrl, facts, `${HEAD}\n${script}`));
  }
  const handle = (exchange: Exchange) => {
    const codes = languagesOf(exchange, null).map(
      (tag) => tag.toLowerCase().split('-', 1)[0] ?? '',
    );
    return pages.get(codes.find((code) => pages.has(code)) ?? ENGLISH) ?? english;
  };
  return CONSOLE_PAGES.map((path) => ({ method: 'GET', path, handle }));
}

function pageOf(publicUrl: string, facts: PageFacts, head: string): Publication {
  const template = readTemplate(TEMPLATE);
  const html = template
    ? fillTemplate(template, { publicUrl, head, json: JSON.stringify(facts) })
    : NOT_BUILT.html;
  return new Publication(
    new Representation(tagOf(html), Buffer.from(html), 'low'),
    HTML,
    [...(template ? pageFields(NO_STORE) : NOT_BUILT.fields), ...ISOLATION],
    template ? 200 : 503,
  );
}
