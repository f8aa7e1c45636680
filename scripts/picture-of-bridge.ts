/** Takes the picture of the bridge: its screen, with the files of a few races of the demo. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Board, BoardRace } from '../src/contract/board.ts';
import { hasResults } from '../src/domain/results/standings.ts';

/** The wait until the bridge has read, judged and sent all files. */
const SETTLE_MILLIS = 12_000;
const CLEAR = '\x1b[H\x1b[J';
const CTRL_C = '\x03';
/** Shown in place of the temporary folder and address: the ones that readers know from the document. */
const SHOWN = { folder: 'C:\\Lynx\\Results', url: 'https://regatta.example' };

interface BridgeOfDemo {
  url: string;
  eventId: number;
  /** An API key. */
  key: string;
}

/** @param program of the service @param file of the picture */
export async function takeBridgePicture(
  browser: Browser,
  demo: BridgeOfDemo,
  { program, file }: { program: string; file: string },
): Promise<void> {
  const screen = await bridgeScreen(demo, program);
  const page = await browser.newPage({
    viewport: { width: 1080, height: 400 },
    deviceScaleFactor: 1.5,
  });
  await page.setContent(
    '<body style="margin:0"><pre style="margin:0;padding:16px;background:#0c1116;color:#e6edf3;font:15px/1.45 monospace;white-space:pre-wrap"></pre>',
  );
  await page.locator('pre').evaluate((element, text) => {
    element.textContent = text;
  }, screen);
  await page.locator('pre').screenshot({ path: file });
  await page.close();
}

/** The last screen of a bridge that runs on a terminal until it has read all files. */
async function bridgeScreen(demo: BridgeOfDemo, program: string): Promise<string> {
  const { url, eventId, key } = demo;
  const own = mkdtempSync(join(tmpdir(), 'running-order-bridge-'));
  const [folder, keyFile] = [join(own, 'Results'), join(own, 'key.txt')];
  mkdirSync(folder);
  writeFileSync(keyFile, key, { mode: 0o600 });
  await saveFiles(demo, folder);
  const words = ['bridge', 'finishlynx', '--folder', folder, '--url', url];
  words.push('--event', String(eventId), '--key-file', keyFile, '--state', join(own, 'state'));
  const command = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
  // Debian's `script` gives the bridge a terminal.
  const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null']);
  try {
    let printed = '';
    terminal.stdout.on('data', (bytes) => {
      printed += bytes;
    });
    await delay(SETTLE_MILLIS);
    const last = printed.slice(printed.lastIndexOf(CLEAR) + CLEAR.length);
    return last.replaceAll('\r', '').replaceAll(folder, SHOWN.folder).replaceAll(url, SHOWN.url);
  } finally {
    terminal.stdin.write(CTRL_C);
    await new Promise((resolve) => terminal.once('close', resolve));
    rmSync(own, { recursive: true });
  }
}

/** Files of a race with other results entered, of three that have just been rowed (one boat missing), of an unknown race. */
async function saveFiles({ url, eventId }: BridgeOfDemo, folder: string): Promise<void> {
  const { races } = (await (await fetch(`${url}/board/api/events/${eventId}`)).json()) as Board;
  const save = (number: number, lanes: readonly string[]) =>
    writeFileSync(join(folder, `${String(number).padStart(3, '0')}-1-01.lif`), lif(number, lanes));
  const labels = ({ lanes }: BoardRace) =>
    lanes.filter(({ crewId }) => crewId !== null).map(({ positionLabel }) => positionLabel);
  const drawn = races.filter((race) => labels(race).length > 0);
  const last = drawn.findLastIndex(({ lanes }) => hasResults(lanes));
  for (const [index, race] of drawn.slice(last, last + 4).entries()) {
    save(race.raceNumber, index === 3 ? labels(race).slice(1) : labels(race));
  }
  save(300, ['1', '2', '3']);
}

/** As FinishLynx saves results. */
function lif(number: number, lanes: readonly string[]): string {
  const rows = lanes.map((lane, index) => {
    const seconds = (402.7 + 3.21 * index).toFixed(2);
    return `${index + 1},,${lane},,,,${seconds},,,,,9:00:00.00,,,,,`;
  });
  return `${[`${number},1,1,,,,,,,2000,9:00:00.0000`, ...rows].join('\r\n')}\r\n`;
}
