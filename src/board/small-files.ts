/** Files that programs request from every site, and redirects from addresses with superfluous slashes to pages. */
import { mapInSlices } from '../concurrency/long-work.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from '../http/answers/answer.ts';
import { ONE_HOUR, PUBLIC_CACHE } from '../http/answers/cache-control.ts';
import { escaped } from '../http/answers/page-layout.ts';
import { basePath } from '../http/answers/template.ts';
import type { Exchange } from '../http/exchange.ts';
import { pageUrl } from '../notify/messages/message.ts';
import type { Board, PublicRoute } from './board.ts';
import { publishedText } from './pages/page-cache.ts';
import { languagesOf } from './pages/page-frame.ts';

export const SMALL_FILES: readonly PublicRoute[] = [
  ['GET', '/robots.txt', getRobots],
  ['GET', '/sitemap.xml', getSitemap],
  ['GET', '/favicon.ico', getFavicon],
  ['GET', '/logo', getLogo],
];

/** GET /robots.txt: search engines may read pages, and leave out what is for programs and for people who sign in. */
function getRobots({ settings }: Board): Answer {
  const { publicUrl } = settings;
  const base = basePath(publicUrl);
  const closed = ['console', 'v1', 'board/api'].map((path) => `Disallow: ${base}${path}`);
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': ONE_HOUR },
    body: ['User-agent: *', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n'),
  };
}

/** GET /sitemap.xml: the pages of the events that search engines may list, each in all languages. */
async function getSitemap({ documents, pages, settings }: Board): Promise<Answer> {
  const eventIds = await documents.indexedEvents();
  return pages.cache.get('sitemap', eventIds, async () => {
    const parts = await mapInSlices(eventIds, (id) =>
      sitemapEntry(pageUrl(settings.publicUrl, id, '')),
    );
    const text = [SITEMAP_HEAD, ...parts, '</urlset>', ''].join('\n');
    return publishedText(text, ['application/xml; charset=utf-8', 'cache-control', PUBLIC_CACHE]);
  });
}

const SITEMAP_HEAD = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`;

/** The entry of a page, with its addresses in each language. */
function sitemapEntry(url: string): string {
  const links = languagesOf(url).map(
    ({ hreflang, href }) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}"/>`,
  );
  return `<url><loc>${escaped(url)}</loc>${links.join('')}</url>`;
}

/** GET /favicon.ico: browsers request it where a page names no picture, such as a problem document. */
function getFavicon({ pages }: Board): Answer {
  return pages.favicon ?? new Refusal('route_not_found', 'The pages have not been built.');
}

/** GET /logo */
function getLogo({ logo }: Board): Answer {
  return logo ?? new Refusal('route_not_found', 'There is no logo: LOGO_FILE is not set.');
}

/**
 * Redirects to a page from its address with superfluous slashes, at the end or in a row; `undefined` for other addresses. The
 * target begins with the path of this service and one slash, so it leads to no other host, whatever stands in the address.
 *
 * @param paths of pages and files, such as `/events/:eventId`
 */
export function redirectWithoutSlashes(
  paths: readonly string[],
  publicUrl: string,
): (exchange: Exchange) => Answer | undefined {
  const page = new RegExp(
    `^(?:${paths.join('|').replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')})$`,
  );
  const base = basePath(publicUrl);
  return ({ method, request }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    // A request line may carry a whole address.
    const target = (request.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '');
    const [path = '', ...query] = target.split('?');
    const right = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    if (right === path || !page.test(right)) return undefined;
    const location = [base + right.slice(1), ...query].join('?');
    return { status: 308, headers: { location, 'cache-control': ONE_HOUR }, body: '' };
  };
}
