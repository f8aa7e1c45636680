/** Undoes one entry of the history, or brings a race back as it was at a moment. */
import { formatInstant } from '../../contract/instant.ts';
import { restoreRace, undo } from '../../operations/undo.ts';
import { findEntry } from '../../storage/history/history.ts';
import { type Command, CommandFailed, readId, withDatabase } from '../command.ts';
import { readMoment } from '../existing.ts';
import { readRaceNumber } from '../options.ts';
import { performOn } from '../perform.ts';

export const historyUndo: Command = {
  name: 'history undo',
  summary: 'undo one entry of the history, if nothing later changed the same properties',
  options: { entry: 'ENTRY' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const undone = readId('entry', values.entry);
      const entry = await findEntry(database.reads, undone);
      if (!entry) {
        throw new CommandFailed(
          `No history has an entry ${undone}. See running-order history --event EVENT, which also says where older ones were removed.`,
        );
      }
      const { eventId } = entry;
      const call = { operation: undo, eventId, input: { entryId: undone } };
      const { entryId } = await performOn(database, context, call);
      return { json: { entryId }, text: `Entry ${undone} is undone by entry ${entryId}.` };
    }),
};

export const historyRestore: Command = {
  name: 'history restore',
  summary: 'bring a race back as it was at a moment, with its lanes and results, also one removed',
  options: { event: 'EVENT', race: 'NUMBER', at: 'TIME' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const raceNumber = readRaceNumber('race', values);
      const at = await readMoment(database.reads, eventId, 'at', values.at ?? '');
      if (at > Date.now()) throw new CommandFailed(`--at ${formatInstant(at)} is still to come.`);
      const call = { operation: restoreRace, eventId, input: { raceNumber, at } };
      const { entryId } = await performOn(database, context, call);
      const text =
        entryId === null
          ? `Race ${raceNumber} has not changed since then.`
          : `Race ${raceNumber} is as it was then; entry ${entryId} of the history says what that changed.`;
      return { json: { entryId }, text };
    }),
};
