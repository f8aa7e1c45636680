/** The live screen on a terminal, and the log where there is none. */
import type { Bridge } from './bridge.ts';
import { BEING_WRITTEN } from './files/race-files.ts';
import { DRY_RUN, type RaceState } from './judge.ts';
import { type BridgeStatus, statusLines } from './status.ts';

const MAX_LOG_LINES = 8;
/** Reasons that nobody has to look after, or that have been said otherwise. */
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

/** The time of the file saved last, by the clock of whatever wrote it: somebody sees whether that clock is right. */
function lastFile({ rows }: Bridge): string {
  const [newest] = rows.filter(({ mtimeMs }) => mtimeMs > 0);
  if (!newest) return '';
  const time = new Date(newest.mtimeMs).toTimeString().slice(0, 8);
  return ` · last file ${newest.file} of ${time}`;
}

/** What has changed about the races since it was asked last, a line each. */
export class RaceLog {
  private told = new Map<string, string>();

  changes({ races }: BridgeStatus): string[] {
    const now = new Map(
      races.map((race) => [`${race.file} ${race.race}`, JSON.stringify([race.state, race.reason])]),
    );
    const changed = races.filter((race) => {
      const key = `${race.file} ${race.race}`;
      const isNews = this.told.get(key) !== now.get(key) && !QUIET.includes(race.reason);
      return race.state !== 'sent' && isNews;
    });
    this.told = now;
    return statusLines(changed);
  }
}
