/** What the sandbox has in its database: a person with keys, and the event that is rowed now. */
import { venueDay } from '../../domain/day/race-day.ts';
import { commandLine } from '../../operations/actor.ts';
import { addEvent } from '../../operations/pushes/add-event.ts';
import { removeEvent } from '../../operations/remove.ts';
import { listManagedEvents } from '../../storage/accounts/access.ts';
import { isEmpty, listUsers } from '../../storage/accounts/accounts.ts';
import { Database } from '../../storage/engine/database.ts';
import { listRaces } from '../../storage/event/races.ts';
import { personAtTerminal } from '../author.ts';
import { CommandFailed } from '../command.ts';
import { addTrialOffice, giveTrialPassword, mintTrialKey } from './trial-office.ts';

/** By this address a sandbox is known again. */
export const SANDBOX_EMAIL = 'sandbox@regatta.example';

export interface SandboxOffice {
  eventId: number;
  /** Whether its programme has still to be pushed. */
  isNew: boolean;
  /** For whoever tries out a client. */
  key: string;
  /** For the simulated timing, whose requests do not count against that key. */
  timingKey: string;
  /** With which the person signs in to the console. */
  password: string;
}

interface Wanted {
  /** Whether all events of the sandbox are removed first. */
  isReset: boolean;
  /** The span of the event, epoch milliseconds. */
  startAt: number;
  endAt: number;
}

/** @throws CommandFailed for a database that holds anything else than a sandbox */
export async function prepareSandbox(databaseUrl: string, wanted: Wanted): Promise<SandboxOffice> {
  const { database } = await Database.open(databaseUrl);
  try {
    const { userId, clubId } = await findOffice(database);
    if (wanted.isReset) await removeEvents(database, userId);
    const running = await findRunningEvent(database, userId, wanted.startAt);
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

/** The newest event, if it has been published and its last race is not over. @param now epoch milliseconds */
async function findRunningEvent(
  database: Database,
  userId: number,
  now: number,
): Promise<number | undefined> {
  const events = await listManagedEvents(database.reads, userId);
  const newest = events.sort((a, b) => b.id - a.id)[0];
  if (newest?.scheduleStatus !== 'published') return undefined;
  const starts = (await listRaces(database.reads, newest.id)).map(({ scheduledAt }) => scheduledAt);
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  const gapMillis = (last - first) / Math.max(1, starts.length - 1);
  return now < last + gapMillis ? newest.id : undefined;
}

/** Where the machine's clock has no place, as in most containers, the regatta still has one. */
const USUAL_ZONE = 'Europe/Berlin';

/** That of the clock on the wall, where it is the zone of a place. */
function zoneHere(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^(?!Etc\/)\w+\//.test(timeZone) ? timeZone : USUAL_ZONE;
}

function addTrialEvent(
  database: Database,
  { userId, clubId }: { userId: number; clubId: number },
  { startAt, endAt }: Wanted,
): Promise<number> {
  const timezone = zoneHere();
  const event = {
    clubId,
    creatorId: userId,
    name: 'Sandbox regatta',
    start: venueDay(startAt, timezone),
    end: venueDay(endAt, timezone),
    timezone,
    city: '',
    country: '',
    trial: true,
  };
  return database.write((tx) => addEvent(tx, commandLine(personAtTerminal()), event));
}
