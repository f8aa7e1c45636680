/** Two regattas that were rowed, pushed as a timing package would, and compared with the facts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RegattaPush, regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta, type Regatta, type RegattaRace } from '../../regattas/regatta.ts';
import { venueDay } from '../../src/domain/day/venue-day.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

interface Lane {
  position: number;
  positionLabel: string;
  teamExternalId: string;
  teamName: string;
  status: string;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
}

interface Race {
  externalId: string;
  raceNumber: number;
  title: string;
  scheduledAt: string;
  lanes: Lane[];
}

const service = await startTestService();

/** Sends everything in the order in which a timing package does. */
async function pushAll(event: Provisioned, push: RegattaPush): Promise<void> {
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await event.send(method, path, body);
    assert.ok(reply.status === 200 || reply.status === 201, `${path}: ${reply.text}`);
    return reply.json;
  };
  await send('POST', '/schedule', push.schedule);
  const { teams } = await send('PUT', '/teams', { teams: push.teams });
  assert.equal(teams.length, push.teams.length);
  const { races } = await send('PUT', '/races', { races: push.races });
  assert.equal(races.length, push.races.length);
  for (const { externalId, lanes } of push.draws) {
    await send('PUT', `/races/${encodeURIComponent(externalId)}/entries`, { lanes });
  }
  await send('POST', '/schedule/publish');
  for (const { externalId, results, expectedPlaces } of push.results) {
    const path = `/races/${encodeURIComponent(externalId)}/results`;
    const race: Race = await send('PUT', path, { results });
    for (const lane of race.lanes) {
      assert.equal(lane.finishPlace, expectedPlaces.get(lane.position), `${race.title}`);
    }
  }
}

async function history(event: Provisioned): Promise<number> {
  const rows = await service.database.reads
    .selectFrom('history')
    .where('event_id', '=', event.eventId)
    .select('id')
    .execute();
  return rows.length;
}

/** A lane of the file as the service should show it. */
function expectedLane(lane: RegattaRace['lanes'][number]) {
  const { position, label, crew, status, place } = lane;
  const isRanked = status !== 'finished' || place !== null;
  const penalty = lane.penaltyMillis ?? 0;
  const isTimed = isRanked && lane.rawTimeMillis !== null && status !== 'assigned';
  return {
    position,
    positionLabel: label,
    teamName: crew,
    status,
    // A negative correction is taken off the finish time, because a penalty is never negative.
    finishTimeMillis: isTimed ? (lane.rawTimeMillis ?? 0) + Math.min(penalty, 0) : null,
    finishPlace: place,
    penaltyMillis: isTimed && penalty > 0 ? penalty : null,
  };
}

function compare(regatta: Regatta, races: Race[]): void {
  assert.equal(races.length, regatta.races.length);
  for (const [index, expected] of regatta.races.entries()) {
    const race = races[index];
    assert.equal(race?.externalId, `race-${expected.label}`);
    assert.equal(race.raceNumber, index + 1);
    assert.equal(race.title, expected.name);
    if (expected.startTime) {
      const local = new Date(race.scheduledAt).toLocaleTimeString('en-GB', {
        timeZone: regatta.timezone,
      });
      assert.equal(local, expected.startTime, race.title);
    }
    assert.deepEqual(
      race.lanes.map(({ teamExternalId: _, ...lane }) => lane),
      [...expected.lanes].sort((a, b) => a.position - b.position).map(expectedLane),
      race.title,
    );
  }
}

for (const [name, lanes] of [
  ['hebda-cup-2023', 105],
  ['wy-hi-2023', 75],
] as const) {
  test(`regatta ${name}: every crew, lane, time, penalty and place is read back (L10, A3)`, async () => {
    const regatta = loadRegatta(name);
    const push = regattaPush(regatta);
    const event = await service.provision({ timezone: regatta.timezone });
    await pushAll(event, push);
    const first = await event.send('GET', '/schedule');
    assert.equal(first.json.status, 'published');
    assert.equal(first.json.timezone, regatta.timezone);
    compare(regatta, first.json.races);
    assert.equal(
      first.json.races.reduce((sum: number, race: Race) => sum + race.lanes.length, 0),
      lanes,
    );
    for (const { externalId, expectedPlaces } of push.results) {
      const race: Race = first.json.races.find((each: Race) => each.externalId === externalId);
      assert.deepEqual(
        new Map(race.lanes.map((lane) => [lane.position, lane.finishPlace])),
        expectedPlaces,
      );
    }
    const names = new Set(
      first.json.races.flatMap((race: Race) => race.lanes.map((l) => l.teamName)),
    );
    const teams = (await event.send('GET', '/teams')).json.teams;
    assert.deepEqual(
      new Set(teams.map((team: { name: string }) => team.name)),
      names,
      'every crew of the regatta, and no other',
    );

    // A10: pushing it all again changes nothing.
    const entries = await history(event);
    await pushAll(event, push);
    const second = await event.send('GET', '/schedule');
    assert.equal(second.text, first.text);
    assert.equal(second.json.updatedAt, first.json.updatedAt);
    assert.equal(await history(event), entries);

    // A9: a delay moves only the races that were never scored.
    const delayed = await event.send('PUT', '/schedule/delay', {
      venueDay: regatta.date,
      delayMinutes: 10,
    });
    assert.deepEqual(
      delayed.json.races.map((race: Race) => race.externalId),
      regatta.races
        .filter((race) => race.lanes.every((lane) => lane.status === 'assigned'))
        .map((race) => `race-${race.label}`),
    );
    for (const race of first.json.races) {
      assert.equal(venueDay(Date.parse(race.scheduledAt), regatta.timezone), regatta.date);
    }
  });
}

test('regatta: both in one installation, pushed at the same time, do not mix', async () => {
  const regattas = (['hebda-cup-2023', 'wy-hi-2023'] as const).map((name) => loadRegatta(name));
  const events = await Promise.all(
    regattas.map((regatta) => service.provision({ timezone: regatta.timezone })),
  );
  await Promise.all(
    events.map((event, index) => pushAll(event, regattaPush(regattas[index] as Regatta))),
  );
  for (const [index, event] of events.entries()) {
    compare(regattas[index] as Regatta, (await event.send('GET', '/schedule')).json.races);
  }
});
