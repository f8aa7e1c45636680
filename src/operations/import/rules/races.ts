/**
 * Takes the races of a file into the event: matches them, and sets what the file says of them. Races that an earlier import
 * made under other ids (which this file has as one race, started together, or as categories of one race) are never doubled
 * without a finding (racing.md, "The office").
 */
import Type from 'typebox';
import { RaceWrite } from '../../../contract/race.ts';
import { readObject } from '../../../contract/reading/read-body.ts';
import { newRace, type Race, type RaceFields } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import type { Reading, ReadRace } from '../../../exchange/reading/reading.ts';
import type { Draft, ImportContext } from '../context.ts';
import { racingOf } from './entries.ts';
import { matchRaces, type RaceMatch } from './match-races.ts';
import { numberRaces, type RaceNumbers } from './race-numbers.ts';
import { calledIn, textKey } from './races-by-number.ts';
import type { Starts } from './starts.ts';

const { externalId, raceNumber, title, distanceMeters, boatClass, round, divisionLabel, notes } =
  RaceWrite.properties;
const RaceTexts = Type.Object({
  externalId,
  raceNumber,
  title,
  distanceMeters,
  boatClass,
  round,
  divisionLabel,
  notes,
});

/** A race of the file, and the race of the event that it is now. */
export interface TakenRace {
  read: ReadRace;
  race: Race;
}

/** @returns the races that can be taken; the others are reported in the findings */
export function takeRaces(
  draft: Draft,
  context: ImportContext,
  starts: Starts,
  reading: Reading,
): TakenRace[] {
  const matches = matchRaces(draft, context, reading);
  if (!reading.carries.races) {
    return matches.flatMap(({ read, race }) => (race ? [{ read, race }] : []));
  }
  const numbers = numberRaces([...draft.races.values()], matches, context);
  const { defaultResultMode } = draft.settings;
  const modeOfNew = reading.isWithoutTimes ? 'placesOnly' : defaultResultMode;
  return matches.flatMap((match): TakenRace[] => {
    const ofRace = numbers.get(match);
    const fields = ofRace && fieldsOf(match, ofRace, { modeOfNew, context, starts });
    if (!fields) return [];
    const { race: before, read } = match;
    if (!isOnlyStart(fields.scheduledAt, match, context)) return [];
    const race = before ? { ...before, ...fields } : draft.addRace(fields);
    const { scheduledAt } = race;
    if (read.start) context.startsFrom.set(race.id, { file: context.file, scheduledAt });
    draft.races.set(race.id, race);
    draft.named.races.add(race.id);
    return [{ read, race }];
  });
}

/** Whether no other file of this import has the race at another time; else it is reported as wrong. */
function isOnlyStart(
  scheduledAt: number,
  { race, read }: RaceMatch,
  { startsFrom, findings }: ImportContext,
): boolean {
  const other = race && startsFrom.get(race.id);
  if (!other || other.scheduledAt === scheduledAt) return true;
  const text = `race ${numberShown(race)} starts at another time in ${other.file}: import one of them`;
  findings.reject(read.row, 'start', text);
  return false;
}

interface Surroundings {
  /** The result mode of new races, when the file does not give one. */
  modeOfNew: Race['resultMode'];
  context: ImportContext;
  starts: Starts;
}

/** A race as it is to be: what the file does not give stays. `undefined` when something is wrong, which is reported. */
function fieldsOf(
  { read, race, keepsId }: RaceMatch,
  { raceNumber, printedNumber }: RaceNumbers,
  { modeOfNew, context: { findings }, starts }: Surroundings,
): RaceFields | undefined {
  const said = { ...saidOf(read), raceNumber };
  const texts = readObject(RaceTexts, said);
  if ('violations' in texts) {
    for (const { field, detail } of texts.violations) {
      findings.reject(read.row, field, `${field} ${detail}`);
    }
    return undefined;
  }
  const given = read.start ? starts.read(read.start, read.row, race?.scheduledAt) : undefined;
  if (read.start && given === undefined) return undefined;
  // The time at which a race started becomes its planned start only when the race is new.
  const planned = read.isActualStart && race ? race.scheduledAt : given;
  const scheduledAt = planned ?? race?.scheduledAt ?? starts.next(read.day);
  const resultMode = read.resultMode ?? race?.resultMode ?? modeOfNew;
  const kept = race ?? newRace({ raceNumber, scheduledAt, resultMode });
  const state = read.state ?? kept.state;
  const reason = state === kept.state ? kept.reason : null;
  const fields = { raceNumber, printedNumber, scheduledAt, resultMode, state, reason };
  const ownId = read.hasNoId || keepsId ? { externalId: kept.externalId } : {};
  const racing = racingOf(read, starts.moments, { stored: race, scheduledAt });
  return { ...kept, ...texts.value, ...racing, ...fields, ...ownId };
}

/** The properties that a file gives a race, without those that are `null`. */
function saidOf({
  externalId,
  title,
  distanceMeters,
  boatClass,
  round,
  divisionLabel,
  notes,
}: ReadRace) {
  const texts = { title, distanceMeters, boatClass, round, divisionLabel, notes };
  const said = Object.entries(texts).filter(([, value]) => value !== null);
  return { externalId, ...Object.fromEntries(said) };
}

/**
 * The races of a file as the event has them: one whose categories are races of their own in the event, by id or by name, is
 * replaced by these; else it stays one race, with categories in it.
 */
export function asInEvent(
  draft: Draft,
  { findings }: ImportContext,
  races: readonly ReadRace[],
): ReadRace[] {
  const stored = [...draft.races.values()];
  const ids = new Set(stored.flatMap(({ externalId }) => externalId ?? []));
  const isKnown = ({ externalId }: ReadRace) => ids.has(externalId);
  const isCalled = ({ title, boatClass }: ReadRace) =>
    stored.some(
      (race) =>
        (title !== null && textKey(race.title) === textKey(title)) ||
        (boatClass !== null && textKey(race.title) === textKey(boatClass)),
    );
  return races.flatMap((race): ReadRace[] => {
    const { parts } = race;
    if (!parts || isKnown(race)) return [race];
    const areRaces = parts.some(isKnown) || (!isCalled(race) && parts.some(isCalled));
    if (!areRaces) return [race];
    const text = `the categories of ${JSON.stringify(calledIn(race))} are races of their own in the event, and stay so`;
    findings.note(race.row, text);
    return [...parts];
  });
}

/** Reports races of the event that are part of a race of the file: as wrong if they have crews, which would be in both. */
export function reportJoined(draft: Draft, { findings }: ImportContext, taken: TakenRace): void {
  const { race, read } = taken;
  const ids = [...(read.joined ?? []), ...(read.parts ?? []).map(({ externalId }) => externalId)];
  for (const other of draft.races.values()) {
    if (other.id === race.id || other.externalId === null || !ids.includes(other.externalId))
      continue;
    const text = `${calledOf(other)} was made by an earlier import, and in this file it is part of race ${numberShown(race)}`;
    const isDrawn = draft.lanesOf(other.id).some(({ team }) => team !== null);
    if (!isDrawn) findings.note(read.row, `${text}: remove it, or cancel it`);
    else
      findings.reject(
        read.row,
        null,
        `${text}: its crews would stand in both. Take them out of it, or remove it, and import the file again`,
      );
  }
}

function calledOf(race: Race): string {
  return `race ${numberShown(race)} (${JSON.stringify(race.externalId)}${race.title ? `, ${race.title}` : ''})`;
}
