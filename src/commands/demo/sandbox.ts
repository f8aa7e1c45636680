/** A service with a regatta that rows itself now, to write clients against and to show. */
import type { Logger } from 'pino';
import { type RegattaPush, regattaPush } from '../../../regattas/push-plan.ts';
import { loadRegatta } from '../../../regattas/regatta.ts';
import { type RegattaEvent, RunningOrder } from '../../../sdk/src/index.ts';
import { MINUTE_MILLIS } from '../../domain/day/race-day.ts';
import { pushProgramme, rowRegatta } from '../../sandbox/simulator.ts';
import type { Settings } from '../../settings.ts';
import { type Command, CommandFailed } from '../command.ts';
import { prepareSandbox, SANDBOX_EMAIL, type SandboxOffice } from './sandbox-office.ts';
import { listen } from '../serve.ts';

const USUAL_MINUTES = '120';
const MAX_MINUTES = 1440;

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'start a service with a regatta that rows itself now, in a database of its own',
  options: { host: 'HOST', port: 'PORT', 'event-minutes': 'MINUTES' },
  optional: ['host', 'port', 'event-minutes'],
  flags: ['reset'],
  run: async (values, { settings }) => {
    const minutes = readMinutes(values['event-minutes'] ?? USUAL_MINUTES);
    const databaseUrl = ownDatabase(settings);
    const startAt = Date.now();
    const endAt = startAt + minutes * MINUTE_MILLIS;
    const isReset = values.reset !== undefined;
    const office = await prepareSandbox(databaseUrl, { isReset, startAt, endAt });
    const service = { ...settings, databaseUrl, backups: undefined, listsTrials: true };
    const { address: url } = await listen(service, await logOnStandardError(settings));
    const signal = untilStopped();
    const api = new RunningOrder({ baseUrl: url, key: office.timingKey, app: 'sandbox' });
    const event = api.event(office.eventId);
    const push = regattaPush(loadRegatta('hebda-cup-2023'));
    if (office.isNew) await pushProgramme(event, push, { startAt, minutes });
    const { eventId, key } = office;
    const isForProgram = values.json !== undefined;
    const ready = isForProgram ? JSON.stringify({ url, eventId, key }) : invitation(url, office);
    process.stdout.write(`${ready}\n`);
    void row(event, push, signal);
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

/** Ends when the service is told to stop. */
function untilStopped(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}

async function row(event: RegattaEvent, push: RegattaPush, signal: AbortSignal): Promise<void> {
  const report = (line: string) => process.stderr.write(`${line}\n`);
  try {
    await rowRegatta(event, push, { signal, report });
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
