/**
 * The pages about the installation: imprint, privacy, accessibility, and the contact for reports of a weakness. They show
 * the texts of the operator as plain text; where a text is missing, they say so.
 */
import type { Installation } from '../../contract/console/installation.ts';
import { formatInstant } from '../../contract/instant.ts';
import { MAX_KEPT_REQUESTS } from '../../contract/limits.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../contract/time-units.ts';
import { contactUri, webAddress } from '../../domain/accounts/installation-rules.ts';
import {
  BROWSER_MILLIS,
  MAX_IDLE_MILLIS,
  MAX_SESSION_MILLIS,
  SIGN_IN_HISTORY_MILLIS,
} from '../../domain/accounts/sessions.ts';
import { FAILURE_MILLIS } from '../../domain/accounts/throttle.ts';
import { Refusal } from '../../domain/refusal.ts';
import { KEEP_FOLLOWS_MILLIS, type Retention } from '../../domain/retention-rules.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { NO_STORE, PUBLIC_CACHE } from '../../http/answers/cache-control.ts';
import { escaped, PAGE_POLICY, plainPage, titleTag } from '../../http/answers/page-layout.ts';
import { basePath, HTML, pageFields } from '../../http/answers/template.ts';
import { pushHosts } from '../../notify/push/push-services.ts';
import type { Settings } from '../../settings.ts';
import { LANGUAGE_CODES, type Language } from '../../words/languages.ts';
import {
  type InstallationWords,
  installationWords,
  messageWords,
  sharedWords,
} from '../../words/words.ts';
import type { Board, PublicHandler, PublicRoute } from '../board.ts';
import { type Reader, readerOf, varyFields } from '../language.ts';
import { publishedText } from './page-cache.ts';
import {
  ABOUT_PAGES,
  type AboutPage,
  aboutLinks,
  addressLinks,
  SERVICE_NAME,
} from './page-frame.ts';

/** The path at which programs look for the contact (RFC 9116). */
const SECURITY_TXT = '/.well-known/security.txt';

export const OPERATOR_PAGES: readonly PublicRoute[] = [
  ...ABOUT_PAGES.map((name): PublicRoute => ['GET', `/${name}`, pageNamed(name)]),
  ['GET', SECURITY_TXT, getSecurityTxt],
];

/** How long the contact may be relied upon. */
const EXPIRES_MILLIS = 180 * DAY_MILLIS;

/** GET /.well-known/security.txt */
async function getSecurityTxt({ installation, settings }: Board): Promise<Answer> {
  const { contact } = await installation.current();
  if (contact === null) {
    return new Refusal(
      'route_not_found',
      'The operator of this installation has given no contact.',
    );
  }
  const expiresAt = Date.now() + EXPIRES_MILLIS;
  const lines = [
    `Contact: ${contactUri(contact)}`,
    `Expires: ${formatInstant(expiresAt - (expiresAt % DAY_MILLIS))}`,
    `Preferred-Languages: ${LANGUAGE_CODES.join(', ')}`,
    `Canonical: ${settings.publicUrl}${SECURITY_TXT}`,
  ];
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': PUBLIC_CACHE },
    body: `${lines.join('\n')}\n`,
  };
}

function pageNamed(name: AboutPage): PublicHandler {
  return async ({ pages, settings, installation }, exchange) => {
    const reader = readerOf(exchange);
    const html = (texts?: Installation) => htmlOf(name, texts, settings, reader);
    // These pages must always be there, even when the database fails before the texts were ever read.
    const texts = await Promise.resolve(installation.current()).catch(() => undefined);
    if (!texts) {
      const fields = [HTML, ...pageFields(NO_STORE, PAGE_POLICY), ...varyFields(reader)];
      return publishedText(html(), fields, 'low').value;
    }
    return pages.cache.get(`${name} ${reader.key}`, texts, () =>
      publishedText(
        html(texts),
        [HTML, ...pageFields(PUBLIC_CACHE, PAGE_POLICY), ...varyFields(reader)],
        'low',
      ),
    );
  };
}

/** `undefined` where the texts of the operator could not be read. */
type Texts = Installation | undefined;

const BODIES: Record<
  AboutPage,
  (texts: Texts, language: Language, settings: Settings) => string[]
> = { imprint, privacy, accessibility };

function htmlOf(name: AboutPage, texts: Texts, settings: Settings, reader: Reader): string {
  const { publicUrl } = settings;
  const { language } = reader;
  const home = basePath(publicUrl);
  const title = sharedWords(language)[name];
  return plainPage({
    language,
    head: [
      titleTag(`${title} · ${SERVICE_NAME}`),
      ...addressLinks(`${publicUrl}/${name}`, reader, true),
    ].join('\n'),
    home,
    body: [heading(1, title), ...BODIES[name](texts, language, settings)].join('\n'),
    footer: aboutLinks(home, language),
  });
}

function imprint(texts: Texts, language: Language): string[] {
  return ofOperator(texts, language, 'imprint');
}

function privacy(texts: Texts, language: Language, settings: Settings): string[] {
  const words = installationWords(language);
  return [
    ...privacyStatement(settings, words).flatMap(({ title, paragraphs }) => [
      heading(2, title),
      ...paragraphs.map(paragraph),
    ]),
    heading(2, words.ofOperator),
    ...ofOperator(texts, language, 'privacy'),
  ];
}

function accessibility(texts: Texts, language: Language): string[] {
  const { tests, noContact, notKnown } = installationWords(language);
  return [
    heading(2, tests.title),
    paragraph(tests.how),
    `<ul>${tests.what.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`,
    paragraph(tests.limits),
    ...(texts
      ? [paragraph(texts.contact === null ? noContact : tests.write), ...ways(texts, language)]
      : [paragraph(notKnown)]),
  ];
}

/** One text of the operator, with the operator's name and contact. */
function ofOperator(texts: Texts, language: Language, name: 'imprint' | 'privacy'): string[] {
  const { noImprint, noPrivacy, notKnown } = installationWords(language);
  if (!texts) return [paragraph(notKnown)];
  return [
    ...operator(texts, language),
    ...given(texts[name], name === 'imprint' ? noImprint : noPrivacy),
    ...ways(texts, language),
  ];
}

/** Who runs the installation. */
function operator({ operatorName }: Installation, language: Language): string[] {
  return operatorName === null
    ? []
    : [paragraph(installationWords(language).runBy(plainLine(operatorName)))];
}

/** Links to the contact and to help. */
function ways({ contact, supportUrl }: Installation, language: Language): string[] {
  const words = installationWords(language);
  const { colon } = messageWords(language);
  return [
    ...(contact === null ? [] : [way(words.contact + colon, contactUri(contact), contact)]),
    ...(supportUrl === null ? [] : [way(words.help + colon, new URL(supportUrl).href, supportUrl)]),
  ];
}

function way(title: string, href: string, text: string): string {
  return `<p>${escaped(title)}<a href="${escaped(href)}">${escaped(text)}</a></p>`;
}

/** A text with its lines and paragraphs; a link, where it is an address. @param none shown where the text is missing */
function given(text: string | null, none: string): string[] {
  if (text === null) return [paragraph(none)];
  const address = webAddress(text);
  if (address !== undefined) {
    return [`<p><a href="${escaped(new URL(address).href)}">${escaped(address)}</a></p>`];
  }
  return text
    .split(/\n\s*\n/)
    .map((part) => `<p dir="auto">${escaped(part).replaceAll('\n', '<br>\n')}</p>`);
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function heading(level: 1 | 2, text: string): string {
  return `<h${level}>${escaped(text)}</h${level}>`;
}

/** A part of the statement: whom it concerns, and a paragraph for each fact. */
interface Section {
  title: string;
  paragraphs: readonly string[];
}

/**
 * The privacy statement of this installation, made of the rules and settings that apply to it: what is stored about
 * whom, how long, with which push services, and what is logged.
 */
export function privacyStatement(
  { trustedProxies, pushOrigins, mail, backups, retention }: Settings,
  { readers, followers, crews, people, service }: InstallationWords,
): Section[] {
  const days = (millis: number) => millis / DAY_MILLIS;
  return [
    {
      title: readers.title,
      paragraphs: [
        ...[readers.noCookies, readers.onDevice, readers.address],
        ...(trustedProxies > 0 ? [readers.proxy] : []),
      ],
    },
    {
      title: followers.title,
      paragraphs: [
        followers.stored,
        followers.kept(days(KEEP_FOLLOWS_MILLIS)),
        followers.services(pushHosts(pushOrigins).join(', ')),
      ],
    },
    { title: crews.title, paragraphs: [crews.stored, ...howLongKept(retention, crews)] },
    {
      title: people.title,
      paragraphs: [
        people.stored(MAX_KEPT_REQUESTS),
        people.cookies(days(MAX_IDLE_MILLIS), days(MAX_SESSION_MILLIS), days(BROWSER_MILLIS)),
        people.signIns(days(SIGN_IN_HISTORY_MILLIS)),
        people.failures(FAILURE_MILLIS / HOUR_MILLIS),
        ...(mail ? [people.mails] : []),
      ],
    },
    {
      title: service.title,
      paragraphs: [service.log, ...(backups ? [service.backups(backups.keep)] : []), service.more],
    },
  ];
}

/** How long data of crews are kept. Events whose time is over are not removed where no folder is set for their files. */
function howLongKept(
  { eventsDays, historyDays, archiveFolder }: Retention,
  words: InstallationWords['crews'],
): string[] {
  const removed = [
    ...(eventsDays !== undefined && archiveFolder !== undefined
      ? [words.archivedKept(eventsDays)]
      : []),
    ...(historyDays !== undefined ? [words.historyKept(historyDays)] : []),
  ];
  return removed.length > 0 ? [...removed, words.othersKept] : [words.kept];
}
