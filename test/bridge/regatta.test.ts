/**
 * A whole real regatta through the bridge: its start lists out, and `.lif` files made of them and of its results back, in
 * the order in which it was rowed.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta, type RegattaRace } from '../../regattas/regatta.ts';
import { type EvtRace, parseEvt } from '../../src/exchange/finishlynx/files.ts';
import { USUAL_START_LIST } from '../../src/exchange/finishlynx/write-start-list.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { save, startBridge } from './site.ts';

for (const name of ['hebda-cup-2023', 'wy-hi-2023'] as const) {
  test(`every place of ${name} comes out of the bridge as it was`, async () => {
    const regatta = loadRegatta(name);
    const push = regattaPush(regatta);
    const service = await startTestService();
    const event = await service.provision();
    const base = mkdtempSync(join(tmpdir(), 'running-order-bridge-'));
    const folder = join(base, 'results');
    mkdirSync(folder);
    await event.send('POST', '/schedule', push.schedule);
    await event.send('PUT', '/teams', push.teams);
    await event.send('PUT', '/races', push.races);
    for (const { externalId, lanes } of push.draws) {
      await event.send('PUT', `/races/${encodeURIComponent(externalId)}/entries`, lanes);
    }
    const where = { folder, stateFolder: join(base, 'state'), url: service.url, event };
    const startLists = {
      ...{ folder, name: 'lynx', takeOver: false, includesDrafts: true, day: null },
      ...{ writer: 'test', eventId: event.eventId },
      written: USUAL_START_LIST,
    };
    const running = await startBridge(where, { startLists });
    try {
      await until('start lists', () => existsSync(join(folder, 'lynx.evt')));
      const { races } = parseEvt(readFileSync(join(folder, 'lynx.evt')));
      const drawn = new Map(races.map((race) => [Number(race.event), race]));
      const expected = new Map<number, string>();
      for (const [index, race] of regatta.races.entries()) {
        const places = placesOf(race);
        if (places === '') continue;
        expected.set(index + 1, places);
        save(
          folder,
          `${String(index + 1).padStart(3, '0')}-1-01.lif`,
          lifOf(race, drawn.get(index + 1)),
        );
      }
      const sent = () => running.bridge.rows.filter(({ state }) => state === 'sent').length;
      await until('all races', () => sent() === expected.size, 120);
      const { json } = await event.send('GET', '/schedule');
      const places = json.races.flatMap((race: { raceNumber: number; lanes: Lane[] }) => {
        const told = race.lanes.map(({ finishPlace, status }) => finishPlace ?? status).join(' ');
        return expected.has(race.raceNumber) ? [[race.raceNumber, told]] : [];
      });
      assert.deepEqual(new Map(places), expected);
      assert.ok(expected.size >= 18, `${expected.size} races`);
    } finally {
      await running.stop();
      await service.stop();
      rmSync(base, { recursive: true, force: true });
    }
  });
}

interface Lane {
  finishPlace: number | null;
  status: string;
}

/** The results that the service must have, by lane: the official place, else the status; empty if the race was not rowed. */
function placesOf({ lanes }: RegattaRace): string {
  const isRowed = lanes.some(({ status, place }) => status !== 'assigned' && (place ?? 1) > 0);
  const told = lanes.map((lane) => lane.place ?? (isLeftOut(lane) ? 'assigned' : lane.status));
  return isRowed ? told.join(' ') : '';
}

/** An exhibition crew has a time and no place; FinishLynx has no word for it, so a timer leaves the row empty. */
function isLeftOut({ status, place }: RegattaRace['lanes'][number]): boolean {
  return status === 'assigned' || (status === 'finished' && place === null);
}

/** The `.lif` that FinishLynx writes for a race of its start list: place, lane, and time including the penalty. */
function lifOf({ lanes }: RegattaRace, drawn: EvtRace | undefined): string {
  const isByLabel = lanes.every(({ label }) => /^[1-9]\d*$/.test(label));
  const rows = lanes
    .toSorted((a, b) => (a.place ?? 99) - (b.place ?? 99))
    .map((lane) => {
      const { place, status, rawTimeMillis, penaltyMillis } = lane;
      const word = place ?? (isLeftOut(lane) ? '' : status.toUpperCase());
      const isTimed = place !== null && rawTimeMillis !== null;
      const time = isTimed ? written(rawTimeMillis + (penaltyMillis ?? 0)) : '';
      const number = isByLabel ? lane.label : lane.position;
      const boat = drawn?.entries.find((entry) => entry.lane === String(number));
      assert.ok(boat, `lane ${number} of event ${drawn?.event} is in the start list`);
      const { id, last, affiliation } = boat;
      return `${word},${id},${number},${last},,${affiliation},${time},,,,,9:00:00.00,,,,,`;
    });
  const { event, name } = drawn ?? {};
  return `${[`${event},1,1,${name},,,,,,,9:00:00.0000`, ...rows].join('\r\n')}\r\n`;
}

function written(millis: number): string {
  const minutes = Math.floor(millis / 60_000);
  return `${minutes}:${((millis % 60_000) / 1000).toFixed(3).padStart(6, '0')}`;
}
