/**
 * Erasing a crew's name from an event (adoption, "Names and persons"): which names are meant, what takes their place, and
 * what becomes of rows, of the history and of what imports remember. Everything is replaced by the same rule, so that the
 * history still says what the rows are, and its entries can be undone.
 */
import type { ErasurePreview } from '../../contract/console/erasure.ts';
import { formatInstant } from '../../contract/instant.ts';
import type { LookLink } from '../../contract/look.ts';
import { type Change, NAME_OF_TEAM, type Properties } from '../history/changes.ts';
import { isPartOf, isSameName, NamesInTexts, type Reach, reachOf } from '../text/names-in-texts.ts';
import { type NamesOfCrews, TEXTS } from './names-of-crews.ts';
import type { Team, TeamFields } from './team.ts';

/** A place where a name stands. */
export interface NamePlace {
  /** Such as `race 3, title`. */
  where: string;
  before: string;
  /** The same where it stays. */
  after: string;
}

/** Of what names are erased: a crew; or the texts of an event that has no such crew, and never had one. */
type NamesToErase = { crewId: number } | { called: string };

/** Takes the place of a name where no crew has an id to be called by. */
const ERASED = '(name erased)';

/** What is erased of an event: a crew's names, those it had before and those of crews that were merged into it. */
export class CrewErasure {
  /** `null` where the event has no such crew. */
  readonly crewId: number | null;
  /** The present or last one first. */
  readonly names: readonly string[];
  /** What the crew is called from now on. */
  readonly neutralName: string;
  private readonly crews: NamesOfCrews;
  /** What is erased of it, by crew: itself and those that were merged into it. */
  private readonly neutral: ReadonlyMap<number, string>;
  private readonly texts: NamesInTexts;
  /** Those that are looked for within a word, too, in the club of the crew. */
  private readonly longNames: readonly string[];

  /** @param whose `crewId` of a crew that is there, or was */
  constructor(crews: NamesOfCrews, whose: NamesToErase) {
    this.crews = crews;
    this.crewId = 'crewId' in whose ? whose.crewId : null;
    const own = 'crewId' in whose ? crews.mergedWith(whose.crewId) : [];
    const others = crews.crewIds.filter((id) => !own.includes(id));
    const namesNow = others.flatMap((id) => crews.nameNow(id) ?? []);
    this.neutral = new Map(own.map((id) => [id, neutralNameOf(id, namesNow)]));
    this.neutralName = this.neutral.get(this.crewId ?? 0) ?? ERASED;
    const all = own.flatMap((id) =>
      crews.namesOf(id).filter((name) => name !== this.neutral.get(id)),
    );
    if ('called' in whose) all.push(whose.called);
    this.names = [...new Set(all)];
    const otherNames = others
      .flatMap((id) => crews.namesOf(id))
      .filter((other) => !this.names.some((name) => isSameName(name, other)));
    const reaching = this.names.map((name): { name: string; reach: Reach } => {
      return { name, reach: reachOf(name, otherNames, namesNow) };
    });
    this.texts = new NamesInTexts(reaching, this.neutralName);
    this.longNames = reaching.flatMap(({ name, reach }) => (reach === 'words' ? name : []));
  }

  /**
   * A thing without the names in its texts; the same object where they stand in none.
   *
   * @param note is told of every place where a name stands
   */
  inTexts<Row extends object>(
    row: Row,
    limits: Readonly<Record<string, number | null | 'stays'>>,
    note: NotePlace,
  ): Row {
    let changed: Properties | undefined;
    for (const [property, value] of Object.entries(row)) {
      const limit = limits[property] ?? null;
      if (limit === 'stays' && this.standInId(value)) note(property, value, value);
      if (limit === null || limit === 'stays') continue;
      const next = this.inValue(value, limit, (text, now) => note(property, text, now));
      if (next !== value) changed = { ...changed, [property]: next };
    }
    return changed ? { ...row, ...changed } : row;
  }

  /** A crew as it is from now on; others lose a club that is called by the name. */
  inTeam(team: Team, note: NotePlace): Team {
    return this.inCrew(team.id, team, note);
  }

  /** The same of what the history holds of a crew: as much of it as a change names. */
  private inCrew<Row extends Partial<TeamFields>>(
    id: number | undefined,
    row: Row,
    note: NotePlace,
  ): Row {
    const { name, externalId, clubId } = row;
    const isOwn = id !== undefined && this.neutral.has(id);
    const next: Partial<TeamFields> = {};
    if (name !== undefined) next.name = this.crewName(id, name);
    if (isOwn && externalId !== undefined) next.externalId = null;
    if (typeof clubId === 'string' && this.isClubErased(clubId, isOwn)) next.clubId = null;
    let isChanged = false;
    for (const property of ['name', 'externalId', 'clubId'] as const) {
      const [was, is] = [row[property], property in next ? next[property] : row[property]];
      if (typeof was !== 'string') continue;
      const stands = property === 'name' ? this.texts.standIn(was) : this.standInId(was);
      if (was !== is || stands) note(property, was, is ?? '');
      isChanged ||= was !== is;
    }
    return isChanged ? { ...row, ...next } : row;
  }

  /** Whether a name can be read in an id, which programs make of names as they make addresses: `anna-meyer`. */
  private standInId(id: unknown): id is string {
    return typeof id === 'string' && this.texts.inAddress(id) !== 'without';
  }

  /** What a crew is called, or was, once the name is erased. @param id of the crew, where it is known */
  private crewName(id: number | undefined, name: string): string {
    const own = this.neutral.get(id ?? this.crewId ?? 0);
    if (id !== undefined && own !== undefined) return own;
    const isErased = this.names.some((erased) => isSameName(erased, name));
    if (!isErased) return name;
    if (id === undefined) return this.neutralName;
    // Another crew that was called so keeps the name that it has now.
    return this.crews.nameNow(id) === name ? name : neutralNameOf(id, []);
  }

  private isClubErased(clubId: string, isOwn: boolean): boolean {
    if (this.texts.standAsWords(clubId)) return true;
    if (!isOwn) return false;
    return (
      this.longNames.some((name) => isPartOf(name, clubId)) ||
      this.texts.replacedIn(clubId) !== clubId
    );
  }

  /** Changes as the history holds them, without the names; the same list where they stand in none. */
  inChanges(changes: readonly Change[], note: NotePlace): readonly Change[] {
    const erased = changes.map((change) => this.inChange(change, note));
    return erased.some((change, index) => change !== changes[index]) ? erased : changes;
  }

  private inChange(change: Change, note: NotePlace): Change {
    const { subject, id, name } = change;
    // They name things by day or by id.
    if (subject === 'delay' || subject === 'draw') return change;
    const sides = [change.before, change.after].map((side) => {
      if (side === null) return null;
      if (subject === 'team')
        return this.inCrew(id, side as Partial<TeamFields>, note) as Properties;
      const texts = this.inTexts(side, TEXTS[subject], note);
      return subject === 'lane' ? this.inLane(texts, note) : texts;
    });
    const [before = null, after = null] = sides;
    const called = this.nameOfThing(subject, id, name);
    if (called !== name) note('name', name, called);
    const isSame = before === change.before && after === change.after && called === name;
    return isSame ? change : { ...change, name: called, before, after };
  }

  private nameOfThing(subject: Change['subject'], id: number | undefined, name: string): string {
    if (subject === 'team') return this.crewName(id, name);
    // Races and lanes are called by numbers.
    return subject === 'event' || subject === 'notice' ? this.texts.replacedIn(name) : name;
  }

  private inLane(side: Properties, note: NotePlace): Properties {
    const { [NAME_OF_TEAM]: team, teamId } = side;
    if (typeof team !== 'string') return side;
    const called = this.crewName(typeof teamId === 'number' ? teamId : undefined, team);
    if (called === team) return side;
    note(NAME_OF_TEAM, team, called);
    return { ...side, [NAME_OF_TEAM]: called };
  }

  /** The answers that imports remember, without those in which the name stands: the next file asks again. */
  inAnswers(
    answers: Readonly<Record<string, unknown>>,
    note: NotePlace,
  ): Readonly<Record<string, unknown>> {
    const kept = Object.entries(answers).filter(([question, answer]) => {
      const found = textsIn(answer).find((text) => this.texts.standIn(text));
      if (found !== undefined) note(question, found, '');
      return found === undefined;
    });
    return kept.length === Object.keys(answers).length ? answers : Object.fromEntries(kept);
  }

  /** Any text, such as that of a notice or the name of a race in a file. */
  inText(text: string, note: (text: string, now: string) => void): string {
    return this.inValue(text, Number.POSITIVE_INFINITY, note) as string;
  }

  private inValue(
    value: unknown,
    limit: number,
    note: (text: string, now: string) => void,
  ): unknown {
    if (typeof value === 'string') {
      const now = this.texts.replacedIn(value, limit);
      if (now !== value || this.texts.standIn(value)) note(value, now);
      return now;
    }
    if (isLink(value)) return this.inLink(value, limit, note);
    if (!Array.isArray(value)) return value;
    const items = value
      .map((item) => this.inValue(item, limit, note))
      .filter((item) => item !== undefined);
    const isSame = items.length === value.length && items.every((item, at) => item === value[at]);
    return isSame ? value : items;
  }

  /** A link whose address has the name would lead nowhere without it, and goes. */
  private inLink(
    link: LookLink,
    limit: number,
    note: (text: string, now: string) => void,
  ): LookLink | undefined {
    const { label, url } = link;
    const address = this.texts.inAddress(url);
    if (address !== 'without') note(url, address === 'goes' ? '' : url);
    if (address === 'goes') return undefined;
    const called = this.inValue(label, limit, note) as string;
    return called === label ? link : { ...link, label: called };
  }
}

function isLink(value: unknown): value is LookLink {
  return typeof value === 'object' && value !== null && 'label' in value && 'url' in value;
}

/** Is told of a place where a name stands. */
export type NotePlace = (property: string, text: string, now: string) => void;

/** "Crew 17", and what no other crew is called. */
function neutralNameOf(crewId: number, taken: readonly string[]): string {
  const plain = `Crew ${crewId}`;
  for (let count = 1; ; count++) {
    const name = count === 1 ? plain : `${plain} (${count})`;
    if (!taken.some((other) => isSameName(other, name))) return name;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap(textsIn)
    : Object.entries(value).flat().flatMap(textsIn);
}

/** A page and a terminal show a few dozen. */
const MAX_PLACES = 1000;

interface Found<CrewId> extends Pick<ErasurePreview, 'name'> {
  crewId: CrewId;
  names: readonly string[];
  places: readonly NamePlace[];
  keys: readonly { keyPrefix: string; label: string; pushedAt: number }[];
}

/**
 * What an answer says of an erasure: where the name stands, or stood, and where it may come back from.
 *
 * @param backups the names of the files
 * @param isDone whether the texts are those without the name
 */
export function erasureView<CrewId extends number | null>(
  { crewId, name, names, places, keys }: Found<CrewId>,
  backups: readonly string[],
  isDone: boolean,
): Omit<ErasurePreview, 'crewId'> & { crewId: CrewId } {
  const shown = places.map(({ where, before, after }) => {
    return { where, text: isDone ? after : before, stays: before === after };
  });
  const staying = shown.filter(({ stays }) => stays);
  return {
    crewId,
    names: [...names],
    name,
    places: [...staying, ...shown.filter(({ stays }) => !stays)].slice(0, MAX_PLACES),
    placeCount: shown.length,
    keys: keys.map((key) => ({ ...key, pushedAt: formatInstant(key.pushedAt) })),
    backups: [...backups],
  };
}
