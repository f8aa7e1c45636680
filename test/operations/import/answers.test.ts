/** Answers to an import: one that cannot be used is reported, and those by key are merged with the remembered ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastingAnswers, mergeAnswers } from '../../../src/exchange/reading/inquiry.ts';
import type { Answers, Question } from '../../../src/exchange/reading/reading.ts';
import { readCsv } from '../../../src/exchange/tables/read-text-table.ts';
import { Findings } from '../../../src/operations/import/findings.ts';
import { readWhole, textFile } from '../../exchange/tables/outline.ts';
import { ONE_DAY, plan, RESULTS_ONLY, reading, readLane, readRace, wrong } from './readings.ts';

function textAfter(answers: Answers, question: Question): string {
  const findings = new Findings();
  findings.about(undefined, answers);
  findings.ask(question);
  return findings.questions[0]?.text ?? '';
}

test('a question that is asked in spite of an answer says why', () => {
  const same: Question = {
    id: 'sameName',
    text: 'Are they two?',
    proposed: true,
    options: [true, false],
  };
  const race: Question = {
    id: 'race',
    text: 'Which?',
    proposed: { '7': null, '8': '3' },
    options: [null, '1', '3'],
  };
  const times: Question = {
    id: 'times',
    text: 'When?',
    proposed: { first: '09:00', everyMinutes: 10 },
  };
  const cases: [Answers, Question, string][] = [
    [{}, same, 'Are they two?'],
    [{ sameName: 'yes' }, same, 'The answer "yes" is none of true, false. Are they two?'],
    [{ sameName: null }, same, 'The answer null is none of true, false. Are they two?'],
    [{ race: '3' }, race, 'The answer "3" is no object such as {"7":null,"8":"3"}. Which?'],
    [{ race: { '8': '3' } }, race, 'The answer {"8":"3"} says nothing of "7". Which?'],
    [
      { race: { '7': '9', '8': '3' } },
      race,
      'In the answer {"7":"9","8":"3"}, what it says of "7": "9" is none of null, "1", "3". Which?',
    ],
    [
      { times: { first: '25:00', everyMinutes: 5 } },
      times,
      'In the answer {"first":"25:00","everyMinutes":5}, what it says of "first": "25:00", "everyMinutes": 5 cannot be used; expected is something like {"first":"09:00","everyMinutes":10}. When?',
    ],
  ];
  for (const [answers, question, text] of cases) {
    assert.equal(textAfter(answers, question), text, JSON.stringify(answers));
  }
});

test('pages get an answer of no use, and the names of a question in all files, as data', () => {
  const findings = new Findings();
  for (const about of [['B'], ['C', 'B']]) {
    findings.about(`${about}.csv`, { sameName: 'yes', zone: 'Berlin' });
    findings.ask({ id: 'sameName', text: 'Are they two?', proposed: true, about });
  }
  const [asked] = findings.questions;
  assert.deepEqual([asked?.about, asked?.unusable], [['B', 'C'], 'yes']);
  const numbered = plan(reading([readRace('1a')]), { answers: { raceNumbers: undefined } });
  assert.deepEqual(numbered.findings.questions[0]?.about, ['1a']);
});

test('a question of several files or races says all that it is about, up to ten', () => {
  const findings = new Findings();
  const ask = (where?: string) =>
    findings.ask({ id: 'penalty', text: 'Inside?', proposed: 'inside', ...(where && { where }) });
  findings.about('a.csv');
  ask('row 1');
  ask('row 1');
  findings.about('b.csv');
  ask('row 2');
  ask('b.csv, lane 3');
  findings.about('c.csv');
  ask();
  assert.deepEqual(
    findings.questions.map(({ where }) => where),
    ['a.csv: row 1; b.csv: row 2; b.csv, lane 3; c.csv'],
  );
  const alone = new Findings();
  for (let race = 1; race <= 12; race++) {
    alone.ask({ id: 'penalty', text: 'Inside?', proposed: 'inside', where: `race ${race}` });
  }
  assert.match(alone.questions[0]?.where ?? '', /^race 1; .*race 10; and 2 more$/);
});

test('answers by key add to those that are remembered; others take their place', () => {
  const remembered: Answers = {
    race: { '7': '1', '8': '2' },
    sameName: true,
    times: { first: 'x' },
  };
  assert.deepEqual(mergeAnswers(remembered, { race: { '8': null, '9': '3' }, sameName: false }), {
    race: { '7': '1', '8': null, '9': '3' },
    sameName: false,
  });
  assert.deepEqual(mergeAnswers({ race: 'x' }, { race: { '1': '1' } }), { race: { '1': '1' } });
  assert.deepEqual(mergeAnswers({}, { times: { first: 'y' } }), { times: { first: 'y' } });
});

test('answers about one file are never remembered, also where they were kept before', () => {
  const answers: Answers = {
    otherRegatta: 'import',
    times: { first: '09:00', everyMinutes: 5 },
    overwriteResults: false,
    emptyLanes: 'drop',
    rounds: { '1': 'Heat' },
    emptyPlace: 'dns',
  };
  assert.deepEqual(lastingAnswers(answers), { emptyPlace: 'dns' });
  assert.deepEqual(mergeAnswers(answers, {}), { emptyPlace: 'dns' });
  const boats = { 'no place': 'dns', 'place 2 of race 1': 'dnf' };
  assert.deepEqual(lastingAnswers({ emptyPlace: boats }), { emptyPlace: 'dns' });
  assert.deepEqual(lastingAnswers({ emptyPlace: { 'place 2 of race 1': 'dnf' } }), {});
  assert.deepEqual(mergeAnswers({}, answers), answers);
});

test('a lane that stands twice in a file is told once', () => {
  const draw = 'Race,Start time,Lane,Crew\n1,09:00,1,Quay\n1,09:00,1,Point';
  const file = readWhole(readCsv, textFile(draw), {}, ONE_DAY).reading;
  assert.deepEqual(wrong(plan(file)), ['lane 1 stands twice in race 1']);
  const own = 'raceNumber,externalId,time,lane,crew\n1,,09:00,1,Quay\n1,,09:00,1,Point';
  const ours = readWhole(readCsv, textFile(own), {}, ONE_DAY).reading;
  assert.deepEqual(wrong(plan(ours)), ['lane 1 stands twice in race 1']);
  const lanes = ['1', '1'].map((label) => readLane(label, null, { finishMillis: 400_000 }));
  const stored = plan(reading([readRace('1', { lanes: [readLane('1', 'Quay')] })])).after;
  const results = reading([readRace('1', { lanes })], { carries: RESULTS_ONLY });
  assert.deepEqual(wrong(plan(results, { stored })), ['lane 1 stands twice in race 1']);
});
