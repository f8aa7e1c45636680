/** Asks which races results are for, where files do not say it: one question for all races of an import. */
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';
import { isJsonObject } from '../../../exchange/text/text.ts';
import type { ImportContext } from '../context.ts';
import { calledIn, textKey } from './races-by-number.ts';

/** A race in a file of results that matches no race of the event with certainty. */
export interface UnknownRace {
  read: ReadRace;
  /** The races of the event that it may be, the likely one first. */
  candidates: readonly Race[];
}

interface NamedRace {
  read: ReadRace;
  race: Race;
  keepsId: boolean;
}

/** Takes from the answers which races these are (`null` leaves one out), and asks about those without an answer. */
export function askForRaces(
  unknown: readonly UnknownRace[],
  races: readonly Race[],
  { answers, findings }: ImportContext,
): NamedRace[] {
  const [first] = unknown;
  if (!first) return [];
  if (races.length === 0) {
    findings.reject(
      first.read.row,
      null,
      'the file has results only, and the event has no races yet: import the programme first',
    );
    return [];
  }
  const names = new RaceNames(races);
  const { race: answered } = answers;
  const given = isJsonObject(answered) ? answered : {};
  const open = new Map<string, UnknownRace>();
  const matches = unknown.flatMap((each): NamedRace[] => {
    const { read } = each;
    const called = calledIn(read);
    if (given[called] === null) {
      findings.skip(read.row, `race ${called} is left out, as answered`);
      return [];
    }
    const race = names.find(given[called]);
    if (race) return [{ read, race, keepsId: false }];
    open.set(called, each);
    return [];
  });
  if (open.size === 0) return matches;
  const likely = [...open].map(([called, { read, candidates }]) => {
    const [race] = candidates.length > 0 ? candidates : byTitle(races, read);
    return [called, race ? names.of(race) : null];
  });
  const where = [...open].flatMap(([called, { candidates }]) => {
    const may = candidates.map((each) => JSON.stringify(names.of(each))).join(' or ');
    return may ? [`${JSON.stringify(called)} may be ${may}`] : [];
  });
  findings.ask({
    id: 'race',
    text: 'The file has results of races that the event does not have, or has several times. Say which of its races each of them is, or null to leave it out.',
    proposed: Object.fromEntries(likely),
    options: [null, ...races.map((race) => names.of(race))],
    ...(where.length > 0 && { where: where.join('; ') }),
  });
  return matches;
}

function byTitle(races: readonly Race[], { title }: ReadRace): Race[] {
  const same = races.filter((race) => title !== null && textKey(race.title) === textKey(title));
  return same.length === 1 ? same : [];
}

/**
 * The names of races in answers: the printed number; where several races have the same one, followed by the round, the
 * title or the race number.
 */
class RaceNames {
  private readonly races = new Map<string, Race[]>();
  private readonly own = new Map<string, Race>();

  constructor(races: readonly Race[]) {
    for (const race of races) {
      this.own.set(String(race.raceNumber), race);
      for (const name of new Set(namesOf(race))) {
        this.races.set(name, [...(this.races.get(name) ?? []), race]);
      }
    }
  }

  /** The first of a race's names that no other race has. */
  of(race: Race): string {
    const names = namesOf(race);
    return names.find((name) => this.races.get(name)?.length === 1) ?? String(race.raceNumber);
  }

  /** Finds a race by any name that only it has, or by its race number if no race has that as a name. */
  find(answer: unknown): Race | undefined {
    const [race, another] = this.races.get(String(answer)) ?? [];
    return race ? (another ? undefined : race) : this.own.get(String(answer));
  }
}

function namesOf(race: Race): string[] {
  const number = numberShown(race);
  const { round, title, raceNumber } = race;
  const texts = [round, title, `(race ${raceNumber})`].flatMap((text) => text ?? []);
  return [number, ...texts.map((text) => `${number} ${text}`)];
}
