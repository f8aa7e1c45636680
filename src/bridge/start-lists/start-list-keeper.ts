/**
 * Keeps the start lists of the timing computer up to date with the schedule, and notes which races FinishLynx has opened
 * since their draw changed (formats.md §6.2, requirements 18 to 21).
 */
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type StartListOptions,
  writeStartList,
} from '../../exchange/finishlynx/write-start-list.ts';
import type { Requests } from '../files/state-files.ts';
import { endOf, type RaceRow } from '../judge.ts';
import {
  type KeptNumbers,
  keptNumbers,
  type Ledger,
  withKeptNumbers,
  withOpened,
} from '../ledger.ts';
import type { WriterParts } from '../post-starts.ts';
import { raceKeyOf, type Schedule } from '../schedule.ts';
import type { ServiceLink } from '../service-link.ts';
import {
  planStartListFiles,
  readKeptNumbers,
  type StartListPlace,
  troubleOf,
  type WriteTrouble,
  writeStartListFiles,
} from './start-list-files.ts';
import { planStartLists, type StartLists } from './start-lists.ts';

export interface StartListSettings extends StartListPlace {
  eventId: number;
  written: StartListOptions;
  /** Whether start lists are also written of a schedule that is not published. */
  includesDrafts: boolean;
  /** YYYY-MM-DD at the venue; `null` for all days. */
  day: string | null;
}

/** A network share that does not answer is reported after this time. */
const MAX_MILLIS = 10_000;

export class StartListKeeper {
  /** Why the files do not match the schedule; `null` while they do. */
  trouble: WriteTrouble | null = null;
  private readonly settings: StartListSettings;
  private readonly parts: WriterParts;
  private lastReadMillis = Number.NEGATIVE_INFINITY;
  private told = '';
  private toldNumbers = '';
  private toldReopen: ReadonlySet<string> = new Set();
  private underWay: Promise<void> | null = null;

  constructor(settings: StartListSettings, parts: WriterParts) {
    this.settings = settings;
    this.parts = parts;
  }

  /** Whether the schedule has been read since it was last compared with the files. */
  isDue({ readMillis, schedule }: ServiceLink): boolean {
    return schedule !== null && this.lastReadMillis < readMillis;
  }

  /** Writes the files that have changed. @param isTrial logs what would be written, and writes nothing */
  async keep(isTrial: boolean): Promise<void> {
    const { link } = this.parts;
    const { schedule, clubs, closed, withdrawn, readMillis } = link;
    if (schedule === null) return;
    this.underWay ??= this.keepAs({ schedule, clubs, closed, withdrawn }, isTrial).finally(() => {
      this.lastReadMillis = readMillis;
      this.underWay = null;
    });
    const isLate = delay(MAX_MILLIS, true, { ref: false });
    if (await Promise.race([this.underWay, isLate])) {
      const reason = `${this.settings.folder} does not answer`;
      this.trouble = { reason, isRefused: false };
      this.tell(listsNotWritten(reason));
    }
  }

  private async keepAs(
    source: Pick<ServiceLink, 'clubs' | 'closed' | 'withdrawn'> & { schedule: Schedule },
    isTrial: boolean,
  ): Promise<void> {
    const { ledger, store } = this.parts;
    if (source.schedule.status === 'draft' && !this.settings.includesDrafts) {
      this.trouble = null;
      return this.tell('No start lists of a draft: publish the schedule, or use --draft.');
    }
    const kept = await this.readKept(source.schedule);
    if (kept === undefined) return;
    const plan = (before: Ledger) =>
      planStartLists(kept ? withKeptNumbers(before, kept) : before, {
        ...source,
        day: this.settings.day,
      });
    // Numbers are stored in the ledger before a start list shows them.
    const step = (one: Ledger) => plan(one).ledger;
    if (!isTrial && !(await store(() => ledger.change(step)))) {
      this.trouble = { reason: 'the ledger cannot be written', isRefused: false };
      return;
    }
    const planned = plan(ledger.current);
    await this.write(planned, isTrial);
    if (!this.trouble && !isTrial) this.tellNumbers(planned);
  }

  /** @returns the numbers beside the files; `null` if none; `undefined` if they are of another event, or cannot be read */
  private async readKept(schedule: Schedule): Promise<KeptNumbers | null | undefined> {
    const { settings, parts } = this;
    try {
      const kept = await readKeptNumbers(settings);
      if (!kept || isOfEvent(kept, settings.eventId, schedule, parts.ledger.current)) return kept;
      if (settings.takeOver) return null;
      const reason = `the start lists in ${settings.folder} are those of another event: name another folder, or --take-over`;
      this.trouble = { reason, isRefused: true };
    } catch (error) {
      this.trouble = troubleOf(error, settings.folder);
    }
    this.tell(listsNotWritten(this.trouble.reason));
    return undefined;
  }

  private async write({ ledger, races }: StartLists, isTrial: boolean): Promise<void> {
    const { settings } = this;
    const contents = writeStartList(races, settings.written);
    const kept = keptNumbers(ledger, settings.eventId);
    const files = await planStartListFiles(settings, contents, kept);
    if ('reason' in files) {
      this.trouble = files;
    } else {
      this.trouble = isTrial ? null : await writeStartListFiles(settings, files);
      const names = files.map(({ path }) => basename(path)).filter((name) => !name.startsWith('.'));
      const count = `${races.length} ${races.length === 1 ? 'race' : 'races'}`;
      const line = `${isTrial ? 'Would write' : 'Wrote'} start lists of ${count}: ${names.join(', ')}.`;
      if (!this.trouble && names.length > 0) this.tell(line, !isTrial);
    }
    if (this.trouble) this.tell(listsNotWritten(this.trouble.reason));
  }

  /** Logs, once the files are written, which races have another number in them, and which are to be opened again. */
  private tellNumbers({ ledger, renumbered }: StartLists): void {
    const pairs = renumbered.map(({ raceNumber, event }) => `race ${raceNumber} is event ${event}`);
    const line = `In FinishLynx, ${pairs.join(', ')}.`;
    if (pairs.length > 0 && line !== this.toldNumbers) this.parts.log(line);
    this.toldNumbers = line;
    const toReopen = Object.entries(ledger.numbers).filter(([, { reopen }]) => reopen);
    for (const [event] of toReopen) {
      if (!this.toldReopen.has(event)) {
        this.parts.log(`Reopen event ${event} in FinishLynx: its draw has changed.`);
      }
    }
    this.toldReopen = new Set(toReopen.map(([event]) => event));
  }

  /** Logs a line, but not twice in a row. @param isNews logs it in any case */
  private tell(line: string, isNews = false): void {
    if (isNews || line !== this.told) this.parts.log(line);
    this.told = line;
  }
}

/** @param reason of a `WriteTrouble` */
export function listsNotWritten(reason: string): string {
  return `The start lists are not written: ${reason}.`;
}

/** Whether the numbers beside the start lists are those of this regatta, and not of another one with the same event id. */
function isOfEvent(
  { eventId, numbers }: KeptNumbers,
  ownId: number,
  schedule: Schedule,
  ledger: Ledger,
): boolean {
  const races = new Set(schedule.races.map(raceKeyOf));
  const entries = Object.entries(numbers);
  const isKnown = ([number, { race }]: (typeof entries)[number]) =>
    races.has(race) || ledger.numbers[number]?.race === race;
  return eventId === ownId && (entries.length === 0 || races.size === 0 || entries.some(isKnown));
}

/**
 * Records as opened in FinishLynx the races with a new file, and those that a person has confirmed with `--accept`.
 *
 * @param rows the newest file of a race comes first
 * @param store returns whether the ledger could be written
 */
export async function noteOpened(
  rows: readonly RaceRow[],
  { ledger, link, requests }: Pick<WriterParts, 'ledger' | 'link'> & { requests: Requests },
  store: WriterParts['store'],
): Promise<void> {
  // A file that is parked may well be one of the old draw.
  const hashes = rows.flatMap(({ race, hash, state }): [string, string][] =>
    race !== null && hash !== null && state !== 'parked' ? [[race, hash]] : [],
  );
  const files = new Map(hashes.toReversed());
  const confirmed = requests.keys('accept', link.schedule);
  const before = ledger.current;
  if (withOpened(before, files, confirmed) === before) return;
  if (!(await store(() => ledger.change((one) => withOpened(one, files, confirmed))))) return;
  // If results of the race wait for this acceptance, too, the post deletes the request.
  const held = new Set(rows.filter((row) => endOf(row) === 'left').map(({ race }) => race));
  for (const { race, reopen } of Object.values(before.numbers)) {
    if (reopen && confirmed.has(race) && !held.has(race)) await requests.done(race);
  }
}
