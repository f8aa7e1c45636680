/**
 * Erases a crew's name from an event (adoption, "Names and persons"): which names are erased, what replaces them, and how
 * rows, history and the remembered answers of imports change. All of them are replaced by the same rule, so that the
 * history still agrees with the rows, and its entries can be undone.
 */
import type { ErasurePreview } from '../../contract/console/erasure.ts';
import { formatInstant } from '../../contract/instant.ts';
import type { LookLink } from '../../contract/look.ts';
import { type Change, NAME_OF_TEAM, type Properties } from '../history/changes.ts';
import { isPartOf, isSameName, NamesInTexts, type Reach, reachOf } from '../text/names-in-texts.ts';
import { type NamesOfCrews, TEXTS } from './names-of-crews.ts';
import type { Team, TeamFields } from './team.ts';

/** A place where a name was found. */
export interface NamePlace {
  /** Such as `race 3, title`. */
  where: string;
  before: string;
  /** Equal to `before` if the name stays there. */
  after: string;
}

/** The names to erase: those of a crew; or one that occurs only in texts, because the event never had such a crew. */
type NamesToErase = { crewId: number } | { called: string };

/** Replaces a name that is no crew's, because a neutral name needs the id of a crew. */
const ERASED = '(name erased)';

/** The erasure of a crew's names: its present one, its former ones, and those of crews that were merged into it. */
export class CrewErasure {
  /** `null` where the event has no such crew. */
  readonly crewId: number | null;
  /** The present name first, or the last one of a crew that is gone. */
  readonly names: readonly string[];
  /** What the crew is called from now on. */
  readonly neutralName: string;
  private readonly crews: NamesOfCrews;
  /** The neutral names, by crew id: of the crew itself and of those that were merged into it. */
  private readonly neutral: ReadonlyMap<number, string>;
  private readonly texts: NamesInTexts;
  /** The names that are looked for inside words as well, in the `clubId` of the crew. */
  private readonly longNames: readonly string[];

  /** @param whose its `crewId` is that of a crew that the event has, or had */
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
   * A row with the names replaced in its texts; the same object if no text has a name. `limits` as in `TEXTS`.
   *
   * @param note called for every place where a name was found, also where it stays
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

  /** A crew after the erasure. Other crews lose only a `clubId` that contains the name. */
  inTeam(team: Team, note: NotePlace): Team {
    return this.inCrew(team.id, team, note);
  }

  /** The same for a crew in the history, where a change holds only some of its properties. */
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

  /** Whether a name can be read in an id: programs build ids from names as they build addresses, such as `anna-meyer`. */
  private standInId(id: unknown): id is string {
    return typeof id === 'string' && this.texts.inAddress(id) !== 'without';
  }

  /** A present or former name of a crew, after the erasure. @param id of the crew, if it is known */
  private crewName(id: number | undefined, name: string): string {
    const own = this.neutral.get(id ?? this.crewId ?? 0);
    if (id !== undefined && own !== undefined) return own;
    const isErased = this.names.some((erased) => isSameName(erased, name));
    if (!isErased) return name;
    if (id === undefined) return this.neutralName;
    // Another crew keeps the name if it is its present one; as its former one, the name is replaced.
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

  /** Changes of the history with the names replaced; the same list if no change has a name. */
  inChanges(changes: readonly Change[], note: NotePlace): readonly Change[] {
    const erased = changes.map((change) => this.inChange(change, note));
    return erased.some((change, index) => change !== changes[index]) ? erased : changes;
  }

  private inChange(change: Change, note: NotePlace): Change {
    const { subject, id, name } = change;
    // These name days, race numbers and ids, not crews.
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
    // Races and lanes are named by numbers.
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

  /** The remembered answers of imports, without those that contain the name: the next import asks again. */
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

  /** A text with the names replaced, such as that of a notice or the name of a race in a file. */
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

  /** A link whose address contains the name is removed, because with the name replaced it would lead nowhere. */
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

/** Called for a place where a name was found, with its text before and after. */
export type NotePlace = (property: string, text: string, now: string) => void;

/** "Crew 17"; if another crew has this name, "Crew 17 (2)" and so on. */
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

/** The most places in an answer: a page and a terminal show a few dozen. */
const MAX_PLACES = 1000;

interface Found<CrewId> extends Pick<ErasurePreview, 'name'> {
  crewId: CrewId;
  names: readonly string[];
  places: readonly NamePlace[];
  keys: readonly { keyPrefix: string; label: string; pushedAt: number }[];
}

/**
 * An erasure as answers show it: where the name is, or was, and from where it may come back (API keys that push, back-ups).
 *
 * @param backups the names of their files
 * @param isDone whether to show the texts after the erasure instead of those before
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
