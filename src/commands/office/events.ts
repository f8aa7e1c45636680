/** Events added, changed and removed. */
import Type from 'typebox';
import { date, nullable, text } from '../../contract/fields.ts';
import { MAX_CITY_LENGTH, MAX_ZONE_LENGTH } from '../../contract/limits.ts';
import { Look } from '../../contract/look.ts';
import {
  type EventFacts,
  objectionToDays,
  objectionToText,
} from '../../domain/event/event-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { commandLine } from '../../operations/actor.ts';
import { performTogether } from '../../operations/operation.ts';
import { addEvent } from '../../operations/pushes/add-event.ts';
import { editEvent, editEventIn } from '../../operations/pushes/edit-event.ts';
import { removeEvent } from '../../operations/remove.ts';
import { wasPublished } from '../../storage/event/events.ts';
import {
  type Command,
  CommandFailed,
  personAtTerminal,
  readId,
  type Values,
  withDatabase,
  write,
} from '../command.ts';
import { requireClub, requireUser } from '../existing.ts';
import { listed, Name, readChanges, readOptions, readYesOrNo, requireChange } from '../options.ts';
import { perform, refused } from '../perform.ts';

const FACTS = {
  name: Name,
  start: date(),
  end: date(),
  timezone: nullable(text(MAX_ZONE_LENGTH)),
  city: text(MAX_CITY_LENGTH),
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

/** Options that only an existing event has. */
const LOOK_OPTIONS = { accent: ['accent', '#RRGGBB'], sponsor: ['sponsor', 'TEXT'] } as const;
const LOOK = { accent: Look.properties.accent, sponsor: Look.properties.sponsor };

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
    const objection = objectionToDays(start, end);
    if (objection) throw new CommandFailed(objection);
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
  summary:
    'change what is said of an event; an empty timezone, city, country, accent or sponsor clears it',
  options: {
    event: 'EVENT',
    ...listed(OPTIONS),
    ...listed(LOOK_OPTIONS),
    trial: 'yes|no',
    archived: 'yes|no',
    noindex: 'yes|no',
  },
  optional: [...Object.keys(OPTIONS), ...Object.keys(LOOK_OPTIONS), 'trial', 'archived', 'noindex'],
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const options = { ...OPTIONS, ...LOOK_OPTIONS };
    const facts = checked(readChanges<EventFacts>({ ...FACTS, ...LOOK }, options, values));
    const input = { ...facts, ...readFlags(values) };
    requireChange(input, eventEdit);
    await perform(context, { operation: editEvent, eventId, input });
    return { json: { eventId }, text: `Event ${eventId} is changed.` };
  },
};

/** @throws CommandFailed when one is neither yes nor no */
function readFlags(values: Values): Partial<EventFacts> {
  const facts: Partial<EventFacts> = {};
  for (const name of ['trial', 'archived', 'noindex'] as const) {
    const word = values[name];
    if (word !== undefined) facts[name] = readYesOrNo(name, word);
  }
  return facts;
}

export const eventArchive: Command = {
  name: 'event archive',
  summary: 'take an event out of the lists; its pages stay, and event edit --archived no undoes it',
  options: { event: 'EVENT' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    await perform(context, { operation: editEvent, eventId, input: { archived: true } });
    return { json: { eventId }, text: `Event ${eventId} is archived: no list shows it any more.` };
  },
};

export const eventAnnounce: Command = {
  name: 'event announce',
  summary:
    'show the page of an event before its schedule is published, so that people follow it; --off takes it back',
  options: { event: 'EVENT' },
  flags: ['off'],
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const announced = values.off === undefined;
      const { settings } = context;
      const terms = { actor: commandLine(personAtTerminal()), eventId };
      const done = await performTogether({ database, settings }, terms, (performNext) =>
        editEventIn(performNext, { announced }),
      );
      if (done instanceof Refusal) throw refused(done, eventId);
      const text = announced
        ? `Everybody finds its page now: ${settings.publicUrl}/events/${eventId}`
        : `Event ${eventId} is no longer announced: nobody sees a draft.`;
      return { json: { eventId, announced }, text };
    }),
};

export const eventRemove: Command = {
  name: 'event remove',
  summary:
    'remove an event that was never published, or a trial, with all that belongs to it; nothing undoes this',
  options: { event: 'EVENT' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const refusal = await removeEvent(database, commandLine(personAtTerminal()), eventId);
      if (refusal?.code === 'conflict') {
        const way = (await wasPublished(database.reads, eventId)) ? 'archive' : 'announce --off';
        throw new CommandFailed(
          `${refusal.detail} See running-order event ${way} --event ${eventId}`,
        );
      }
      if (refusal) throw refused(refusal, eventId);
      return { json: { eventId }, text: `Event ${eventId} is gone.` };
    }),
};

/** @throws CommandFailed when there is no such zone, or a country has not two letters */
function checked<Facts extends Partial<EventFacts>>(facts: Facts): Facts {
  const { timezone, country, accent } = facts;
  const objections = {
    accent: accent ? objectionToText('accent', accent) : undefined,
    timezone: timezone ? objectionToText('timezone', timezone) : undefined,
    country: country === undefined ? undefined : objectionToText('countryCode', country),
  };
  for (const [option, objection] of Object.entries(objections)) {
    if (objection) throw new CommandFailed(`--${option} ${objection}.`);
  }
  return country === undefined ? facts : { ...facts, country: country.toUpperCase() };
}
