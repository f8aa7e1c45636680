/** Imports the file of a whole event, which the import of files meets like any other. */
import { createHash } from 'node:crypto';
import type { EventFile } from '../../contract/event-file.ts';
import type { ImportDocument, ImportItem } from '../../contract/import.ts';
import { formatInstant } from '../../contract/instant.ts';
import { byRunningOrder } from '../../domain/races/running-order.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { NamedFile, Unreadable } from '../../exchange/reading/reading.ts';
import type { OperationContext, OperationOptions } from '../operation.ts';
import { documentOfRefusal, startOf } from './import-document.ts';
import { importEventFile } from './import-event-file.ts';

/**
 * @param terms with `isPreview`, nothing is written
 * @param read what the file holds
 * @returns what it does, or why it does nothing: the file cannot be read, the event is not empty
 */
export async function importWholeEvent(
  context: OperationContext,
  terms: OperationOptions,
  { bytes }: NamedFile,
  read: EventFile | Unreadable,
): Promise<ImportDocument> {
  const { eventId, isPreview: dryRun = false } = terms;
  const head = { eventId, format: 'event', layout: 'event', dryRun };
  if ('unreadable' in read) return documentOfRefusal(head, read.unreadable);
  const taken = await importEventFile(context, terms, read);
  if (taken instanceof Refusal) return documentOfRefusal(head, taken.detail ?? taken.code);
  const items = itemsOf(read);
  const races = read.races.toSorted(byRunningOrder);
  const { timezone } = read.event;
  const told = (race: (typeof races)[number] | undefined) =>
    race ? startOf({ ...race, printedNumber: race.printedNumber ?? null }, timezone) : null;
  return {
    ...head,
    written: !dryRun,
    changedMeanwhile: false,
    questions: [],
    counts: { new: items.length, changed: 0, same: 0, skipped: 0, wrong: 0 },
    items,
    skipped: [],
    wrong: [],
    notes: [],
    firstRace: told(races[0]),
    lastRace: told(races.at(-1)),
    preview: createHash('sha256').update(bytes).digest('base64url'),
    entryId: taken.entryId,
  };
}

/** All of it is new, because the event was empty. */
function itemsOf({ teams, races }: EventFile): ImportItem[] {
  const item = (
    kind: ImportItem['kind'],
    about: Partial<ImportItem>,
    facts: object,
  ): ImportItem => ({
    kind,
    outcome: 'new',
    ...about,
    changes: Object.entries(facts).flatMap(([property, to]) =>
      to === null || to === undefined ? [] : [{ property, from: null, to }],
    ),
  });
  return [
    ...teams.map(({ name, externalId, clubId }) =>
      item('crew', { crew: name }, { name, externalId, clubId }),
    ),
    ...races.flatMap(({ raceNumber, printedNumber, title, scheduledAt, lanes }) => {
      const race = printedNumber ?? String(raceNumber);
      const start = formatInstant(scheduledAt);
      return [
        item('race', { race }, { raceNumber, printedNumber, scheduledAt: start, title }),
        ...lanes.flatMap(({ position, positionLabel, team = null, ...result }) => {
          const about = { race, position, ...(team !== null && { crew: team }) };
          const { status = 'assigned' } = result;
          return [
            item('lane', about, { crew: team, positionLabel }),
            ...(status === 'assigned' ? [] : [item('result', about, result)]),
          ];
        }),
      ];
    }),
  ];
}
