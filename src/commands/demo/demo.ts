/** A real regatta to try the service with: the Hebda Cup of 2023, moved to today. */
import { type RegattaPush, regattaPush } from '../../../regattas/push-plan.ts';
import { loadRegatta } from '../../../regattas/regatta.ts';
import { apiKeyHash, apiKeyPrefix } from '../../domain/accounts/api-key.ts';
import { venueDay } from '../../domain/day/race-day.ts';
import { commandLine, keyOwner } from '../../operations/actor.ts';
import { type OperationOptions, performTogether } from '../../operations/operation.ts';
import { addEvent } from '../../operations/pushes/add-event.ts';
import { drawLanes } from '../../operations/pushes/draw-lanes.ts';
import { pushRaces } from '../../operations/pushes/push-races.ts';
import { pushResults } from '../../operations/pushes/push-results.ts';
import { pushTeams } from '../../operations/pushes/push-teams.ts';
import { createSchedule, publishSchedule } from '../../operations/pushes/schedule.ts';
import type { Settings } from '../../settings.ts';
import { listManagedEvents } from '../../storage/accounts/access.ts';
import { isEmpty } from '../../storage/accounts/accounts.ts';
import { Database } from '../../storage/engine/database.ts';
import { announcement, setUpInvitation } from '../announcement.ts';
import { personAtTerminal } from '../author.ts';
import { type Command, CommandFailed, type Context } from '../command.ts';
import { listen } from '../serve.ts';
import { addTrialOffice, expectDone, giveTrialPassword, mintTrialKey } from './trial-office.ts';

/** A database of its own, so that trying the service never touches a real one. */
const DEMO_DATABASE = 'sqlite:data/demo.db';

/** The regatta is in progress: this share of its races has been rowed. */
const ROWED_SHARE = 2 / 3;

const DEMO_EMAIL = 'office@regatta.example';

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
    const { port, setUpLink } = await listen(settings);
    const isTerminal = process.stdout.isTTY === true;
    const phones = announcement(settings, port, { path: `/events/${json.eventId}`, isTerminal });
    const lines = [
      text,
      '',
      ...setUpInvitation(setUpLink, isTerminal),
      ...(phones.length > 0 ? phones : [FOR_PHONES]),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return undefined;
  },
};

async function load(settings: Settings, context: Context, reopen = false) {
  const { database } = await Database.open(settings.databaseUrl, {
    backups: settings.backups,
  });
  try {
    const wasEmpty = await isEmpty(database.reads);
    if (!wasEmpty && !reopen) {
      throw new CommandFailed(
        'The database is not empty, and demo loads only into an empty one: name another in DATABASE_URL.',
      );
    }
    const regatta = loadRegatta('hebda-cup-2023');
    const ids = wasEmpty ? await provision(database, regatta) : { userId: 1, eventId: 1 };
    const { userId, eventId } = ids;
    // Only hashes are stored, so a demo that is started again needs a key and a password of its own.
    const key = await database.write((tx) => mintTrialKey(tx, userId, 'demo'));
    const password = await giveTrialPassword(database, userId, DEMO_EMAIL);
    // Started again on another day, the regatta is still on the day it was moved to.
    const [event] = await listManagedEvents(database.reads, userId);
    const day = event?.startDate ?? regatta.date;
    const push = regattaPush(regatta, { date: day });
    const actor = keyOwner({ userId, keyPrefix: apiKeyPrefix(key) }, apiKeyHash(key));
    if (wasEmpty) await loadRaces(database, { actor, eventId, isLong: true }, push, context);
    const json = { key, eventId, userId: String(userId), email: DEMO_EMAIL, password };
    return { json, text: invitation(settings, json, push, day) };
  } finally {
    await database.close();
  }
}

async function provision(database: Database, regatta: ReturnType<typeof loadRegatta>) {
  const { name, timezone, city, countryCode: country } = regatta;
  const day = venueDay(Date.now(), timezone);
  return database.write(async (tx) => {
    const office = { person: 'Demo race office', email: DEMO_EMAIL, club: 'Demo rowing club' };
    const { userId, clubId } = await addTrialOffice(tx, office);
    const event = {
      clubId,
      creatorId: userId,
      name,
      start: day,
      end: day,
      timezone,
      city,
      country,
    };
    const eventId = await addEvent(tx, commandLine(personAtTerminal()), event);
    return { userId, eventId };
  });
}

/** Pushes what a timing package pushes in the course of the regatta, as the owner of the key. */
async function loadRaces(
  database: Database,
  terms: OperationOptions,
  push: RegattaPush,
  { settings, progress }: Context,
): Promise<void> {
  const done = await performTogether({ database, settings }, terms, async (performNext) => {
    await performNext(createSchedule, push.schedule);
    await performNext(pushTeams, push.teams);
    await performNext(
      pushRaces,
      push.races.map((race) => ({ ...race, scheduledAt: Date.parse(race.scheduledAt) })),
    );
    for (const { externalId, lanes } of push.draws) {
      progress(`drawing ${externalId}`);
      await performNext(drawLanes, { race: { externalId }, lanes });
    }
    for (const { externalId, results } of rowed(push)) {
      progress(`scoring ${externalId}`);
      await performNext(pushResults, { race: { externalId }, results });
    }
    return performNext(publishSchedule, undefined);
  });
  expectDone(done);
}

function rowed({ results }: RegattaPush) {
  return results.slice(0, Math.ceil(results.length * ROWED_SHARE));
}

/** On Windows either may be open: its own PowerShell, or a shell that came with Git. */
const SHELLS: readonly Shell[] = process.platform === 'win32' ? ['powershell', 'posix'] : ['posix'];

interface DemoFacts {
  key: string;
  eventId: number;
  /** With which the person signs in to the console. */
  email: string;
  password: string;
}

/** The board, the key, the addresses, and three calls that work when pasted. */
function invitation(
  { publicUrl }: Settings,
  { key, eventId, email, password }: DemoFacts,
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
    `Console:  ${publicUrl}/console  (as ${email}, password ${password})`,
    '',
    ...calls.flatMap(([what, call]) => [
      what,
      ...SHELLS.map((shell) => `  ${callIn(shell, key, call)}`),
    ]),
  ].join('\n');
}

/** Which shell: one of POSIX with `curl`, or PowerShell, which has a client of its own. */
type Shell = 'posix' | 'powershell';

interface Call {
  url: string;
  /** What is put there; left out for a read. */
  body?: object;
}

/** Deeper than any answer: PowerShell shows what is below its depth as a type's name. */
const POWERSHELL_DEPTH = 9;

/** One line that makes a call. @param key the API key */
export function callIn(shell: Shell, key: string, { url, body }: Call): string {
  const json = body && JSON.stringify(body);
  if (shell === 'posix') {
    const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    const put = json
      ? [`-X PUT -H ${quoted('Content-Type: application/json')} -d ${quoted(json)}`]
      : [];
    return ['curl -s -H', quoted(`Authorization: Bearer ${key}`), ...put, url].join(' ');
  }
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const put = json ? [`-Method Put -ContentType 'application/json' -Body ${quoted(json)}`] : [];
  const header = `-Headers @{ Authorization = ${quoted(`Bearer ${key}`)} }`;
  const call = ['Invoke-RestMethod', header, ...put, '-Uri', quoted(url)].join(' ');
  return `${call} | ConvertTo-Json -Depth ${POWERSHELL_DEPTH}`;
}
