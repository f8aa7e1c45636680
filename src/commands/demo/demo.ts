/** A regatta to try the service with: the Hebda Cup of 2023, moved to today, or a head race that is on the course now. */
import { type RegattaPush, regattaPush } from '../../../regattas/push-plan.ts';
import { loadRegatta } from '../../../regattas/regatta.ts';
import { RunningOrder } from '../../../sdk/src/index.ts';
import { readObject } from '../../contract/reading/read-body.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';
import { TimingWrite } from '../../contract/timing.ts';
import { apiKeyHash, apiKeyPrefix } from '../../domain/accounts/api-key.ts';
import { venueDay } from '../../domain/day/venue-day.ts';
import { commandLine, keyOwner } from '../../operations/actor.ts';
import {
  type OperationOptions,
  type PerformNext,
  performTogether,
} from '../../operations/operation.ts';
import { addEvent } from '../../operations/pushes/add-event.ts';
import { drawLanes } from '../../operations/pushes/draw-lanes.ts';
import { pushRaces } from '../../operations/pushes/races.ts';
import { pushResults, setRacing } from '../../operations/pushes/results.ts';
import { createSchedule, publishSchedule } from '../../operations/pushes/schedule.ts';
import { pushTeams } from '../../operations/pushes/teams.ts';
import { headRaces, headRegatta, headSteps } from '../../sandbox/head-regatta.ts';
import { headRace, simulateRegatta } from '../../sandbox/simulator.ts';
import { stepsFrom } from '../../sandbox/timetable.ts';
import type { Settings } from '../../settings.ts';
import { listManagedEvents } from '../../storage/accounts/access.ts';
import { isEmpty } from '../../storage/accounts/accounts.ts';
import { Database } from '../../storage/engine/database.ts';
import { announcement, setUpInvitation } from '../announcement.ts';
import { type Command, CommandFailed, type Context, personAtTerminal } from '../command.ts';
import { listen } from '../serve.ts';
import {
  addTrialOffice,
  giveTrialPassword,
  mintTrialKey,
  untilStopped,
  unwrapResult,
} from './trial-office.ts';

/** A database of its own, so that trying the service never touches a real one. */
const DEMO_DATABASE = 'sqlite:data/demo.db';
const HEAD_DATABASE = DEMO_DATABASE.replace('demo.db', 'demo-head.db');

/** The regatta is in progress: this share of its races has been rowed. */
const ROWED_SHARE = 2 / 3;

const DEMO_EMAIL = 'office@regatta.example';

const FOR_PHONES =
  'Only this machine reaches it. To let phones in the same network in, add: --host 0.0.0.0';

export const demo: Command = {
  name: 'demo',
  summary:
    'load a real regatta into an empty database; --head: a head race that is on the course now; --serve: into data/demo.db (data/demo-head.db), and start there',
  options: { host: 'HOST', port: 'PORT' },
  optional: ['host', 'port'],
  flags: ['serve', 'head'],
  run: async (values, context) => {
    const isHead = values.head !== undefined;
    if (values.serve === undefined) return load(context.settings, context, { isHead });
    const databaseUrl = isHead ? HEAD_DATABASE : DEMO_DATABASE;
    const settings = { ...context.settings, databaseUrl };
    const { text, json } = await load(settings, context, { isHead, mayReopen: true });
    const { port, address, setUpLink } = await listen(settings);
    if (isHead) void rowOn(address, json);
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

/** Continues the simulated head race, until the process is told to stop. */
async function rowOn(baseUrl: string, { key, eventId }: DemoFacts): Promise<void> {
  const signal = untilStopped();
  const event = new RunningOrder({ baseUrl, key, app: 'demo' }).event(eventId);
  const report = (line: string) => process.stderr.write(`${line}\n`);
  await simulateRegatta(event, headRace(), { signal, report }).catch((error: unknown) => {
    if (!signal.aborted) report(`The head race has ended: ${(error as Error).message}`);
  });
}

interface Loading {
  isHead: boolean;
  /** Whether a database that is not empty may be used, because the regatta has been loaded into it before. */
  mayReopen?: boolean;
}

async function load(settings: Settings, context: Context, { isHead, mayReopen }: Loading) {
  const { database } = await Database.open(settings.databaseUrl, {
    backups: settings.backups,
  });
  try {
    const wasEmpty = await isEmpty(database.reads);
    if (!wasEmpty && !mayReopen) {
      throw new CommandFailed(
        'The database is not empty, and demo loads only into an empty one: name another in DATABASE_URL.',
      );
    }
    const regatta = loadRegatta('hebda-cup-2023');
    const facts = isHead ? HEAD_EVENT : regatta;
    const ids = wasEmpty ? await provision(database, facts) : { userId: 1, eventId: 1 };
    const { userId, eventId } = ids;
    // Only hashes are stored, so a demo that is started again needs a key and a password of its own.
    const key = await database.write((tx) => mintTrialKey(tx, userId, 'demo'));
    const password = await giveTrialPassword(database, userId, DEMO_EMAIL);
    // Started again on another day, the regatta is still on the day it was moved to.
    const managed = await listManagedEvents(database.reads, userId);
    const event = managed.find(({ id }) => id === eventId);
    const day = event?.startDate ?? regatta.date;
    const push = regattaPush(regatta, { date: day });
    const actor = keyOwner({ userId, keyPrefix: apiKeyPrefix(key) }, apiKeyHash(key));
    const terms = { actor, eventId, isLong: true };
    if (wasEmpty && isHead) await loadHead(database, terms, context);
    else if (wasEmpty) await loadRaces(database, terms, push, context);
    const json = { key, eventId, userId: String(userId), email: DEMO_EMAIL, password };
    const calls = isHead ? headCalls : sprintCalls(push, day);
    return { json, text: invitation(settings, json, calls, day) };
  } finally {
    await database.close();
  }
}

async function provision(database: Database, regatta: typeof HEAD_EVENT) {
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

async function loadHead(
  database: Database,
  terms: OperationOptions,
  { settings }: Context,
): Promise<void> {
  const work = (performNext: PerformNext) => loadHeadRace(performNext, Date.now());
  unwrapResult(await performTogether({ database, settings }, terms, work));
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
  unwrapResult(done);
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

/** Calls that work when pasted, each with what it does. @param root of both interfaces, such as `http://127.0.0.1:8080` */
type CallsOf = (root: string, eventId: number) => [what: string, call: Call][];

function sprintCalls(push: RegattaPush, day: string): CallsOf {
  const next = push.results[rowed(push).length];
  return (root, eventId) => {
    const base = `${root}/v1/events/${eventId}`;
    return [
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
  };
}

const headCalls: CallsOf = (root, eventId) => [
  ['Its running order:', { url: `${root}/v1/events/${eventId}/schedule` }],
  [
    'What is between start and finish of its first division:',
    { url: `${root}/timing/v1/events/${eventId}/races/division-1` },
  ],
];

/** The board, the key, the addresses, and the calls. */
function invitation(
  { publicUrl }: Settings,
  { key, eventId, email, password }: DemoFacts,
  callsOf: CallsOf,
  day: string,
): string {
  const calls = callsOf(publicUrl, eventId);
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
  /** The body of a PUT; left out for a read. */
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

/** How long ago its first boat has started: some are in, some are out, some are still to start. */
const STARTED_MINUTES = 25;
const MINUTES = 120;

/** The event that it is loaded into. */
const HEAD_EVENT = {
  name: 'Head of the Lake',
  timezone: 'Europe/Berlin',
  city: 'Berlin',
  countryCode: 'DE',
};

/** Pushes what a timing package has pushed by now. @param now epoch milliseconds */
async function loadHeadRace(performNext: PerformNext, now: number) {
  const regatta = headRegatta();
  const startAt = now - STARTED_MINUTES * MINUTE_MILLIS;
  const races = headRaces(regatta, { startAt, minutes: MINUTES }).map((race) => ({
    ...race,
    scheduledAt: Date.parse(race.scheduledAt ?? ''),
  }));
  await performNext(createSchedule, regatta.schedule);
  await performNext(pushTeams, regatta.teams);
  await performNext(pushRaces, races);
  for (const { externalId, lanes } of regatta.draws)
    await performNext(drawLanes, { race: { externalId }, lanes });
  const due = stepsFrom(headSteps(races), now).filter(({ at }) => at <= now);
  const timings = due.flatMap((step) => (step.kind === 'timing' ? [step] : []));
  for (const { externalId, timing } of [...regatta.timings, ...timings])
    await performNext(setRacing, { race: { externalId }, racing: readTiming(timing) });
  return performNext(publishSchedule, undefined);
}

/** Reads timing as the service reads the body of a request. */
function readTiming(timing: object): TimingWrite {
  const reading = readObject(TimingWrite, timing);
  if ('value' in reading) return reading.value;
  throw new Error(`the head race of the demo: ${reading.violations[0]?.field}`);
}
