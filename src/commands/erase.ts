/** Erases names: of a crew, in one event or in all, and of a person. */
import { TeamWrite } from '../contract/team.ts';
import { erasureView } from '../domain/crews/erase-crew.ts';
import { Refusal } from '../domain/refusal.ts';
import { performAccountIn } from '../operations/accounts/account-operation.ts';
import { erasePerson } from '../operations/accounts/people.ts';
import { commandLine } from '../operations/actor.ts';
import { type Erased, eraseCrew } from '../operations/office/erase-crew.ts';
import { listEvents } from '../storage/accounts/access.ts';
import { backupFiles } from '../storage/engine/backups.ts';
import type { Database, Rewriting } from '../storage/engine/database.ts';
import { accountActorHere } from './accounts/perform-account.ts';
import {
  type Command,
  CommandFailed,
  type Context,
  type Outcome,
  personAtTerminal,
  readId,
  UsageError,
  type Values,
  withDatabase,
} from './command.ts';
import { requireEvent } from './existing.ts';
import { readOption } from './options.ts';
import { refused } from './perform.ts';

export const erase: Command = {
  name: 'erase',
  summary:
    'erase the names of a crew, in one event or in all, or those of a person; without --yes, say what of a crew would go',
  options: { crew: 'NAME', event: 'EVENT', user: 'USER' },
  optional: ['crew', 'event', 'user'],
  flags: ['yes'],
  run: async (values, context) => {
    if ((values.crew === undefined) === (values.user === undefined)) {
      throw new UsageError('Say whose name: --crew NAME or --user USER.', erase);
    }
    if (values.user === undefined) return eraseCrews(values, context);
    if (values.event !== undefined) throw new UsageError('--event goes with --crew.', erase);
    return eraseUser(readId('user', values.user), context);
  },
};

/** A crew that is erased, or would be, and where. */
type Found = Erased & { eventId: number };

interface CrewByName {
  called: string;
  /** Whether the name is erased from the texts of an event that has no such crew, too. */
  orInTexts: boolean;
}

function eraseCrews(values: Values, context: Context): Promise<Outcome> {
  return withDatabase(context, async (database) => {
    const name = readOption('crew', TeamWrite.properties.name, { crew: values.crew });
    const isPreview = values.yes === undefined;
    const backups = backupFiles(context.settings.backups, database.connections);
    const found: Found[] = [];
    const crew = { called: name, orInTexts: values.event === undefined };
    for (const eventId of await eventsOf(values, database)) {
      const erased = await eraseIn(database, context, { eventId, crew, isPreview });
      if (!(erased instanceof Refusal)) found.push({ eventId, ...erased });
      else if (values.event !== undefined) throw refused(erased, eventId);
    }
    if (found.length === 0)
      throw new CommandFailed(`No event has or had a crew named "${name}", or the name in a text.`);
    const files = isPreview ? undefined : await database.rewrite();
    const documents = found.map((each) => documentOf(each, backups, files));
    const [only] = documents;
    const json = values.event === undefined ? { events: documents } : (only ?? {});
    const texts = found.map((each) => textOf(each, isPreview));
    const text = [...texts, backupText(backups), files ? filesText(files) : ''];
    const outcome = { json, text: text.filter((line) => line !== '').join('\n') };
    if (!isPreview) return outcome;
    return {
      ...outcome,
      failure: { status: 1, line: 'Nothing is erased yet: say --yes to do so.' },
    };
  });
}

/** The events to search: all, where none is named, because only the erasure itself knows each spelling of a name. */
async function eventsOf(values: Values, database: Database): Promise<number[]> {
  if (values.event === undefined) {
    const all = await listEvents(database.reads);
    return all.map(({ event }) => event.id).sort((a, b) => a - b);
  }
  const eventId = readId('event', values.event);
  await requireEvent(database.reads, eventId);
  return [eventId];
}

function eraseIn(
  database: Database,
  { settings }: Context,
  { eventId, crew, isPreview }: { eventId: number; crew: CrewByName; isPreview: boolean },
): Promise<Erased | Refusal> {
  const terms = { actor: commandLine(personAtTerminal()), eventId, isPreview };
  return eraseCrew({ database, settings }, terms, { crew });
}

function documentOf(
  { eventId, revision, entryId, ...erased }: Found,
  backups: readonly string[],
  files: Rewriting | undefined,
): object {
  const view = { eventId, ...erasureView(erased, backups, files !== undefined) };
  return files ? { ...view, revision, entryId, ...files } : view;
}

function textOf({ eventId, name, names, places, keys }: Found, isPreview: boolean): string {
  const verb = isPreview ? 'would become' : 'is now';
  const called = names.map((each) => `"${each}"`).join(', ');
  const head =
    names.length === 0
      ? `Event ${eventId}: nothing is left to erase of ${name}.`
      : `Event ${eventId}: ${called} ${verb} "${name}".`;
  return [
    head,
    ...places.map(({ where, before, after }) => {
      return before === after
        ? `  ${where}: stays: ${before}`
        : `  ${where}: ${isPreview ? before : after}`;
    }),
    ...keys.map(({ keyPrefix, label }) => {
      return `  ${keyPrefix}… (${label}) has pushed crews lately: erase it in that software first, or its next push brings the name back.`;
    }),
  ].join('\n');
}

function backupText(backups: readonly string[]): string {
  return backups.length === 0 ? '' : `These back-ups still have the name: ${backups.join(', ')}`;
}

function filesText({ rewritten, toRun }: Rewriting): string {
  if (rewritten) return 'The database file is written anew: nothing of it is left there.';
  if (toRun.length === 0) {
    return 'The database file could not be written anew, and may hold the name where nothing reads it: run the command again when less is going on.';
  }
  return `The files of the database hold it until an operator runs: ${toRun.join(' ')}`;
}

function eraseUser(userId: number, context: Context): Promise<Outcome> {
  return withDatabase(context, async (database) => {
    const backups = backupFiles(context.settings.backups, database.connections);
    const name = await database.write((tx) =>
      performAccountIn(tx, erasePerson, accountActorHere(), { userId }),
    );
    if (name instanceof Refusal) {
      throw new CommandFailed(`${name.detail} See running-order user list.`);
    }
    const files = await database.rewrite();
    const text = [`User ${userId} is "${name}" now.`, backupText(backups), filesText(files)];
    return {
      json: { userId: String(userId), name, backups, ...files },
      text: text.filter((line) => line !== '').join('\n'),
    };
  });
}
