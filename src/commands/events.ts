/** Events added, changed and removed. */
import Type from 'typebox';
import { date, nullable, text } from '../contract/fields.ts';
import { isTimezone } from '../domain/race-day.ts';
import { commandLine } from '../operations/actor.ts';
import { addEvent } from '../operations/add-event.ts';
import { editEvent } from '../operations/edit-event.ts';
import { removeEvent } from '../operations/remove.ts';
import type { EventFacts } from '../storage/events.ts';
import { personAtTerminal } from './author.ts';
import { type Command, CommandFailed, readId, withDatabase, write } from './command.ts';
import { requireClub, requireUser } from './existing.ts';
import { listed, Name, readChanges, readOptions, requireChange } from './options.ts';
import { perform, refused } from './perform.ts';

const FACTS = {
  name: Name,
  start: date(),
  end: date(),
  timezone: nullable(text(100)),
  city: text(100),
  country: text(2),
};

const NewEvent = Type.Object({
  ...FACTS,
  timezone: Type.Optional(FACTS.timezone),
  city: Type.Optional(FACTS.city),
  country: Type.Optional(FACTS.country),
});

const OPTIONS = {
  name: ['name', 'NAME'],
  start: ['start', 'YYYY-MM-DD'],
  end: ['end', 'YYYY-MM-DD'],
  timezone: ['timezone', 'ZONE'],
  city: ['city', 'CITY'],
  country: ['country', 'CC'],
} as const;

export const eventAdd: Command = {
  name: 'event add',
  summary: 'add an event; it has no schedule yet',
  options: { club: 'CLUB', creator: 'USER', ...listed(OPTIONS) },
  optional: ['timezone', 'city', 'country'],
  run: async (values, context) => {
    const clubId = readId('club', values.club);
    const creatorId = readId('creator', values.creator);
    const read = checked(readOptions(NewEvent, values));
    const { name, start, end, timezone = null, city = '', country = '' } = read;
    if (end < start) throw new CommandFailed('--end must not be before --start.');
    const event = { clubId, creatorId, name, start, end, timezone, city, country };
    const id = await write(context, async (tx) => {
      await requireClub(tx, clubId);
      await requireUser(tx, creatorId);
      return addEvent(tx, commandLine(personAtTerminal()), event);
    });
    return { json: { eventId: id }, text: `${name} is event ${id}.` };
  },
};

export const eventEdit: Command = {
  name: 'event edit',
  summary: 'change what is said of an event; an empty timezone, city or country clears it',
  options: { event: 'EVENT', ...listed(OPTIONS) },
  optional: Object.keys(OPTIONS),
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const facts = checked(readChanges<EventFacts>(FACTS, OPTIONS, values));
    requireChange(facts, eventEdit);
    await perform(context, { operation: editEvent, eventId, input: facts });
    return { json: { eventId }, text: `Event ${eventId} is changed.` };
  },
};

export const eventRemove: Command = {
  name: 'event remove',
  summary:
    'remove an event that is not published, with all that belongs to it; nothing undoes this',
  options: { event: 'EVENT' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const refusal = await removeEvent(database, commandLine(personAtTerminal()), eventId);
      if (refusal?.code === 'conflict') {
        throw new CommandFailed(
          `${refusal.detail} Take it back first: running-order schedule unpublish --event ${eventId}`,
        );
      }
      if (refusal) throw refused(refusal, eventId);
      return { json: { eventId }, text: `Event ${eventId} is gone.` };
    }),
};

/** @throws CommandFailed when there is no such zone, or a country has one letter */
function checked<Facts extends Partial<EventFacts>>(facts: Facts): Facts {
  const { timezone, country } = facts;
  if (timezone && !isTimezone(timezone)) {
    throw new CommandFailed('--timezone must be an IANA zone such as Europe/Berlin.');
  }
  if (country === undefined) return facts;
  if (country.length === 1) throw new CommandFailed('--country must have two letters, such as DE.');
  return { ...facts, country: country.toUpperCase() };
}
