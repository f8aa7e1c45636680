/** Which things of an event have unsaved drafts, so that every page of the race office can mark them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsavedThings } from '../../web/src/console/office/unsaved-things.ts';

const of = (...names: string[]) => unsavedThings(names, { personId: 5, eventId: 7 });

test('drafts are found by person and event, each with its part and race', () => {
  const cases: [
    name: string,
    found: [kind: string, part: string, raceId: number | undefined] | undefined,
  ][] = [
    ['rows 5 results 7 12', ['results', 'races', 12]],
    ['rows 5 draw 7 12', ['draw', 'races', 12]],
    ['rows 5 rules 7 12', ['rules', 'progression', 12]],
    ['rows 5 programme 7', ['programme', 'programme', undefined]],
    ['rows 5 crews 7', ['crews', 'crews', undefined]],
    ['draft 5 notice 7', ['notice', 'day', undefined]],
    ['draft 5 delay 7 2026-06-13', ['delay', 'day', undefined]],
    ['draft 5 event-7', ['event', 'overview', undefined]],
    ['draft 5 event-7 seen', undefined],
    ['draft 5 settings-7', ['settings', 'programme', undefined]],
    ['draft 5 paste-races-7', ['paste-races', 'programme', undefined]],
    ['draft 5 settings-7 seen', undefined],
    ['draft 5 delay 7 2026-06-13 seen', undefined],
    ['rows 6 results 7 12', undefined],
    ['rows 5 results 8 12', undefined],
    ['rows 5 results 77 12', undefined],
    ['draft 5 account', undefined],
    ['draft 5 cancelled 7 12', undefined],
    ['language', undefined],
  ];
  for (const [name, found] of cases) {
    const [thing] = of(name);
    assert.deepEqual(thing && [thing.kind, thing.part, thing.raceId], found, name);
  }
});

test('each thing stands there once', () => {
  const things = of('rows 5 results 7 12', 'rows 5 results 7 13', 'rows 5 results 7 12');
  assert.deepEqual(
    things.map(({ raceId }) => raceId),
    [12, 13],
  );
});
