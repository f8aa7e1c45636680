/** A service with a regatta that rows itself now, to write clients against and to show. */
import type { Logger } from 'pino';
import { regattaPush } from '../../../regattas/push-plan.ts';
import { loadRegatta } from '../../../regattas/regatta.ts';
import { type RegattaEvent, RunningOrder } from '../../../sdk/src/index.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';
import { venueDay } from '../../domain/day/venue-day.ts';
import { raceKind } from '../../domain/races/racing.ts';
import { commandLine } from '../../operations/actor.ts';
import { addEvent } from '../../operations/pushes/add-event.ts';
import { removeEvent } from '../../operations/remove.ts';
import {
  headRace,
  type SimulatedRegatta,
  simulateRegatta,
  sprintRegatta,
} from '../../sandbox/simulator.ts';
import type { Settings } from '../../settings.ts';
import { listManagedEvents } from '../../storage/accounts/access.ts';
import { isEmpty, listUsers } from '../../storage/accounts/accounts.ts';
import { Database } from '../../storage/engine/database.ts';
import { listRaces } from '../../storage/event/races.ts';
import { type Command, CommandFailed, personAtTerminal } from '../command.ts';
import { listen } from '../serve.ts';
import { addTrialOffice, giveTrialPassword, mintTrialKey, untilStopped } from './trial-office.ts';

/** A database with this address is recognised as one of a sandbox. */
const SANDBOX_EMAIL = 'sandbox@regatta.example';

interface SandboxOffice {
  eventId: number;
  /** Whether its programme has still to be pushed. */
  isNew: boolean;
  /** For people who try out a client. */
  key: string;
  /** For the simulated timing, whose requests do not count against that key. */
  timingKey: string;
  /** With which the person signs in to the console. */
  password: string;
}

interface Wanted {
  /** Whether all events of the sandbox are removed first. */
  isReset: boolean;
  /** Whether it is a head race. */
  isHead: boolean;
  /** The span of the event, epoch milliseconds. */
  startAt: number;
  endAt: number;
}

/** @throws CommandFailed for a database that holds anything else than a sandbox */
async function prepareSandbox(databaseUrl: string, wanted: Wanted): Promise<SandboxOffice> {
  const { database } = await Database.open(databaseUrl);
  try {
    const { userId, clubId } = await findOffice(database);
    if (wanted.isReset) await removeEvents(database, userId);
    const running = await findRunningEvent(database, userId, wanted);
    const eventId = running ?? (await addTrialEvent(database, { userId, clubId }, wanted));
    const { key, timingKey } = await database.write(async (tx) => ({
      timingKey: await mintTrialKey(tx, userId, 'sandbox timing'),
      key: await mintTrialKey(tx, userId, 'sandbox'),
    }));
    const password = await giveTrialPassword(database, userId, SANDBOX_EMAIL);
    return { eventId, isNew: running === undefined, key, timingKey, password };
  } finally {
    await database.close();
  }
}

async function findOffice(database: Database): Promise<{ userId: number; clubId: number }> {
  if (await isEmpty(database.reads)) {
    const office = { person: 'Sandbox race office', email: SANDBOX_EMAIL, club: 'Sandbox club' };
    return database.write((tx) => addTrialOffice(tx, office));
  }
  const person = (await listUsers(database.reads)).find(({ email }) => email === SANDBOX_EMAIL);
  const [club] = person?.clubs ?? [];
  if (person && club) return { userId: person.id, clubId: club.id };
  throw new CommandFailed(
    'This database is not one of the sandbox: name an empty one in SANDBOX_DATABASE_URL.',
  );
}

async function removeEvents(database: Database, userId: number): Promise<void> {
  for (const { id } of await listManagedEvents(database.reads, userId)) {
    const refusal = await removeEvent(database, commandLine(personAtTerminal()), id);
    if (refusal) throw new CommandFailed(`Event ${id} cannot be removed: ${refusal.detail}`);
  }
}

/** The newest event that the sandbox has made, if it is of the wanted kind, published, and its last race is not over. */
async function findRunningEvent(
  database: Database,
  userId: number,
  { isHead, startAt: now }: Wanted,
): Promise<number | undefined> {
  const events = await listManagedEvents(database.reads, userId);
  const [newest] = events.filter(isMadeHere).sort((a, b) => b.id - a.id);
  if (newest?.scheduleStatus !== 'published') return undefined;
  const races = await listRaces(database.reads, newest.id);
  if (races.some((race) => (raceKind(race) === 'head') !== isHead)) return undefined;
  const starts = races.map(({ scheduledAt }) => scheduledAt);
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  const gapMillis = (last - first) / Math.max(1, starts.length - 1);
  return now < last + gapMillis ? newest.id : undefined;
}

const NAMES = { regatta: 'Sandbox regatta', head: 'Sandbox head race' };

/** Other events are regattas of people who try the race office. */
const isMadeHere = ({ name }: { name: string }) => Object.values(NAMES).includes(name);

/** The zone of a regatta where that of the machine names no place, as in most containers. */
const USUAL_ZONE = 'Europe/Berlin';

/** The time zone of the machine, if it is that of a place; else `USUAL_ZONE`. */
function zoneHere(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^(?!Etc\/)\w+\//.test(timeZone) ? timeZone : USUAL_ZONE;
}

function addTrialEvent(
  database: Database,
  { userId, clubId }: { userId: number; clubId: number },
  { isHead, startAt, endAt }: Wanted,
): Promise<number> {
  const timezone = zoneHere();
  const event = {
    clubId,
    creatorId: userId,
    name: isHead ? NAMES.head : NAMES.regatta,
    start: venueDay(startAt, timezone),
    end: venueDay(endAt, timezone),
    timezone,
    city: '',
    country: '',
    trial: true,
  };
  return database.write((tx) => addEvent(tx, commandLine(personAtTerminal()), event));
}

const USUAL_MINUTES = '120';
const MAX_MINUTES = 1440;

export const sandbox: Command = {
  name: 'sandbox',
  summary:
    'start a service with a regatta that rows itself now, in a database of its own; --head: a head race of 150 boats',
  options: { host: 'HOST', port: 'PORT', 'event-minutes': 'MINUTES' },
  optional: ['host', 'port', 'event-minutes'],
  flags: ['reset', 'head'],
  run: async (values, { settings }) => {
    const minutes = readMinutes(values['event-minutes'] ?? USUAL_MINUTES);
    const databaseUrl = ownDatabase(settings);
    const startAt = Date.now();
    const endAt = startAt + minutes * MINUTE_MILLIS;
    const isReset = values.reset !== undefined;
    const isHead = values.head !== undefined;
    const office = await prepareSandbox(databaseUrl, { isReset, isHead, startAt, endAt });
    const service = { ...settings, databaseUrl, backups: undefined, listsTrials: true };
    const { address: url } = await listen(service, await logOnStandardError(settings));
    const signal = untilStopped();
    const api = new RunningOrder({ baseUrl: url, key: office.timingKey, app: 'sandbox' });
    const event = api.event(office.eventId);
    const regatta = isHead ? headRace() : sprintRegatta(regattaPush(loadRegatta('hebda-cup-2023')));
    if (office.isNew) await regatta.pushProgramme(event, { startAt, minutes });
    const { eventId, key } = office;
    const isForProgram = values.json !== undefined;
    const ready = isForProgram ? JSON.stringify({ url, eventId, key }) : invitation(url, office);
    process.stdout.write(`${ready}\n`);
    void row(event, regatta, signal);
    return undefined;
  },
};

function readMinutes(text: string): number {
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (minutes >= 1 && minutes <= MAX_MINUTES) return minutes;
  throw new CommandFailed(
    `--event-minutes must be a whole number from 1 to ${MAX_MINUTES}, not "${text}".`,
  );
}

/** Trying the service never touches a real regatta. */
function ownDatabase({ databaseUrl, sandboxDatabaseUrl }: Settings): string {
  if (sandboxDatabaseUrl !== databaseUrl) return sandboxDatabaseUrl;
  throw new CommandFailed('SANDBOX_DATABASE_URL must name another database than DATABASE_URL.');
}

/** Standard output has what programs read with `--json`. */
async function logOnStandardError({ logLevel }: Settings): Promise<Logger> {
  const { pino } = await import('pino');
  return pino({ level: logLevel }, pino.destination(2));
}

async function row(
  event: RegattaEvent,
  regatta: SimulatedRegatta,
  signal: AbortSignal,
): Promise<void> {
  const report = (line: string) => process.stderr.write(`${line}\n`);
  try {
    await simulateRegatta(event, regatta, { signal, report });
    if (!signal.aborted) report('The regatta is over. Started again, the sandbox rows a new one.');
  } catch (error) {
    if (!signal.aborted) report(`The simulated regatta has ended: ${(error as Error).message}`);
  }
}

function invitation(url: string, { eventId, key, password, isNew }: SandboxOffice): string {
  return [
    isNew
      ? `Event ${eventId} is a regatta that begins now.`
      : `Event ${eventId} is a regatta that goes on; --reset begins a new one.`,
    `Board:    ${url}/events/${eventId}`,
    `API:      ${url}/v1/events/${eventId}/schedule  (description: ${url}/docs)`,
    `API key:  ${key}`,
    `Console:  ${url}/console  (as ${SANDBOX_EMAIL}, password ${password})`,
  ].join('\n');
}
