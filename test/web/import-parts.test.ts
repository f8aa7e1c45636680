/** The rules of the import page: fields for questions, answers that are sent, lists of the preview, size limits. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ImportDocument } from '../../src/contract/import.ts';
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_FILES,
} from '../../src/contract/limits.ts';
import { QUESTION_IDS } from '../../src/exchange/reading/reading.ts';
import {
  answerOf,
  answersFor,
  canBeWritten,
  columnBefore,
  explanationOf,
  type ImportQuestion,
  innerQuestions,
  isAnswered,
  kindOf,
  partsOfLocal,
  previewRows,
  tooMuch,
  withFiles,
} from '../../web/src/console/office/import/import-decisions.ts';
import { importWords } from '../../web/src/console/words/office-import.ts';
import { inLanguage } from './boards.ts';

function question(facts: Partial<ImportQuestion>): ImportQuestion {
  return { id: 'status', text: 'What is it?', proposed: null, ...facts };
}

describe('which field asks a question', () => {
  const KINDS: [Partial<ImportQuestion>, ReturnType<typeof kindOf>][] = [
    [{ proposed: 'dmy', options: ['dmy', 'mdy'] }, 'choice'],
    [{ proposed: null, options: ['a', 'b'] }, 'choice'],
    [{ proposed: true }, 'yes-no'],
    [{ proposed: false, options: [true, false] }, 'choice'],
    [{ proposed: 'Europe/Berlin' }, 'text'],
    [{ proposed: null }, 'text'],
    [{ proposed: 7 }, 'text'],
    [{ id: 'dates', proposed: null }, 'date'],
    [{ proposed: '2026-06-13' }, 'date'],
    [{ proposed: { SAT: '2026-06-13' } }, 'each'],
    [{ proposed: { SCR: 'dns' }, options: ['dns', 'dnf'] }, 'each'],
  ];
  for (const [facts, kind] of KINDS) {
    test(`${JSON.stringify(facts)}: ${kind}`, () => assert.equal(kindOf(question(facts)), kind));
  }

  test('each part of an object is a question of its own', () => {
    const asked = question({ id: 'dates', proposed: { SAT: '2026-06-13', SUN: null } });
    const inner = innerQuestions(asked);
    assert.deepEqual(
      inner.map((each) => [each.text, each.proposed, kindOf(each)]),
      [
        ['SAT', '2026-06-13', 'date'],
        ['SUN', null, 'date'],
      ],
    );
  });
});

describe('what stands below a question', () => {
  const EXPLAINED: [Partial<ImportQuestion>, hasRaces: boolean, string][] = [
    [{ id: 'zone' }, true, 'zone'],
    [{ id: 'times', proposed: { first: '', everyMinutes: 10 } }, true, 'times'],
    [{ id: 'times', proposed: { first: '', everyMinutes: 10 } }, false, 'times.founding'],
    [{ id: 'colonTime', options: ['hundredths', 'hours'] }, true, 'colonTime'],
    [{ id: 'colonTime', options: ['timeOfDay', 'hours'] }, true, 'colonTime.timeOfDay'],
    [{ id: 'dates', proposed: 'weekday', options: ['weekday', 'order'] }, true, 'dates'],
    [{ id: 'dates', proposed: { '2025-06-14': '2026-06-13' } }, true, 'dates.each'],
    [{ id: 'dates', proposed: { SAT: '2026-06-13' } }, true, 'dates.named'],
    [{ id: 'dates', proposed: { '': '2026-06-13' } }, true, 'dates.named'],
  ];
  for (const [facts, hasRaces, expected] of EXPLAINED)
    test(`${expected}: ${JSON.stringify(facts)}`, () =>
      assert.equal(explanationOf(question(facts), hasRaces), expected));

  // No reader asks the question `exhibition` any more.
  const asked = QUESTION_IDS.filter((id) => id !== 'exhibition');
  const needed = [...asked, ...new Set(EXPLAINED.map(([, , name]) => name))];
  for (const language of ['en', 'de', 'fr'] as const)
    test(`is said of each in ${language}, and names no value of the command line`, () => {
      const { explain, named } = inLanguage(importWords, language);
      for (const name of needed) {
        const text = explain[name]?.(named(['B', 'C'], 2), '13–14') ?? '';
        assert.ok(text.length > 20, name);
        assert.doesNotMatch(
          text,
          /["']|undefined|\b(true|false(?! start)|null|none|strip|drop|inside|apart|timeOfDay|dmy|mdy|hundredths)\b/,
          name,
        );
      }
      for (const name of ['sameName', 'raceNumbers', 'dateOrder', 'twelveHour', 'dates'])
        assert.match(explain[name]?.(named(['B', 'C'], 2), '') ?? '', /B.*C.* 2 /, name);
    });
});

describe('what was typed', () => {
  const VALUES: [string, Partial<ImportQuestion>, unknown][] = [
    ['mdy', { proposed: 'dmy', options: ['dmy', 'mdy'] }, 'mdy'],
    ['2', { proposed: 1, options: [1, 2] }, 2],
    ['true', { proposed: false }, true],
    ['false', { proposed: true }, false],
    ['false', { proposed: null, options: [true, false] }, false],
    ['12', { proposed: 10 }, 12],
    ['12', { proposed: '10' }, '12'],
    ['ten', { proposed: 10 }, 'ten'],
    ['  Europe/Berlin ', { proposed: null }, 'Europe/Berlin'],
    ['  ', { proposed: 'x' }, ''],
    ['', { proposed: null, options: [null, '1'] }, null],
    ['', { proposed: 7 }, null],
  ];
  for (const [typed, facts, value] of VALUES) {
    test(`“${typed}” for ${JSON.stringify(facts)} is ${JSON.stringify(value)}`, () => {
      assert.equal(answerOf(typed, question(facts)), value);
    });
  }
});

describe('what is sent', () => {
  const zone = question({ id: 'zone', proposed: 'Europe/Berlin' });
  const words = question({ id: 'status', proposed: { SCR: 'dns', XX: null } });
  const race = question({ id: 'race', proposed: null });

  test('what was answered, else what is proposed', () => {
    assert.deepEqual(answersFor([zone, words], {}), {
      zone: 'Europe/Berlin',
      status: { SCR: 'dns', XX: null },
    });
    assert.deepEqual(answersFor([zone, words], { zone: 'Europe/Paris', status: { XX: 'dnf' } }), {
      zone: 'Europe/Paris',
      status: { SCR: 'dns', XX: 'dnf' },
    });
  });

  test('a word that was given before the question was asked by parts is no answer to it', () => {
    const proposed = { 'no place': 'dns', 'place 2 of race 1': 'none' };
    const boats = question({ id: 'emptyPlace', proposed, options: ['none', 'dns'] });
    assert.deepEqual(answersFor([boats], { emptyPlace: 'dns' }), { emptyPlace: proposed });
  });

  test('nothing where nothing is known, so that it is asked again', () => {
    assert.deepEqual(answersFor([race], {}), {});
  });

  const ANSWERED: [what: string, Partial<ImportQuestion>, given: unknown, boolean][] = [
    ['nothing is likely, and nothing was given', { proposed: null }, undefined, false],
    ['nothing is likely, but something was given', { proposed: null }, '12', true],
    ['what was likely has been emptied', { proposed: 'Europe/Berlin' }, '', false],
    ['no is an answer', { proposed: false }, undefined, true],
    ['nothing was chosen', { proposed: null, options: ['a', 'b'] }, undefined, false],
    [
      'to leave it out is one of the answers',
      { proposed: null, options: [null, '1'] },
      undefined,
      true,
    ],
    ['a word is not known', { proposed: { XX: null }, options: ['dns'] }, undefined, false],
    [
      'one of two words is not known',
      { proposed: { XX: null, SCR: 'dns' } },
      { SCR: 'dnf' },
      false,
    ],
    ['both words are known', { proposed: { XX: null, SCR: 'dns' } }, { XX: 'dnf' }, true],
    ['a time that is none may be empty', { proposed: { '6;12': '' } }, undefined, true],
    ['a day may not', { id: 'dates', proposed: { SAT: '2026-06-13' } }, { SAT: '' }, false],
  ];
  for (const [what, facts, given, expected] of ANSWERED) {
    test(`${what}: ${expected ? 'answered' : 'open'}`, () => {
      assert.equal(isAnswered(question(facts), given), expected);
    });
  }

  test('answers to what is not asked any more, too', () => {
    assert.deepEqual(answersFor([], { zone: 'Europe/Paris' }), { zone: 'Europe/Paris' });
  });
});

const EMPTY: ImportDocument = {
  eventId: 1,
  format: 'csv',
  layout: 'a',
  dryRun: true,
  written: false,
  changedMeanwhile: false,
  questions: [],
  counts: { new: 0, changed: 0, same: 0, skipped: 0, wrong: 0 },
  items: [],
  skipped: [],
  wrong: [],
  notes: [],
  firstRace: null,
  lastRace: null,
  preview: 'x',
  entryId: null,
};

describe('the preview', () => {
  test('lists what is wrong first, and what stays the same last', () => {
    const rows = previewRows({
      ...EMPTY,
      items: [
        { kind: 'race', outcome: 'same', race: '1', changes: [] },
        { kind: 'race', outcome: 'new', race: '2', changes: [] },
        { kind: 'crew', outcome: 'changed', crew: 'A', changes: [] },
        { kind: 'race', outcome: 'new', race: '3', changes: [] },
      ],
      skipped: [{ row: 9, reason: 'a break' }],
      wrong: [{ row: 4, column: 'Time', reason: 'is no time' }],
    });
    assert.deepEqual(
      rows.map((row) => ('item' in row ? (row.item.race ?? row.item.crew) : row.row)),
      [4, '2', '3', 'A', 9, '1'],
    );
  });

  test('names the column of a wrong row, unless its reason begins with it', () => {
    const ROWS: [column: string | null, reason: string, named: string | undefined][] = [
      ['lane', 'lane 1 stands twice in race 2', undefined],
      ['Lane', 'lane 1 stands twice in race 2', undefined],
      ['Time', '“25:99” is no time of day.', 'Time'],
      ['crew', 'crews of the file are not drawn', 'crew'],
      [null, 'The row names no race.', undefined],
    ];
    for (const [column, reason, named] of ROWS)
      assert.equal(columnBefore({ column, reason }), named, reason);
  });

  test('is written only where something is new or changed, and nothing open or wrong', () => {
    const counts = { ...EMPTY.counts, new: 1 };
    assert.equal(canBeWritten({ ...EMPTY, counts }), true);
    assert.equal(canBeWritten(EMPTY), false);
    assert.equal(canBeWritten({ ...EMPTY, counts: { ...counts, wrong: 1 } }), false);
    assert.equal(canBeWritten({ ...EMPTY, counts, questions: [question({})] }), false);
  });

  test('knows day and time of the venue', () => {
    const parts = { day: '2026-06-13', time: '09:00', offset: '+02:00' };
    assert.deepEqual(partsOfLocal('Sat 2026-06-13 09:00:00 +02:00'), parts);
    assert.deepEqual(partsOfLocal('Sat 2026-06-13 09:00 +02:00'), parts);
    assert.deepEqual(partsOfLocal('Sat 2026-06-13 09:00'), { ...parts, offset: '' });
    assert.equal(partsOfLocal('soon'), undefined);
  });
});

describe('the files', () => {
  const file = (name: string, size: number) => ({ name, content: { size } as Blob });

  test('one of the same name takes the place of the earlier one', () => {
    const before = [file('a.csv', 1), file('b.csv', 2)];
    assert.deepEqual(withFiles(before, [file('a.csv', 3)]), [file('b.csv', 2), file('a.csv', 3)]);
  });

  test('that are too much are not sent', () => {
    const whole = MAX_IMPORT_FILE_BYTES;
    assert.equal(tooMuch([file('a', whole), file('b', MAX_IMPORT_BYTES - whole)]), undefined);
    assert.deepEqual(tooMuch([file('a', whole + 1)]), { reason: 'file', name: 'a' });
    assert.deepEqual(tooMuch([file('a', 0)]), { reason: 'empty', name: 'a' });
    assert.deepEqual(tooMuch([file('a', whole), file('b', whole), file('c', 1)]), {
      reason: 'all',
    });
    const many = Array.from({ length: MAX_IMPORT_FILES + 1 }, (_, index) => file(`${index}`, 1));
    assert.deepEqual(tooMuch(many), { reason: 'count' });
  });
});

test('each question has words in each language', () => {
  for (const language of ['en', 'de', 'fr'] as const) {
    const { question } = inLanguage(importWords, language);
    assert.deepEqual(Object.keys(question).sort(), [...QUESTION_IDS].sort(), language);
    assert.equal(new Set(Object.values(question)).size, QUESTION_IDS.length);
  }
});
