/** Prints who changed what and when. */
import { formatInstant } from '../../contract/instant.ts';
import { venueTime } from '../../domain/day/venue-clock.ts';
import { isTimezone } from '../../domain/day/venue-day.ts';
import { isErasure, withWrittenTimes } from '../../domain/history/changes.ts';
import { findRemoved, type HistoryEntry, listHistory } from '../../storage/history/history.ts';
import { type Command, CommandFailed, readId, withDatabase } from '../command.ts';
import { requireEvent } from '../existing.ts';

export const history: Command = {
  name: 'history',
  summary: 'show who changed what and when, newest first',
  options: { event: 'EVENT', timezone: 'ZONE' },
  optional: ['timezone'],
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      if (values.timezone !== undefined && !isTimezone(values.timezone)) {
        throw new CommandFailed('--timezone must be an IANA zone such as Europe/Berlin or UTC.');
      }
      const event = await requireEvent(database.reads, eventId);
      const entries = await listHistory(database.reads, eventId);
      const changes = entries.map((entry) => ({
        entryId: entry.id,
        at: formatInstant(entry.at),
        userId: entry.userId === null ? null : String(entry.userId),
        displayName: entry.displayName,
        keyPrefix: entry.keyPrefix,
        loginName: entry.loginName,
        operation: entry.operation,
        undoOf: entry.undoOf,
        changes: entry.changes.map((change) => withWrittenTimes(change)),
      }));
      const timezone = values.timezone ?? event.timezone;
      const { to } = await findRemoved(database.reads, eventId);
      const lines = [
        ...entries.flatMap((entry) => linesOf(entry, timezone)),
        ...(to > 0 ? [`Older entries were removed: ${to}.`] : []),
      ];
      return {
        json: { changes, ...(to > 0 && { olderRemoved: true }) },
        text: lines.join('\n') || `Nothing has changed in event ${eventId}.`,
      };
    }),
};

/** Writes an instant, given in epoch milliseconds. */
type Format = (instant: number) => string;

/** A heading, a line for each thing that changed, and the number of the entry. */
function linesOf(entry: HistoryEntry, timezone: string | null): string[] {
  const format: Format = (instant) => venueTime(instant, timezone);
  const second = Math.floor(entry.at / 1000) * 1000;
  return [
    `${format(second)}  ${entry.operation}  by ${authorOf(entry)}`,
    ...entry.changes.map((change) => {
      const { name, before, after } = withWrittenTimes(change, format);
      const added = isErasure(entry) ? 'now' : 'new';
      if (before === null) return `  ${name}: ${added} ${JSON.stringify(after)}`;
      if (after === null) return `  ${name}: gone, was ${JSON.stringify(before)}`;
      const properties = Object.keys(after).map(
        (key) => `${key} ${JSON.stringify(before[key])} → ${JSON.stringify(after[key])}`,
      );
      return `  ${name}: ${properties.join(', ')}`;
    }),
    `  entry ${entry.id}${entry.undoOf === null ? '' : `, undoes entry ${entry.undoOf}`}`,
  ];
}

function authorOf({ displayName, keyPrefix, loginName }: HistoryEntry): string {
  if (displayName !== null) {
    return keyPrefix === null ? `${displayName} (console)` : `${displayName} (${keyPrefix}…)`;
  }
  return loginName === null ? 'the command line' : `the command line (${loginName})`;
}
