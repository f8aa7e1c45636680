/** Who changed what and when. */
import { formatInstant } from '../contract/instant.ts';
import type { Change } from '../domain/changes.ts';
import { type HistoryEntry, listHistory } from '../storage/history.ts';
import { type Command, readId, withDatabase } from './command.ts';
import { requireEvent } from './provision.ts';

export const history: Command = {
  name: 'history',
  summary: 'show who changed what and when, newest first',
  options: { event: 'EVENT' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      await requireEvent(database.reads, eventId);
      const entries = await listHistory(database.reads, eventId);
      const changes = entries.map((entry) => ({
        at: formatInstant(entry.at),
        userId: entry.userId === null ? null : String(entry.userId),
        displayName: entry.displayName,
        keyPrefix: entry.keyPrefix,
        operation: entry.operation,
        changes: entry.changes.map(withTimes),
      }));
      const text = entries.flatMap(linesOf).join('\n');
      return { json: { changes }, text: text || `Nothing has changed in event ${eventId}.` };
    }),
};

/** The change with its instants as people and programs write them. */
function withTimes(change: Change): Change {
  return { ...change, before: timesOf(change.before), after: timesOf(change.after) };
}

function timesOf(properties: Change['before']): Change['before'] {
  if (typeof properties?.scheduledAt !== 'number') return properties;
  return { ...properties, scheduledAt: formatInstant(properties.scheduledAt) };
}

/** A heading, and a line for each property that changed. */
function linesOf(entry: HistoryEntry): string[] {
  const author =
    entry.displayName === null ? 'the command line' : `${entry.displayName} (${entry.keyPrefix}…)`;
  return [
    `${formatInstant(entry.at)}  ${entry.operation}  by ${author}`,
    ...entry.changes.map(withTimes).map(({ name, before, after }) => {
      if (before === null) return `  ${name}: new ${JSON.stringify(after)}`;
      if (after === null) return `  ${name}: gone, was ${JSON.stringify(before)}`;
      const properties = Object.keys(after).map(
        (key) => `${key} ${JSON.stringify(before[key])} → ${JSON.stringify(after[key])}`,
      );
      return `  ${name}: ${properties.join(', ')}`;
    }),
  ];
}
