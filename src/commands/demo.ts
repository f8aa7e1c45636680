/** A real regatta to try the service with: the Hebda Cup of 2023, moved to today. */
import { pino } from 'pino';
import { type RegattaPush, regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import { venueDay } from '../domain/race-day.ts';
import { mintKey } from '../operations/keys.ts';
import type { Settings } from '../settings.ts';
import { listManagedEvents } from '../storage/access.ts';
import { insertClub, insertEvent, insertUser, isEmpty, setRole } from '../storage/accounts.ts';
import { Database } from '../storage/database.ts';
import { announcement } from './announcement.ts';
import { type Call, callIn, type Shell } from './calls.ts';
import { type Command, CommandFailed, type Context } from './command.ts';
import { listen } from './serve.ts';

/** A database of its own, so that trying the service never touches a real one. */
const DEMO_DATABASE = 'sqlite:data/demo.db';

/** The regatta is in progress: this share of its races has been rowed. */
const ROWED_SHARE = 2 / 3;

const FOR_PHONES =
  'Only this machine reaches it. To let phones in the same network in, add: --host 0.0.0.0';

export const demo: Command = {
  name: 'demo',
  summary:
    'load a real regatta into an empty database; --serve: into data/demo.db, and start there',
  options: { host: 'HOST', port: 'PORT' },
  optional: ['host', 'port'],
  flags: ['serve'],
  run: async (values, context) => {
    if (values.serve === undefined) return load(context.settings, context);
    const settings = { ...context.settings, databaseUrl: DEMO_DATABASE };
    const { text, json } = await load(settings, context, true);
    const { port } = await listen(settings);
    const isTerminal = process.stdout.isTTY === true;
    const phones = announcement(settings, port, { path: `/events/${json.eventId}`, isTerminal });
    const lines = [text, '', ...(phones.length > 0 ? phones : [FOR_PHONES])];
    process.stdout.write(`${lines.join('\n')}\n`);
    return undefined;
  },
};

async function load(settings: Settings, context: Context, reopen = false) {
  const { database } = await Database.open(settings.databaseUrl);
  try {
    const wasEmpty = await isEmpty(database.reads);
    if (!wasEmpty && !reopen) {
      throw new CommandFailed(
        'The database is not empty, and demo loads only into an empty one: name another in DATABASE_URL.',
      );
    }
    const regatta = loadRegatta('hebda-cup-2023');
    const ids = wasEmpty ? await provision(database, regatta) : { userId: 1, eventId: 1 };
    // Only hashes are stored, so a demo that is started again needs a key of its own.
    const key = await database.write((tx) => mintKey(tx, { userId: ids.userId, label: 'demo' }));
    if (typeof key !== 'string') throw new CommandFailed(key.detail);
    // Started again on another day, the regatta is still on the day it was moved to.
    const [event] = await listManagedEvents(database.reads, ids.userId);
    const day = event?.startDate ?? regatta.date;
    const push = regattaPush(regatta, { date: day });
    if (wasEmpty) await pushRegatta(settings, database, key, ids.eventId, push, context);
    const json = { key, eventId: ids.eventId, userId: String(ids.userId) };
    return { json, text: invitation(settings, json, push, day) };
  } finally {
    await database.close();
  }
}

async function provision(database: Database, regatta: ReturnType<typeof loadRegatta>) {
  const now = Date.now();
  const day = venueDay(now, regatta.timezone);
  return database.write(async (tx) => {
    const userId = await insertUser(tx, 'Demo race office', null, now);
    const clubId = await insertClub(tx, 'Demo rowing club', now);
    await setRole(tx, userId, clubId, 'schedule_manager');
    const eventId = await insertEvent(tx, {
      club_id: clubId,
      creator_id: userId,
      name: regatta.name,
      start_date: day,
      end_date: day,
      timezone: regatta.timezone,
      city: regatta.city,
      country_code: regatta.countryCode,
      created_at: now,
    });
    return { userId, eventId };
  });
}

/** Pushes the regatta through the service's own API, as a timing package does. */
async function pushRegatta(
  settings: Settings,
  database: Database,
  key: string,
  eventId: number,
  push: RegattaPush,
  { progress }: Context,
): Promise<void> {
  // One regatta in one go is more than a key may push in a minute.
  const { createApp } = await import('../app.ts');
  const unhurried = { ...settings, writesPerMinute: 10_000 };
  const { server, close } = await createApp(unhurried, database, pino({ level: 'silent' }));
  const send = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const url = `/v1/events/${eventId}${path}`;
    const headers = { authorization: `Bearer ${key}`, host: 'localhost' };
    const answer = await server.inject({ method, url, headers, payload });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
  };
  try {
    await send('POST', '/schedule', push.schedule);
    await send('PUT', '/teams', push.teams);
    await send('PUT', '/races', push.races);
    for (const { externalId, lanes } of push.draws) {
      progress(`drawing ${externalId}`);
      await send('PUT', `/races/${externalId}/entries`, lanes);
    }
    for (const { externalId, results } of rowed(push)) {
      progress(`scoring ${externalId}`);
      await send('PUT', `/races/${externalId}/results`, results);
    }
    await send('POST', '/schedule/publish', {});
  } finally {
    await close();
  }
}

function rowed({ results }: RegattaPush) {
  return results.slice(0, Math.ceil(results.length * ROWED_SHARE));
}

/** On Windows either may be open: its own PowerShell, or a shell that came with Git. */
const SHELLS: readonly Shell[] = process.platform === 'win32' ? ['powershell', 'posix'] : ['posix'];

/** The board, the key, the address, and three calls that work when pasted. */
function invitation(
  { publicUrl }: Settings,
  { key, eventId }: { key: string; eventId: number },
  push: RegattaPush,
  day: string,
): string {
  const base = `${publicUrl}/v1/events/${eventId}`;
  const next = push.results[rowed(push).length];
  const calls: [what: string, call: Call][] = [
    ['Its running order:', { url: `${base}/schedule` }],
    [
      'The day runs ten minutes late:',
      { url: `${base}/schedule/delay`, body: { venueDay: day, delayMinutes: 10 } },
    ],
    [
      'The next race has finished:',
      { url: `${base}/races/${next?.externalId}/results`, body: next?.results ?? [] },
    ],
  ];
  return [
    `The demo regatta is event ${eventId}, on ${day}.`,
    `Board:    ${publicUrl}/events/${eventId}`,
    `API key:  ${key}`,
    `Address:  ${publicUrl}/v1  (description: ${publicUrl}/docs)`,
    '',
    ...calls.flatMap(([what, call]) => [
      what,
      ...SHELLS.map((shell) => `  ${callIn(shell, key, call)}`),
    ]),
  ].join('\n');
}
