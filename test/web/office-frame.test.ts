/** The decisions of the frame around the pages of a race office: marks, conflicts, drafts of rows, keys, words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Obstacle } from '../../src/contract/console/history.ts';
import type { Office } from '../../src/contract/console/office.ts';
import { compareOffices } from '../../web/src/console/documents/office-changes.ts';
import {
  refusalText,
  thingText,
  valueText,
} from '../../web/src/console/office/conflicts/change-words.ts';
import { REMOVED } from '../../web/src/console/office/conflicts/conflicts.ts';
import { keysMeant, keyText, type Press } from '../../web/src/console/office/frame/commands.ts';
import {
  type RowDraft,
  readRowDrafts,
  seenOf,
  typed,
  unsent,
} from '../../web/src/console/office/table/row-drafts.ts';
import { frameWords } from '../../web/src/console/words/office-frame.ts';
import { inLanguage } from './boards.ts';

const en = frameWords.value;
const de = inLanguage(frameWords, 'de');
const fr = inLanguage(frameWords, 'fr');

const race = (id: number, more: object = {}) => ({
  id,
  raceNumber: id,
  printedNumber: null,
  title: 'Final',
  estimatedAt: '2026-06-13T09:00:00Z',
  lanes: [{ position: 1, positionLabel: '1', crewId: 4, status: 'assigned' }],
  ...more,
});

function officeOf(races: object[], crews: object[] = [{ id: 4, name: 'Saline A' }]): Office {
  return { revision: 1, races, crews, event: { timezone: 'Europe/Berlin' } } as unknown as Office;
}

test('what others have changed is named by thing and property, and the rest stays the same object', () => {
  const before = officeOf([race(1), race(2), race(3)]);
  const { document, changed } = compareOffices(
    before,
    officeOf(
      [
        race(1, { estimatedAt: '2026-06-13T09:10:00Z' }),
        race(2, { title: 'Heat', raceNumber: 20 }),
        race(3, { lanes: [{ position: 1, positionLabel: '1', crewId: null, status: 'assigned' }] }),
        race(9),
      ],
      [{ id: 4, name: 'Saline' }],
    ),
  );
  assert.deepEqual(changed.sort(), [
    'crew 4',
    'crew 4 name',
    'lane 3 1',
    'race 2',
    'race 2 raceNumber',
    'race 2 title',
    'race 3',
    'race 9',
  ]);
  assert.equal(
    document.races[0]?.estimatedAt,
    '2026-06-13T09:10:00Z',
    'a delay is shown, unmarked',
  );
  const same = compareOffices(before, officeOf([race(1), race(2), race(3)]));
  assert.equal(same.document.races[1], before.races[1]);
  assert.deepEqual(same.changed, []);
});

test('a row keeps what was typed, over what, and since which revision', () => {
  const title = (value: string, seen = 5, stored = 'Heat') => ({
    field: 'title',
    value,
    stored,
    seen,
  });
  const once = typed(undefined, title('Final'));
  assert.deepEqual(once, { values: { title: 'Final' }, stored: { title: 'Heat' }, seen: 5 });
  const twice = typed(once, title('Final A', 9, 'Semi'));
  assert.deepEqual(twice?.stored, { title: 'Heat' }, 'what was shown when the typing began');
  assert.equal(twice?.seen, 5);
  assert.equal(typed(twice, title('Heat', 9)), undefined, 'typed back');
  const both = typed(twice, { field: 'round', value: '2', stored: '', seen: 3 });
  assert.equal(both?.seen, 3);
  assert.deepEqual(typed(both, title('Heat'))?.values, { round: '2' });
  const fresh = typed({ values: {}, stored: {}, seen: 5 }, title('', 5, ''), true);
  assert.deepEqual(fresh?.values, { title: '' }, 'a new row stays a row');
});

test('what is typed while a row is sent stays, over what was sent', () => {
  const sent: RowDraft = { values: { title: 'B' }, stored: { title: 'A' }, seen: 5 };
  assert.equal(unsent(sent, sent), undefined);
  assert.equal(unsent(undefined, sent), undefined);
  const after: RowDraft = {
    values: { title: 'C', round: '2' },
    stored: { title: 'A', round: '' },
    seen: 5,
  };
  assert.deepEqual(unsent(after, sent), {
    values: { title: 'C', round: '2' },
    stored: { title: 'B', round: '' },
    seen: 5,
  });
  const both: RowDraft = {
    values: { title: 'B', round: '2' },
    stored: { title: 'A', round: '' },
    seen: 5,
  };
  const back = typed(both, { field: 'title', value: 'A', stored: 'A', seen: 5 });
  assert.deepEqual(
    unsent(back, both),
    { values: { title: 'A' }, stored: { title: 'B' }, seen: 5 },
    'typed back',
  );
  assert.deepEqual(
    unsent({ ...sent, isRemoved: true }, sent),
    { values: {}, stored: {}, seen: 5, isRemoved: true },
    'to be removed',
  );
  const removed: RowDraft = { ...sent, isRemoved: true };
  assert.equal(unsent({ ...removed }, removed), undefined, 'removed');
  assert.equal(seenOf({ 1: sent, 2: { ...sent, seen: 3 } }, 9), 3);
  assert.equal(seenOf({}, 9), 9);
});

test('kept drafts of rows are read with care', () => {
  const row = { values: { title: 'B' }, stored: { title: 'A' }, seen: 5 };
  assert.deepEqual(readRowDrafts(JSON.stringify({ 12: row })), { 12: row });
  for (const text of [
    null,
    '',
    '[]',
    'null',
    '{',
    '{"1":7}',
    '{"1":{"values":{"a":1},"stored":{},"seen":1}}',
    '{"1":{"values":{},"stored":null,"seen":1}}',
    '{"1":{"values":{},"stored":{},"seen":"1"}}',
  ]) {
    assert.deepEqual(readRowDrafts(text), {}, `${text}`);
  }
});

test('keys are found alone and one after the other, and letters are text where somebody types', () => {
  const known = ['?', 'g p', 'n', 'Ctrl+S', 'Alt+1', 'Alt+ArrowDown', 'Shift+Tab', 'PageDown'];
  const press = (key: string, more: Partial<Press> = {}): Press => ({
    key,
    ctrl: false,
    alt: false,
    shift: false,
    isTyping: false,
    ...more,
  });
  const cases: [press: Press, before: string | undefined, meant: string | undefined][] = [
    [press('?', { shift: true }), undefined, '?'],
    [press('g'), undefined, 'wait'],
    [press('p'), 'g', 'g p'],
    [press('p'), undefined, undefined],
    [press('n'), 'g', 'n'],
    [press('n', { isTyping: true }), undefined, undefined],
    [press('s', { ctrl: true, isTyping: true }), undefined, 'Ctrl+S'],
    [press('1', { alt: true, isTyping: true }), undefined, 'Alt+1'],
    [press('ArrowDown', { alt: true }), undefined, 'Alt+ArrowDown'],
    [press('Tab', { shift: true }), undefined, 'Shift+Tab'],
    [press('s'), undefined, undefined],
    [press('PageDown'), undefined, 'PageDown'],
    [press('PageDown', { isTyping: true }), undefined, 'PageDown'],
  ];
  for (const [each, before, meant] of cases)
    assert.equal(keysMeant(each, before, known, true), meant, `${before} ${each.key}`);
  assert.equal(keysMeant(press('n'), undefined, known, false), undefined, 'turned off');
  assert.equal(keysMeant(press('s', { ctrl: true }), undefined, known, false), 'Ctrl+S');
  assert.equal(keysMeant(press('PageDown'), undefined, known, false), 'PageDown', 'no letter');
});

test('keys are called as on the keyboards of a language', () => {
  assert.equal(keyText('Ctrl+S', de.keys.names), 'Strg+S');
  assert.equal(keyText('Alt+PageDown', de.keys.names), 'Alt+Bild ab');
  assert.equal(keyText('Escape', fr.keys.names), 'Échap');
  assert.equal(keyText('g p', en.keys.names), 'g p');
  assert.equal(keyText('+10', de.keys.names), '+10');
});

test('a change is said in words, with times of the venue', () => {
  const document = officeOf([race(12, { printedNumber: '12A' })]);
  const context = { words: en, document, decimalMark: '.', dateLanguage: 'en-GB' } as const;
  const thing = (subject: string, more: object = {}) => ({ subject, id: 12, name: '', ...more });
  assert.equal(thingText(thing('race'), context), 'Race 12A');
  assert.equal(thingText(thing('lane', { position: 1 }), context), 'Race 12A, lane 1');
  assert.equal(thingText(thing('team', { id: 4, name: 'X' }), context), 'Crew X');
  const delay = thing('delay', { name: '2026-06-13' });
  assert.equal(thingText(delay, context), en.delayOf('Sat 13 Jun'));
  const cases: [property: string, value: unknown, text: string][] = [
    ['start', '2026-06-13', 'Sat, 13 Jun 2026'],
    ['end', null, 'nothing'],
    ['scheduledAt', Date.parse('2026-06-13T09:00:00Z'), 'Sat 13 Jun, 11:00'],
    ['scheduledAt', '2026-06-13T09:00:00Z', 'Sat 13 Jun, 11:00'],
    ['scheduledAt', '2026-06-13T09:00:05Z', 'Sat 13 Jun, 11:00:05'],
    ['until', '2026-06-13T09:00:00Z', 'Sat 13 Jun, 11:00'],
    ['title', null, 'nothing'],
    ['title', '', 'nothing'],
    ['distanceMeters', 500, '500 m'],
    ['resultVisibility', 'full', 'places and times'],
    ['teamId', 4, 'Saline A'],
    ['teamId', 99, '99'],
    ['finishTimeMillis', 402_700, '6:42.70'],
    ['finishTimeMillis', 402_704, '6:42.704'],
    ['laneScheme', ['A', 'B'], 'A, B'],
    ['isOfficial', true, 'yes'],
    ['title', REMOVED, 'removed'],
  ];
  for (const [property, value, text] of cases)
    assert.equal(valueText(property, value, context), text, property);
  const german = { ...context, words: de, decimalMark: ',' } as const;
  assert.equal(valueText('finishTimeMillis', 193_000, german), '3:13,00');
});

test('what keeps a change from being taken back is said in the language of the page', () => {
  const document = officeOf([race(13, { printedNumber: '13A' })]);
  const context = { words: de, document, decimalMark: ',' as const, dateLanguage: 'de-DE' };
  const said = (obstacles: readonly Obstacle[]) =>
    refusalText({ code: 'conflict', detail: 'In the way', errors: [], obstacles }, context);
  const ofRace = { subject: 'race', id: 13, name: 'race 13' };
  const ofEvent = { subject: 'event', id: 7, name: 'Ring' };
  const lane = { subject: 'lane', id: 13, position: 1, name: 'race 13, position 1' };
  const cases: [Obstacle, string][] = [
    [
      { kind: 'taken', ...ofRace, property: 'raceNumber', value: 13 },
      'Die Nummer 13 hat schon ein anderes Rennen. Geben Sie diesem zuerst eine andere Nummer.',
    ],
    [
      { kind: 'taken', subject: 'team', id: 4, name: 'Quay', property: 'name', value: 'Quay' },
      'Name „Quay“ ist schon vergeben.',
    ],
    [
      { kind: 'value', ...ofRace, property: 'title', value: null },
      'Rennen 13A: Titel ist jetzt nichts.',
    ],
    [
      { kind: 'value', ...lane, property: 'finishTimeMillis', value: 61_500 },
      'Rennen 13A, Bahn 1: Zeit ist jetzt 1:01,50.',
    ],
    [{ kind: 'gone', subject: 'race', id: 9, name: 'race 9' }, 'Rennen 9 gibt es nicht mehr.'],
    [{ kind: 'again', ...ofRace }, 'Rennen 13A ist schon wieder da.'],
    [
      { kind: 'value', ...ofEvent, property: 'start', value: '2026-06-13' },
      'Ring: Erster Tag ist jetzt Sa., 13. Juni 2026.',
    ],
    [{ kind: 'value', ...ofEvent, property: 'country', value: 'CH' }, 'Ring: Land ist jetzt CH.'],
    [{ kind: 'drawn', ...lane }, 'Rennen 13A, Bahn 1 ist inzwischen besetzt.'],
    [
      { kind: 'crew-gone', ...lane, value: 'Adler' },
      'Rennen 13A, Bahn 1: Die Mannschaft Adler gibt es nicht mehr.',
    ],
    // The text names no second lane, because it is used for head races as well.
    [
      { kind: 'crew-twice', ...lane, value: 'Adler' },
      'Rennen 13A, Bahn 1: Adler startet in diesem Rennen schon.',
    ],
  ];
  for (const [obstacle, text] of cases) assert.equal(said([obstacle]), text);
  const many = Array.from({ length: 7 }, (): Obstacle => ({ kind: 'again', ...ofRace }));
  assert.match(said(many) ?? '', /^(Rennen 13A ist schon wieder da\. ){5}Und 2 weitere\.$/);
  // The English text of the service is never shown.
  assert.equal(said([]), de.obstacles.ever);
  assert.equal(refusalText({ code: 'forbidden', detail: '', errors: [] }, context), undefined);
});
