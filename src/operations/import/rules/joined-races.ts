/**
 * Races that an earlier import made under other ids: those that a file now has as one race, started together, and those
 * that are categories of one. They are never doubled in silence (racing.md, "The office").
 */
import type { Race } from '../../../domain/races/plan-races.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';
import type { ImportContext } from '../context.ts';
import { type Draft, numberShown } from '../draft.ts';
import type { TakenRace } from './races.ts';
import { calledIn, plainText } from './races-by-number.ts';

/**
 * Where an event has the categories of a race as races of their own, by id or by name, so has the file; else the race is
 * one, with categories in it.
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
        (title !== null && plainText(race.title) === plainText(title)) ||
        (boatClass !== null && plainText(race.title) === plainText(boatClass)),
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

/** Says which races of the event are part of one that a file has: with crews in them, these would stand in both. */
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
