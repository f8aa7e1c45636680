/** Exports an event as a site of plain files: as files for the command line, as an archive for a download. */
import pLimit from 'p-limit';
import { runInThread } from '../../concurrency/run-in-thread.ts';
import { buildBoard, loadBoard } from '../../documents/build-board.ts';
import { Refusal } from '../../domain/refusal.ts';
import { mintVapidKeys } from '../../notify/push/push-crypto.ts';
import type { Picture } from '../../settings.ts';
import { provideVapidKeys } from '../../storage/accounts/installation.ts';
import type { Database } from '../../storage/engine/database.ts';
import { findLogo } from '../../storage/event/events.ts';
import { LANGUAGE_CODES, type Language, languageOf } from '../../words/languages.ts';
import { domainOf } from '../calendar.ts';
import type { SiteJob, siteArchive } from './site-files.ts';

interface SiteChoice extends Pick<SiteJob, 'languages' | 'publicUrl'> {
  /** Whether a draft is exported, too, as it would be published. */
  withDraft: boolean;
  /** The logo for an event that has none of its own. */
  defaultLogo: Picture | undefined;
}

/**
 * Loads what the site of an event is made from, as it is at one moment.
 *
 * @returns a refusal where the public sees no page of the event, unless `withDraft` is set
 */
export async function siteJob(
  database: Database,
  eventId: number,
  { withDraft, defaultLogo, languages, publicUrl }: SiteChoice,
): Promise<SiteJob | Refusal> {
  const { loaded, logo = defaultLogo } = await database.snapshot(async (tx) => ({
    loaded: await loadBoard(tx, eventId, undefined, withDraft),
    logo: await findLogo(tx, eventId),
  }));
  if (!loaded) return new Refusal('conflict', 'There is no published schedule: publish it first.');
  const { representation, isIndexed } = await buildBoard(loaded, undefined);
  const now = Date.now();
  const { publicKey } = await provideVapidKeys(database, mintVapidKeys, now);
  const domain = domainOf(publicKey);
  return { document: representation.identity, isIndexed, languages, publicUrl, domain, now, logo };
}

/** Two sites are made at the same time; others wait. */
const oneOfFew = pLimit(2);

/** @returns the site as an archive (ZIP); `undefined` if it has too many files for one @throws what the thread has thrown */
export function zippedSite(job: SiteJob): Promise<Uint8Array | undefined> {
  const module = new URL('site-files.ts', import.meta.url);
  return oneOfFew(() => runInThread<typeof siteArchive>(module, 'siteArchive', job));
}

/**
 * Reads a list of languages, such as `de,en`; each counts once.
 *
 * @returns the languages, none for an empty text; as `wrong`, the first part that is no language of the board
 */
export function readLanguages(text: string): { languages: Language[]; wrong?: string } {
  const parts = text === '' ? [] : text.split(',').map((part) => part.trim());
  const languages: Language[] = [];
  for (const part of parts) {
    const language = languageOf(part);
    if (!language) return { languages, wrong: part };
    if (!languages.includes(language)) languages.push(language);
  }
  return { languages };
}

/** The codes of all languages, as messages list them. */
export const LANGUAGE_LIST = LANGUAGE_CODES.join(', ');
