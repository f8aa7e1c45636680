/** The bridge between a timing computer and the service. It opens no database: it speaks to the service as any client. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgument } from '../../../sdk/src/index.ts';
import { Bridge } from '../../bridge/bridge.ts';
import type { BridgeSettings } from '../../bridge/bridge-settings.ts';
import { codeOf, LedgerFile, Requests, stateFolderOf } from '../../bridge/files/state-files.ts';
import { USUAL_FILE_TIMES } from '../../bridge/files/timer-folder.ts';
import { endOf, isAcceptable, SHORT_FILE_MILLIS } from '../../bridge/judge.ts';
import { SCHEDULE_MILLIS, USUAL_POLL_SECONDS } from '../../bridge/pace.ts';
import { ServiceLink } from '../../bridge/service-link.ts';
import { readStatus, statusLines, statusOf } from '../../bridge/status.ts';
import {
  type Command,
  CommandFailed,
  type Outcome,
  readId,
  UsageError,
  type Values,
} from '../command.ts';
import {
  readStartListSettings,
  START_LIST_FLAGS,
  START_LIST_OPTIONS,
  START_LIST_VALUES,
} from './bridge-start-lists.ts';
import { acceptByKey, BridgeWatcher } from './bridge-watcher.ts';

/** Five seconds after a signal, the process must have ended. */
const EXIT_MILLIS = 4500;
const ONCE_UNFINISHED_MILLIS = 3000;

export const bridgeFinishlynx: Command = {
  name: 'bridge finishlynx',
  summary:
    'post the results that FinishLynx saves as .lif files, and write its start lists; the key comes from RUNNING_ORDER_KEY or --key-file',
  options: {
    folder: 'DIR',
    url: 'URL',
    event: 'ID',
    'key-file': 'FILE',
    map: 'FILE',
    state: 'DIR',
    every: 'SECONDS',
    'empty-place': 'dns',
    accept: 'RACE',
    resend: 'RACE',
    ...START_LIST_VALUES,
  },
  optional: [
    ...['key-file', 'map', 'state', 'every', 'empty-place', 'accept', 'resend'],
    ...START_LIST_OPTIONS,
  ],
  flags: ['once', 'dry-run', 'review', 'timer-wins', 'status', ...START_LIST_FLAGS],
  run: async (values, { settings }) => {
    const eventId = readId('event', values.event);
    const [folder, url] = [values.folder ?? '', values.url ?? ''];
    const stateFolder = stateFolderOf({ folder, url, eventId }, values.state);
    if (values.status !== undefined) return tellStatus(stateFolder);
    if (values.accept !== undefined || values.resend !== undefined) {
      return leaveRequests(values, stateFolder);
    }
    const bridgeSettings = readBridgeSettings(values, resolve(folder), stateFolder);
    const key = await bridgeKey(values['key-file'], settings.bridgeKey);
    warnOfPlainHttp(url);
    const withClubs = bridgeSettings.startLists?.written.crewIn === 'last';
    return work(bridgeSettings, { url, key, eventId, app: 'bridge', withClubs }, values);
  },
};

async function tellStatus(stateFolder: string): Promise<Outcome> {
  const status = await readStatus(stateFolder);
  if (status) return { json: status, text: statusLines(status.races).join('\n') || 'No race yet.' };
  throw new CommandFailed(
    'No bridge has run for this folder, address and event: check all three, and --state.',
  );
}

/** Leaves requests, which the running bridge or the next one carries out. */
async function leaveRequests(values: Values, stateFolder: string): Promise<Outcome> {
  const status = await readStatus(stateFolder);
  const asked = (['accept', 'resend'] as const).flatMap((kind) => {
    const race = values[kind];
    return race === undefined ? [] : [{ kind, race }];
  });
  for (const { kind, race } of asked) {
    const known = status?.races.find((one) => one.race === race || String(one.raceNumber) === race);
    if (!known) throw new CommandFailed(`The bridge knows no race ${race}: --status lists them.`);
    if (kind === 'accept' && !known.reopen && !isAcceptable(known)) {
      throw new CommandFailed(`Race ${race} cannot be accepted as it is: ${known.reason}.`);
    }
    await new Requests(stateFolder).add(kind, race);
  }
  const text = asked.map(({ kind, race }) => `The bridge is asked to ${kind} race ${race}.`);
  return { json: { asked }, text: text.join('\n') };
}

/** @throws UsageError */
function readBridgeSettings(values: Values, folder: string, stateFolder: string): BridgeSettings {
  const seconds = values.every ?? USUAL_POLL_SECONDS;
  if (!/^\d+(\.\d+)?$/.test(seconds) || Number(seconds) < 0.1 || Number(seconds) > 60) {
    throw new UsageError(`--every must be seconds from 0.1 to 60, not "${seconds}".`);
  }
  const emptyPlace = values['empty-place'];
  if (emptyPlace !== undefined && emptyPlace !== 'dns') {
    throw new UsageError(`--empty-place can only be dns, not "${emptyPlace}".`);
  }
  const isOnce = values.once !== undefined;
  return {
    folder,
    stateFolder,
    mapFile: values.map === undefined ? null : resolve(values.map),
    judging: {
      emptyPlace: emptyPlace ?? null,
      timerWins: values['timer-wins'] !== undefined,
      review: values.review !== undefined,
      shortMillis: SHORT_FILE_MILLIS,
    },
    fileTimes: {
      ...USUAL_FILE_TIMES,
      ...(isOnce && { unfinishedMillis: ONCE_UNFINISHED_MILLIS }),
    },
    pollMillis: Number(seconds) * 1000,
    scheduleMillis: SCHEDULE_MILLIS,
    startLists: readStartListSettings(values, {
      eventId: readId('event', values.event),
      stateFolder,
    }),
    isDryRun: values['dry-run'] !== undefined,
  };
}

type LinkSettings = ConstructorParameters<typeof ServiceLink>[0];

/** Runs a bridge until a signal ends it, or with `--once` until nothing more will happen. */
async function work(
  settings: BridgeSettings,
  linkSettings: LinkSettings,
  values: Values,
): Promise<Outcome | undefined> {
  const now = () => performance.now();
  const link = openLink(linkSettings, now);
  const { file: ledger, isDamaged } = await LedgerFile.open(settings.stateFolder);
  const requests = new Requests(settings.stateFolder);
  const service = `${linkSettings.url}, event ${linkSettings.eventId}`;
  const { url } = linkSettings;
  const watcher = new BridgeWatcher(
    { url, service },
    {
      isOnce: values.once !== undefined,
      // With --json, standard output holds only the document.
      isQuiet: values.json !== undefined,
    },
  );
  const bridge = new Bridge(settings, { link, ledger, requests, watcher, now });
  if (isDamaged)
    watcher.log('The ledger was damaged and has been put aside; the schedule says what is there.');
  const stopOnSignal = () => {
    bridge.stop();
    setTimeout(() => process.exit(0), EXIT_MILLIS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnSignal);
  const endKeys = acceptByKey(bridge, stopOnSignal);
  const failure = await bridge.run();
  endKeys();
  const status = statusOf(bridge, url);
  if (failure !== null) throw new CommandFailed(failure);
  if (values.once === undefined) return { json: status, text: '' };
  const left = status.races.filter((race) => endOf(race) === 'left').length;
  const outcome = { json: status, text: statusLines(status.races).join('\n') };
  if (left === 0) return outcome;
  const line = `${left} of ${status.races.length} races wait for somebody: the list says why.`;
  return { ...outcome, failure: { status: 3, line } };
}

/** @throws CommandFailed for an invalid address or key */
function openLink(settings: LinkSettings, now: () => number): ServiceLink {
  try {
    return new ServiceLink(settings, now);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new CommandFailed(
      error.message.replace('baseUrl', '--url').replace('key is', 'The key is'),
    );
  }
}

/**
 * The key in a file takes precedence over the one in the environment.
 *
 * @throws CommandFailed without a key
 */
async function bridgeKey(
  file: string | undefined,
  ofEnvironment: string | undefined,
): Promise<string> {
  if (file === undefined) {
    if (ofEnvironment !== undefined) return ofEnvironment;
    throw new CommandFailed(
      'Put the API key into RUNNING_ORDER_KEY, or name its file with --key-file.',
    );
  }
  try {
    const { mode } = await stat(file);
    // On Windows the mode says nothing about who may read.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      warn(`others on this computer may read ${file}: chmod 600 keeps the key yours`);
    }
    const key = (await readFile(file, 'utf8')).trim();
    if (key !== '') return key;
  } catch (error) {
    const reason = codeOf(error);
    if (reason === 'ENOENT') {
      throw new CommandFailed(`There is no key file ${file}: save the API key in it.`);
    }
    throw new CommandFailed(`The key file ${file} cannot be read (${reason}).`);
  }
  throw new CommandFailed(`The key file ${file} is empty.`);
}

/** Over plain HTTP, others in the same network can read the key. */
function warnOfPlainHttp(url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  const isOwn = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === 'http:' && !isOwn) {
    warn(
      'the address begins with http:, so the key travels unprotected: use https: where there is any',
    );
  }
}

function warn(text: string): void {
  process.stderr.write(`Warning: ${text}.\n`);
}
