/**
 * The pages of the public. Each is the built template with what it is about filled in: words for
 * those who only read its head, such as a messenger that shows a link, and the board's data, so that
 * the page can be shown without asking for anything else.
 */
import type { Logger } from 'pino';
import type { BoardEvent } from '../contract/board.ts';
import { readDist, typeOf } from '../http/dist.ts';
import { escaped } from '../http/page-layout.ts';
import { Publication } from '../http/publication.ts';
import { Representation, tagOf } from '../http/representation.ts';
import type { BoardDocument } from '../documents/build-board.ts';
import { fillTemplate, HTML, NOT_BUILT, pageFields, type Template } from '../http/template.ts';

/** The template of the public pages. */
const PUBLIC_TEMPLATE = 'index.html';

/** A name with the content's hash in it never stands for anything else. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'no-cache';

/** Search engines leave the page out of their lists. */
const NO_INDEX = '<meta name="robots" content="noindex">';

const SERVICE_NAME = 'Running Order';
const SERVICE_DESCRIPTION = 'Running orders, draws and results of regattas.';

export class Pages {
  /** The files that pages ask for, by path. */
  readonly assets = new Map<string, Publication>();
  private readonly publicUrl: string;
  private readonly template: Template | undefined;
  /** The address of a picture of the service, if there is one. */
  private readonly image: string | undefined;
  /** By the answer that a page shows. */
  private readonly made = new WeakMap<Representation, Publication>();
  private readonly unknown: Publication;

  constructor(publicUrl: string, log: Logger) {
    this.publicUrl = publicUrl;
    const { templates, files } = readDist(log);
    this.template = templates.get(PUBLIC_TEMPLATE);
    const icons = [...files.keys()].filter((name) => /icon[\w-]*\.png$/.test(name)).sort();
    const icon = icons.find((name) => name.includes('512')) ?? icons[0];
    this.image = icon && `${publicUrl}/${icon}`;
    for (const [name, bytes] of files) {
      const cache = name.startsWith('assets/') ? FOR_GOOD : ASK_FIRST;
      const representation = new Representation(tagOf(bytes), bytes, 'most');
      this.assets.set(name, new Publication(representation, typeOf(name), pageFields(cache)));
    }
    const head = `<title>${SERVICE_NAME}</title>\n${NO_INDEX}`;
    this.unknown = this.publish(this.text(head, '{}'), 404);
  }

  /** The page that lists the regattas. */
  start(list: Representation): Publication {
    return this.page(list, () =>
      this.head(SERVICE_NAME, SERVICE_NAME, SERVICE_DESCRIPTION, `${this.publicUrl}/`),
    );
  }

  /** The page of a board, in all its forms; the same for every event that has none. */
  board(document: BoardDocument | undefined): Publication {
    if (!document) return this.unknown;
    const { event, isTrial, representation } = document;
    return this.page(representation, () => {
      const title = `${event.name} · ${SERVICE_NAME}`;
      const url = `${this.publicUrl}/events/${event.id}`;
      const head = this.head(title, event.name, describe(event), url);
      return isTrial ? `${head}\n${NO_INDEX}` : head;
    });
  }

  private page(data: Representation, head: () => string): Publication {
    let made = this.made.get(data);
    if (!made) {
      made = this.publish(this.text(head(), data.identity.toString()), 200);
      this.made.set(data, made);
    }
    return made;
  }

  private publish(text: string | undefined, status: number): Publication {
    const html = text ?? NOT_BUILT.html;
    const representation = new Representation(tagOf(html), Buffer.from(html), 'low');
    return text === undefined
      ? new Publication(representation, HTML, NOT_BUILT.fields, 503)
      : new Publication(representation, HTML, pageFields(ASK_FIRST), status);
  }

  /** @param json what the page shows */
  private text(head: string, json: string): string | undefined {
    return this.template && fillTemplate(this.template, this.publicUrl, head, json);
  }

  private head(title: string, name: string, description: string, url: string): string {
    const meta = (key: 'name' | 'property', of: string, content: string | undefined) =>
      content === undefined ? [] : [`<meta ${key}="${of}" content="${escaped(content)}">`];
    return [
      `<title>${escaped(title)}</title>`,
      ...meta('name', 'description', description),
      `<link rel="canonical" href="${escaped(url)}">`,
      ...meta('property', 'og:type', 'website'),
      ...meta('property', 'og:site_name', SERVICE_NAME),
      ...meta('property', 'og:title', name),
      ...meta('property', 'og:description', description),
      ...meta('property', 'og:url', url),
      ...meta('property', 'og:image', this.image),
    ].join('\n');
  }
}

const DATES = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** When and where. */
function describe({ startDate, endDate, city, countryCode }: BoardEvent): string {
  const dates = DATES.formatRange(new Date(startDate), new Date(endDate));
  return [dates, city, countryCode].filter((part) => part !== '').join(', ');
}
