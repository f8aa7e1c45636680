/** `.evt` with `.sch` and `.ppl` for an import: races and their draw (tools.md, "Import"). */
import { MAX_IMPORT_ROWS } from '../../contract/limits.ts';
import { Inquiry } from '../reading/inquiry.ts';
import { PersonNames } from '../reading/person-names.ts';
import type {
  Answers,
  ReadCrew,
  ReadFile,
  Reading,
  ReadLane,
  ReadRace,
  Unreadable,
  WrongRow,
} from '../reading/reading.ts';
import {
  type EvtRace,
  type Person,
  parseEvt,
  parsePpl,
  parseSch,
  type StartList,
} from './files.ts';
import {
  type Identity,
  lynxRaceId,
  printedNumberOf,
  raceNumberOf,
  roundInWords,
} from './numbers.ts';

/** The bytes of the three files; `.sch` and `.ppl` may be missing. */
interface StartListFiles {
  evt: Uint8Array;
  sch?: Uint8Array | undefined;
  ppl?: Uint8Array | undefined;
}

/** Reads start lists; the races come in the order of the `.sch`. Never throws. */
export function readStartList(
  { evt, sch, ppl }: StartListFiles,
  answers: Answers = {},
): ReadFile | Unreadable {
  const list = parseEvt(evt);
  const rows = list.races.reduce((sum, { entries }) => sum + 1 + entries.length, 0);
  if (list.races.length === 0) {
    return { unreadable: 'The .evt file has no events: write the start lists again.' };
  }
  if (rows > MAX_IMPORT_ROWS) {
    return {
      unreadable: `The .evt file has more than ${MAX_IMPORT_ROWS} rows: import a part of it.`,
    };
  }
  const inquiry = new Inquiry(answers);
  const names = new PersonNames(inquiry);
  const given = { list, people: ppl ? parsePpl(ppl) : new Map<string, Person>() };
  const named = list.isOwn ? given : withoutPersons(given, names);
  const crews = new Crews(named.people, named.list);
  const races = inOrder(named.list.races, sch).map((race) => readRace(race, list, crews));
  return {
    format: 'finishlynx',
    layout: 'finishlynx:evt',
    questions: inquiry.questions,
    reading: { ...readingOf(list, races), crews: crews.all(), notes: names.notes },
  };
}

/** A start list without the persons in its crew names. Our own are not changed: they have the names of the event. */
function withoutPersons(
  { list, people }: { list: StartList; people: ReadonlyMap<string, Person> },
  names: PersonNames,
) {
  const named = <Named extends Person>(person: Named, row: number): Named => {
    const { last, first, affiliation } = person;
    // With a first name beside it the last name is a person's, and is not read at all.
    const crew = first === '' ? names.of(last, row) : last;
    return { ...person, last: crew, affiliation: names.of(affiliation, row) };
  };
  const races = list.races.map((race) => ({
    ...race,
    entries: race.entries.map((entry) => named(entry, entry.row)),
  }));
  const inPpl = [...people].map(([id, person]) => [id, named(person, 1)] as const);
  return { list: { ...list, races }, people: new Map(inPpl) };
}

function readingOf(
  { isOwn, races, skipped }: StartList,
  read: ReadRace[],
): Omit<Reading, 'crews' | 'notes'> {
  return {
    carries: { crews: true, races: true, draw: true, results: false },
    ...(isOwn && { isOwnStartList: true }),
    races: read,
    skipped,
    wrong: [...repeatedRaces(races), ...races.flatMap(repeatedLanes)],
  };
}

type Entry = Person & { id: string; row: number };

/**
 * The crews of the file: one for each name, identified by its number if no other name has it. A name that is several times in
 * one race is several crews: by their numbers, if it has as many, else by their order.
 */
class Crews {
  private readonly people: ReadonlyMap<string, Person>;
  private readonly namesById = new Map<string, Set<string>>();
  private readonly idsByName = new Map<string, Set<string>>();
  /** The most entries that a name has in one race. */
  private readonly boatsByName = new Map<string, number>();
  private readonly crews = new Map<string, ReadCrew>();

  constructor(people: ReadonlyMap<string, Person>, { races }: StartList) {
    this.people = people;
    const entries = races.flatMap((race) => race.entries);
    for (const [id, person] of people) this.note(id, person);
    for (const entry of entries) this.note(entry.id, this.personOf(entry));
    for (const race of races) this.count(race.entries);
    for (const [id, person] of people) this.crewOf({ id, ...person, row: 1 }, 1);
  }

  all(): ReadCrew[] {
    return [...this.crews.values()];
  }

  /** The crews of the entries of one race; `null` for an entry without a name. */
  ofRace(entries: readonly Entry[]): (ReadCrew | null)[] {
    const turns = new Map<string, number>();
    return entries.map((entry) => {
      const name = nameOf(this.personOf(entry));
      const turn = (turns.get(name) ?? 0) + 1;
      turns.set(name, turn);
      return this.crewOf(entry, turn);
    });
  }

  private crewOf(entry: Entry, turn: number): ReadCrew | null {
    const person = this.personOf(entry);
    const name = nameOf(person);
    if (name === '') return null;
    const { id } = entry;
    const isTwin = (this.boatsByName.get(name) ?? 1) > 1;
    const isById = isTwin && this.haveIds(name);
    const key = JSON.stringify([name, ...(isTwin ? [isById ? id : turn] : [])]);
    const known = this.crews.get(key);
    if (known) return known;
    const isOfOneName = isGiven(id) && this.namesById.get(id)?.size === 1;
    const isIdOfOne = isOfOneName && (isById || this.idsByName.get(name)?.size === 1);
    const crew = {
      externalId: `lynx:${isIdOfOne ? id : name}`,
      name,
      clubId: person.affiliation !== '' && person.affiliation !== name ? person.affiliation : null,
      ...(isTwin && { turn: isById ? 1 : turn }),
      row: entry.row,
    };
    this.crews.set(key, crew);
    return crew;
  }

  /** Whether the boats of a name have a number each, the same in all races. */
  private haveIds(name: string): boolean {
    return this.idsByName.get(name)?.size === this.boatsByName.get(name);
  }

  private personOf(entry: Person & { id: string }): Person {
    const isNamed = nameOf(entry) !== '';
    return isNamed ? entry : (this.people.get(entry.id) ?? entry);
  }

  private note(id: string, person: Person): void {
    const name = nameOf(person);
    if (name === '' || !isGiven(id)) return;
    this.namesById.set(id, (this.namesById.get(id) ?? new Set()).add(name));
    this.idsByName.set(name, (this.idsByName.get(name) ?? new Set()).add(id));
  }

  private count(entries: readonly Entry[]): void {
    const names = entries.map((entry) => nameOf(this.personOf(entry)));
    for (const name of new Set(names)) {
      const boats = names.filter((each) => each === name).length;
      this.boatsByName.set(name, Math.max(boats, this.boatsByName.get(name) ?? 1));
    }
  }
}

/** The crew's name is in the field of the last name; with a first name beside it, this field is a person's and is not read. */
function nameOf({ last, first, affiliation }: Person): string {
  return first === '' && last !== '' ? last : affiliation;
}

function isGiven(number: string): boolean {
  return !/^0*$/.test(number);
}

function inOrder(races: readonly EvtRace[], sch: Uint8Array | undefined): EvtRace[] {
  const order = new Map((sch ? parseSch(sch) : []).map((race, index) => [keyOf(race), index]));
  const placeOf = (race: EvtRace) => order.get(keyOf(race)) ?? order.size;
  return races.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function keyOf({ event, round, heat }: Identity): string {
  return lynxRaceId(event, round, heat);
}

function readRace(race: EvtRace, { races }: StartList, crews: Crews): ReadRace {
  const { event, distance } = race;
  const ofRace = crews.ofRace(race.entries);
  // Rounds in words share the number of their event.
  const isAlone = races.filter((other) => other.event === event).length === 1;
  const number =
    isAlone && roundInWords(race) !== null
      ? raceNumberOf({ event, round: '', heat: '' })
      : raceNumberOf(race);
  return {
    externalId: keyOf(race),
    printed: printedNumberOf(race),
    raceNumber: number,
    title: race.name || null,
    boatClass: null,
    round: roundInWords(race),
    divisionLabel: null,
    distanceMeters: /^[1-9]\d{0,6}$/.test(distance) ? Number(distance) : null,
    start: null,
    notes: null,
    lanes: race.entries.flatMap((entry, index): ReadLane[] => {
      const crew = ofRace[index] ?? null;
      const label = isGiven(entry.lane) ? entry.lane : null;
      return crew || label ? [{ label, crew, result: null, row: entry.row }] : [];
    }),
    row: race.row,
  };
}

function repeatedRaces(races: readonly EvtRace[]): WrongRow[] {
  const seen = new Set<string>();
  return races.flatMap((race) => {
    const key = keyOf(race);
    const isNew = !seen.has(key);
    seen.add(key);
    const reason = `event ${race.event}, round ${race.round}, heat ${race.heat} stands in the file twice`;
    return isNew ? [] : [{ row: race.row, column: 'event', reason }];
  });
}

function repeatedLanes({ entries }: EvtRace): WrongRow[] {
  const seen = new Set<string>();
  return entries.flatMap(({ row, lane }) => {
    const isNew = !isGiven(lane) || !seen.has(lane);
    seen.add(lane);
    return isNew ? [] : [{ row, column: 'lane', reason: `lane ${lane} stands in its race twice` }];
  });
}
