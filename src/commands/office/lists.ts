/** Lists people, clubs, keys, events, crews and races. */
import { keyView } from '../../domain/accounts/api-key.ts';
import { teamView } from '../../domain/crews/team.ts';
import { NOT_WITHDRAWN, type Withdrawal } from '../../domain/draw/lane.ts';
import { BY_TIME, findByTime } from '../../domain/lists/event-order.ts';
import { pageOf, readListQuery } from '../../domain/lists/list-query.ts';
import { raceView } from '../../domain/races/race.ts';
import { Refusal } from '../../domain/refusal.ts';
import { scheduleNotFound } from '../../operations/operation.ts';
import { listEvents } from '../../storage/accounts/access.ts';
import { listClubs, listKeys, listUsers } from '../../storage/accounts/accounts.ts';
import { listLanesChangedSince } from '../../storage/event/lanes.ts';
import { listRaces } from '../../storage/event/races.ts';
import { findSchedule } from '../../storage/event/schedules.ts';
import { listTeams } from '../../storage/event/teams.ts';
import { type Command, CommandFailed, readId, withDatabase } from '../command.ts';
import { requireEvent, requireUser } from '../existing.ts';
import { refused } from '../perform.ts';
import { headingOf, raceText } from './race-text.ts';

export const userList: Command = {
  name: 'user list',
  summary: 'list the people, with their roles',
  options: {},
  run: (_values, context) =>
    withDatabase(context, async (database) => {
      const people = await listUsers(database.reads);
      const users = people.map(({ id, clubs, ...person }) => ({
        userId: String(id),
        ...person,
        clubs: clubs.map(({ id, ...club }) => ({ clubId: String(id), ...club })),
      }));
      const lines = users.map(({ userId, displayName, email, operator, clubs }) => {
        const roles = clubs.map(({ name, role }) => `${role} of ${name}`).join(', ');
        const parts = [`${userId}  ${displayName}`, email, operator && 'operator', roles];
        return parts.filter(Boolean).join('  ');
      });
      return { json: { users }, text: lines.join('\n') || 'There is nobody yet.' };
    }),
};

export const clubList: Command = {
  name: 'club list',
  summary: 'list the clubs',
  options: {},
  run: (_values, context) =>
    withDatabase(context, async (database) => {
      const rows = await listClubs(database.reads);
      const clubs = rows.map(({ id, name }) => ({ clubId: String(id), name }));
      const lines = clubs.map(({ clubId, name }) => `${clubId}  ${name}`);
      return { json: { clubs }, text: lines.join('\n') || 'There is no club yet.' };
    }),
};

export const keyList: Command = {
  name: 'key list',
  summary: "list a person's keys",
  options: { user: 'USER' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const userId = readId('user', values.user);
      await requireUser(database.reads, userId);
      const rows = await listKeys(database.reads, userId);
      const keys = rows.map(keyView);
      const lines = keys.map(
        (key) =>
          `${key.keyPrefix}…  ${key.label}  made ${key.createdAt}  ` +
          `${key.lastUsedAt ? `last used ${key.lastUsedAt}` : 'never used'}` +
          `${key.revokedAt ? `  revoked ${key.revokedAt}` : ''}`,
      );
      return { json: { keys }, text: lines.join('\n') || `User ${userId} has no keys.` };
    }),
};

export const eventList: Command = {
  name: 'event list',
  summary: 'list the events: of today, to come, past; all of them, or those with some words',
  options: { q: 'WORDS', before: 'NEXT', limit: 'COUNT' },
  optional: ['q', 'before', 'limit'],
  run: ({ q, before, limit }, context) =>
    withDatabase(context, async (database) => {
      const asked = Object.entries({ q, before, limit }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      const query = readListQuery(new URLSearchParams(asked), BY_TIME);
      if (query instanceof Refusal) {
        const [first] = query.violations;
        throw new CommandFailed(`--${first?.field} ${first?.detail}.`);
      }
      const rows = await listEvents(database.reads);
      const findable = rows.map(({ event, organiser }) => ({ ...event, organiser, event }));
      // Without --limit, all events are listed: a terminal has tools to search a long list.
      const page = { ...query, ...(limit === undefined && { limit: Number.POSITIVE_INFINITY }) };
      const { items, next } = pageOf(findByTime(findable, query, Date.now()), page, BY_TIME);
      const events = items.map(({ event }) => event.event);
      const lines = events.map(({ id, name, startDate, endDate, scheduleStatus, ...is }) => {
        const days = startDate === endDate ? startDate : `${startDate} to ${endDate}`;
        const isShown = is.announced && scheduleStatus !== 'published';
        const kinds = [
          isShown && 'announced',
          is.trial && 'trial',
          is.archived && 'archived',
          is.noindex && 'noindex',
        ].filter(Boolean);
        const state = [scheduleStatus ?? 'no schedule', ...kinds].join(', ');
        return `${id}  ${days}  ${name}  (${state})`;
      });
      const nothing = rows.length === 0 ? 'There is no event yet.' : 'No event is found.';
      const more = next === null ? [] : [`More: --before ${next}`];
      return { json: { events, next }, text: [...lines, ...more].join('\n') || nothing };
    }),
};

export const teamList: Command = {
  name: 'team list',
  summary: 'list the crews of an event',
  options: { event: 'EVENT' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      await requireEvent(database.reads, eventId);
      const teams = (await listTeams(database.reads, eventId)).map(teamView);
      const lines = teams.map(({ name, clubId, boatIndex }) => {
        const club = clubId === null ? '' : `  club ${clubId}`;
        return `${name}${club}${boatIndex === null ? '' : `  boat ${boatIndex}`}`;
      });
      return { json: { teams }, text: lines.join('\n') || `Event ${eventId} has no crews yet.` };
    }),
};

export const raceList: Command = {
  name: 'race list',
  summary: 'list the races of an event in running order; --lanes: with lanes and results',
  options: { event: 'EVENT' },
  flags: ['lanes'],
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const { timezone } = await requireEvent(database.reads, eventId);
      const races = await database.snapshot(async (tx) => {
        const schedule = await findSchedule(tx, eventId);
        if (!schedule) throw refused(scheduleNotFound(), eventId);
        const rows = await listRaces(tx, eventId);
        const lanes = await listLanesChangedSince(tx, eventId, 0);
        return rows.map((race) => {
          const ofRace = lanes.get(race.id) ?? [];
          const view = raceView(race, ofRace, schedule.laneScheme);
          return {
            ...view,
            lanes: view.lanes.map((lane, at) => ({ ...lane, ...markOf(ofRace[at]) })),
          };
        });
      });
      const show = values.lanes === undefined ? headingOf : raceText;
      const text = races.map((race) => show(race, timezone)).join('\n');
      return { json: { races }, text: text || `Event ${eventId} has no races yet.` };
    }),
};

/** The withdrawal of a crew, which no answer of the API has. */
function markOf({ withdrawn, withdrawnReason }: Withdrawal = NOT_WITHDRAWN): Partial<Withdrawal> {
  return withdrawn ? { withdrawn, withdrawnReason } : {};
}
