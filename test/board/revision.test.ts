/**
 * The board's own revision: whoever writes, and by whichever way, it moves when the document changes and only then. So do
 * `updatedAt` and the `ETag`, and open boards are notified.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { editEvent } from '../../src/operations/pushes/edit-event.ts';
import { changeSettings } from '../../src/operations/pushes/schedule.ts';
import { Listener, times } from '../support/board.ts';
import { openOffice } from '../support/office.ts';
import { performOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const office = await openOffice(service);
/** The ids of crews by name and of races by number. */
const ids = await office.ids();

async function push(tail: string, body: unknown): Promise<void> {
  const { status, text } = await office.event.send('PUT', tail, body);
  assert.equal(status, 200, text);
}
async function write(tail: string, body: object, method: 'PUT' | 'POST' = 'PUT'): Promise<void> {
  const { status, text } = await office.write(tail, body, method);
  assert.equal(status, 200, text);
}
const settings = (input: Parameters<typeof changeSettings.plan>[1]) =>
  performOn(service, office.event.eventId, changeSettings, input);
const facts = (input: Parameters<typeof editEvent.plan>[1]) =>
  performOn(service, office.event.eventId, editEvent, input);
const race = (fields: object, raceNumber = 1) =>
  push('/races', [{ externalId: `r${raceNumber}`, raceNumber, ...fields }]);

async function read() {
  const { json, headers } = await office.event.board();
  const { revision, updatedAt, ...content } = json;
  const page = await service.send('GET', `/events/${office.event.eventId}`);
  const state = { revision, updatedAt, etag: headers.get('etag'), page: page.headers.get('etag') };
  return { state, content };
}

type Act = [what: string, act: () => Promise<unknown>];

/** Asserts that each act moves the board's revision by one, changes the rest of the document, and notifies open boards. */
function assertMove(acts: Act[]): void {
  for (const [what, act] of acts) {
    test(`moves it: ${what}`, async () => {
      const listener = await Listener.open(service.url, office.event.eventId);
      await listener.until(({ revisions }) => revisions.length === 1);
      const earlier = await read();
      await act();
      const later = await read();
      assert.notDeepEqual(later.content, earlier.content);
      assert.equal(later.state.revision, earlier.state.revision + 1);
      assert.ok(Date.parse(later.state.updatedAt) > Date.parse(earlier.state.updatedAt));
      assert.notEqual(later.state.etag, earlier.state.etag);
      assert.notEqual(later.state.page, earlier.state.page);
      await listener.until(({ revisions }) => revisions.at(-1) === later.state.revision);
      listener.close();
    });
  }
}

/** Asserts that each act writes something, and changes nothing that the public sees. */
function assertStay(acts: Act[]): void {
  for (const [what, act] of acts) {
    test(`leaves it: ${what}`, async () => {
      const [earlier, { revision }] = [await read(), await office.read()];
      await act();
      assert.deepEqual(await read(), earlier);
      assert.equal((await office.read()).revision, revision + 1, 'something was written');
    });
  }
}

describe('crews', () => {
  assertMove([
    [
      'a new club, pushed',
      () => push('/teams', [{ externalId: 'c1', name: 'Amsel', clubId: 'A' }]),
    ],
    [
      'a new club, in the race office',
      () => write('/crews', { crews: [{ id: ids.crews.Biber, clubId: 'B' }], removed: [] }),
    ],
    [
      'a crew of the race office',
      () => write('/crews', { crews: [{ id: null, name: 'Elster' }], removed: [] }),
    ],
    ['a crew that is drawn nowhere', () => push('/teams', [{ externalId: 'c8', name: 'Dohle' }])],
    ['another order', () => push('/teams', [{ externalId: 'c8', name: 'Dohle', sortOrder: -5 }])],
    ['another name', () => push('/teams', [{ externalId: 'c1', name: 'Amseln' }])],
  ]);
  assertStay([
    [
      'the number of its boat',
      () => push('/teams', [{ externalId: 'c8', name: 'Dohle', boatIndex: 2 }]),
    ],
    ['one that a push adopts', () => push('/teams', [{ externalId: 'c9', name: 'Elster' }])],
  ]);
});

describe('hidden results', () => {
  before(() => race({ resultVisibility: 'hidden' }));
  assertStay([
    ['pushed', () => push('/races/r1/results', times(400_000, 410_000))],
    ['corrected', () => push('/races/r1/results', times(401_000))],
    [
      'in the race office',
      () => write(`/races/${ids.races[1]}/results`, { results: [{ position: 3, status: 'dns' }] }),
    ],
  ]);
  assertMove([
    ['another title of such a race', () => race({ title: 'Heat one' })],
    ['shown', () => race({ resultVisibility: 'placesOnly' })],
    ['a status among places', () => push('/races/r1/results', [{ position: 3, status: 'dnf' }])],
    ['shown with times', () => race({ resultVisibility: null })],
    ['a time that is shown', () => push('/races/r1/results', times(402_000))],
  ]);
  assertStay([['said what was so by default', () => race({ resultVisibility: 'full' })]]);
});

describe('what the board shows as before', () => {
  before(() => race({ resultVisibility: 'placesOnly' }));
  assertStay([
    ['a corrected time among places', () => push('/races/r1/results', times(402_001))],
    [
      'a number printed that is that of the race',
      () => write('/races', { races: [{ id: ids.races[1], printedNumber: '1' }], removed: [] }),
    ],
  ]);
  assertMove([
    ['a time that changes a place', () => push('/races/r1/results', times(415_000))],
    [
      'another number printed',
      () => write('/races', { races: [{ id: ids.races[1], printedNumber: '1A' }], removed: [] }),
    ],
    [
      'a rule for a lane that is drawn, which shows in the race that it names',
      () =>
        write(`/races/${ids.races[2]}/progression`, {
          rules: [{ position: 1, races: [ids.races[1]], place: 1, fastest: null }],
        }),
    ],
  ]);
});

describe('the event and its settings', () => {
  assertStay([
    ['archived', () => facts({ archived: true })],
    ['brought back', () => facts({ archived: false })],
    ['how close two races may be', () => settings({ crewGapMinutes: 20 })],
  ]);
  assertMove([
    ['its name', () => facts({ name: 'Another Regatta' })],
    ['results hidden by default', () => settings({ defaultResultVisibility: 'hidden' })],
    ['labels of lanes', () => settings({ laneScheme: ['A', 'B', 'C'] })],
    ['results provisional', () => settings({ provisionalResults: true })],
  ]);
  assertStay([
    [
      'a result that is hidden by default',
      () => push('/races/r2/results', times(400_000, 401_000)),
    ],
    [
      'official, where results are hidden',
      () => write(`/races/${ids.races[2]}/official`, { official: true }),
    ],
  ]);
});

test('a board that is published again has moved on, and never back', async () => {
  const { revision } = (await office.event.board()).json;
  await write('/unpublish', {}, 'POST');
  await race({ title: 'Changed meanwhile' });
  await write('/publish', {}, 'POST');
  assert.ok((await office.event.board()).json.revision > revision);
});
