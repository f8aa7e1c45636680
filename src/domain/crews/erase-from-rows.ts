/**
 * Erases a crew's name from the rows of an event, and makes the changes that the history keeps of that: they have only the
 * new texts, not the old ones (adoption, "Names and persons").
 */
import type { Lane } from '../draw/lane.ts';
import { type EventRows, lanesOf } from '../event/event-rows.ts';
import type { EventFacts } from '../event/event-rules.ts';
import type { Notice } from '../following/notice-rules.ts';
import {
  aLane,
  aNotice,
  anEvent,
  aRace,
  aSchedule,
  aTeam,
  type Change,
  changeOf,
  type Thing,
} from '../history/changes.ts';
import type { CrewErasure, NamePlace } from './erase-crew.ts';
import { TEXTS } from './names-of-crews.ts';

/** The rows that may contain a crew's name. Of the notices only those that the board shows. */
export interface RowsWithNames extends Omit<EventRows, 'delays'> {
  facts: EventFacts;
  notices: readonly Notice[];
}

interface ErasedRows {
  after: RowsWithNames;
  places: NamePlace[];
  /** The crew first. They make a conflict for a page that was loaded before, so it cannot bring the name back. */
  recorded: Change[];
}

export function eraseFromRows(rows: RowsWithNames, erasure: CrewErasure): ErasedRows {
  const places: NamePlace[] = [];
  const recorded: Change[] = [];
  const noteAt = (where: string) => (property: string, before: string, after: string) => {
    places.push({ where: `${where}, ${property}`, before, after });
  };
  /** Records the change of a row, if it changes. @returns the row after the erasure */
  const take = <Row extends object>(thing: (row: Row) => Thing, before: Row, after: Row): Row => {
    const change = before === after ? undefined : changeOf(thing(after), before, after);
    if (change) recorded.push({ ...change, before: null });
    return after;
  };
  const { schedule, facts } = rows;
  const teams = rows.teams.map((team) => {
    const after = erasure.inTeam(team, noteAt(`crew ${team.id}`));
    // What else the crew itself loses is not recorded: nobody may bring that back, either.
    return team.id === erasure.crewId ? after : take((row) => aTeam(row.id, row), team, after);
  });
  const races = rows.races.map((race) =>
    take(
      (row) => aRace(row.id, row),
      race,
      erasure.inTexts(race, TEXTS.race, noteAt(`race ${race.raceNumber}`)),
    ),
  );
  const lanes = new Map(rows.lanes);
  for (const race of rows.races) {
    const erased = lanesOf(rows, race.id).map((lane): Lane => {
      const thing = aLane(race, lane.position);
      return take(() => thing, lane, erasure.inTexts(lane, TEXTS.lane, noteAt(thing.name)));
    });
    if (erased.some((lane, index) => lane !== lanesOf(rows, race.id)[index])) {
      lanes.set(race.id, erased);
    }
  }
  const { crewId, neutralName: name } = erasure;
  const ofCrew: Change[] =
    crewId === null ? [] : [{ ...aTeam(crewId, { name }), before: null, after: { name } }];
  const after = {
    facts: take(anEvent, facts, erasure.inTexts(facts, TEXTS.event, noteAt('event'))),
    schedule:
      schedule &&
      take(
        () => aSchedule,
        schedule,
        erasure.inTexts(schedule, TEXTS.schedule, noteAt('schedule')),
      ),
    teams,
    races,
    lanes,
    notices: rows.notices.map((notice) =>
      take(
        (row) => aNotice(row.id, row),
        notice,
        erasure.inTexts(notice, TEXTS.notice, noteAt('notice')),
      ),
    ),
  };
  return { after, places, recorded: [...ofCrew, ...recorded] };
}
