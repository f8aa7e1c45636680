/** The texts of `--status`, of the live screen on a terminal, and of the log without a terminal (tools.md, "Bridge"). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bridge } from './bridge.ts';
import { codeOf, replacePrivateFile } from './files/state-files.ts';
import { BEING_WRITTEN } from './files/timer-folder.ts';
import { DRY_RUN, type RaceRow, type RaceState } from './judge.ts';
import { raceKeyOf } from './schedule.ts';
import type { Connection } from './service-link.ts';

const NAME = 'status.json';

interface RaceStatus
  extends Pick<RaceRow, 'event' | 'round' | 'heat' | 'file' | 'race' | 'raceNumber'>,
    Pick<RaceRow, 'state' | 'reason' | 'missing' | 'sentAt'> {
  /** FinishLynx may have the race open with an older draw. */
  reopen: boolean;
}

interface BridgeStatus {
  folder: {
    path: string;
    reachable: boolean;
    /** When `reachable` last changed, as an instant of RFC 3339. */
    since: string;
  };
  service: Connection & { url: string };
  races: RaceStatus[];
}

/** @param url of the service, as it was given */
export function statusOf(bridge: Bridge, url: string): BridgeStatus {
  const { link } = bridge.parts;
  const { folderTrouble, folderSince: since } = bridge;
  const { numbers } = bridge.parts.ledger.current;
  const toReopen = Object.entries(numbers).filter(([, { reopen }]) => reopen);
  const races = bridge.rows.map((row) => ({
    ...{ event: row.event, round: row.round, heat: row.heat, file: row.file },
    ...{ race: row.race, raceNumber: row.raceNumber, state: row.state, reason: row.reason },
    ...{ missing: row.missing, sentAt: row.sentAt },
    reopen: toReopen.some(([, { race }]) => race === row.race),
  }));
  const shown = new Set(races.map(({ race }) => race));
  const others = toReopen
    .filter(([, { race }]) => !shown.has(race))
    .map(([event, { race }]) => {
      const found = bridge.parts.link.schedule?.races.find((one) => raceKeyOf(one) === race);
      return {
        ...{ event, round: '1', heat: '1', file: '', race, raceNumber: found?.raceNumber ?? null },
        ...{ state: 'waiting' as const, reason: null, missing: [], sentAt: null, reopen: true },
      };
    });
  return {
    folder: { path: bridge.settings.folder, reachable: folderTrouble === null, since },
    service: { url, ...link.connection },
    races: [...races, ...others],
  };
}

/** The file that `--status` reads. A failed write is ignored, because the bridge must not stop for it. */
export class StatusFile {
  private readonly folder: string;
  private written = '';

  constructor(stateFolder: string) {
    this.folder = stateFolder;
  }

  async write(status: BridgeStatus): Promise<void> {
    const text = `${JSON.stringify(status)}\n`;
    if (text === this.written) return;
    try {
      await replacePrivateFile(join(this.folder, NAME), text);
      this.written = text;
    } catch {
      // The next call tries again.
    }
  }
}

/** @returns `null` where no bridge has run yet */
export async function readStatus(stateFolder: string): Promise<BridgeStatus | null> {
  try {
    return JSON.parse(await readFile(join(stateFolder, NAME), 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** One line for each race; races that need a person come first. */
export function statusLines(races: readonly RaceStatus[]): string[] {
  const order = ['parked', 'unfinished', 'sending', 'waiting', 'sent'];
  return races
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map((race) => {
      const name = race.raceNumber === null ? race.file : `race ${race.raceNumber}${asEvent(race)}`;
      const details = [
        race.reason,
        race.missing.length > 0 && `missing ${race.missing.join(', ')}`,
        race.reopen && `reopen event ${race.event} in FinishLynx: its draw has changed`,
        race.raceNumber !== null && race.file,
      ];
      const told = details.filter((detail) => typeof detail === 'string' && detail !== '');
      return `${race.state.padEnd(10)} ${name}${told.length > 0 ? `: ${told.join('; ')}` : ''}`;
    });
}

/** The number of the event in FinishLynx, where it differs from the race number. */
function asEvent({ event, raceNumber }: RaceStatus): string {
  return Number(event) === raceNumber ? '' : ` (event ${event})`;
}

const MAX_LOG_LINES = 8;
/** Reasons that are not logged: nobody has to act, or they have been logged elsewhere. */
const QUIET: readonly (string | null)[] = [null, BEING_WRITTEN, DRY_RUN];
const CLEAR = '\x1b[H\x1b[J';

/** @returns the whole screen. @param service as people name it @param height of the terminal in lines */
export function screenOf(
  bridge: Bridge,
  status: BridgeStatus,
  log: readonly string[],
  { service, height }: { service: string; height: number },
): string {
  const { link } = bridge.parts;
  const counts = (state: RaceState) => status.races.filter((race) => race.state === state).length;
  const listTrouble = bridge.startLists?.trouble;
  const head = [
    `${status.folder.path} → ${service}`,
    `folder: ${bridge.folderTrouble ?? 'read'} · service: ${link.trouble?.reason ?? (link.schedule ? 'connected' : 'not reached yet')}${bridge.ledgerTrouble ? ` · ledger: ${bridge.ledgerTrouble}` : ''}${listTrouble ? ` · start lists: ${listTrouble.reason}` : ''}`,
    `sent ${counts('sent')} · sending ${counts('sending')} · waiting ${counts('waiting')} · parked ${counts('parked')} · unfinished ${counts('unfinished')}${lastFile(bridge)}`,
    '',
  ];
  const tail = [
    '',
    ...log.slice(-MAX_LOG_LINES),
    'Ctrl+C ends the bridge; a accepts the first race that is held.',
  ];
  const room = Math.max(1, height - head.length - tail.length);
  return `${CLEAR}${[...head, ...statusLines(status.races).slice(0, room), ...tail].join('\n')}`;
}

/** The newest file and its modification time, by the clock of the computer that wrote it: a person sees whether it is right. */
function lastFile({ rows }: Bridge): string {
  const [newest] = rows.filter(({ mtimeMs }) => mtimeMs > 0);
  if (!newest) return '';
  const time = new Date(newest.mtimeMs).toTimeString().slice(0, 8);
  return ` · last file ${newest.file} of ${time}`;
}

/** One line for each race that has changed since the last call and has a reason that is not `QUIET`. */
export class RaceLog {
  private told = new Map<string, string>();

  changes({ races }: BridgeStatus): string[] {
    const now = new Map(
      races.map((race) => [`${race.file} ${race.race}`, JSON.stringify([race.state, race.reason])]),
    );
    const changed = races.filter((race) => {
      const key = `${race.file} ${race.race}`;
      return this.told.get(key) !== now.get(key) && !QUIET.includes(race.reason);
    });
    this.told = now;
    return statusLines(changed);
  }
}
