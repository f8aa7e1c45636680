/** Several crews of one name: which rows of a table are the same boat, what each is called, and that later imports keep it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Team } from '../../../src/domain/crews/team.ts';
import { readStartList } from '../../../src/exchange/finishlynx/read-start-list.ts';
import type { Answers } from '../../../src/exchange/reading/reading.ts';
import { readCsv } from '../../../src/exchange/tables/read-text-table.ts';
import { team } from '../../domain/builders.ts';
import { readWhole, textFile } from '../../exchange/tables/outline.ts';
import { asked, ONE_DAY, plan, told, written, wrong } from './readings.ts';

/** A table of lines `race,lane,crew,club`. */
function table(lines: readonly string[]) {
  const text = ['Race,Lane,Crew,Club', ...lines].join('\n');
  return readWhole(readCsv, textFile(text), {}, ONE_DAY).reading;
}

const ANSWERS: Answers = {
  otherRegatta: 'import',
  times: { first: '2026-06-13 09:00', everyMinutes: 10 },
};

const crew = (id: number, name: string, clubId: string | null = null) =>
  team({ id, name, clubId, externalId: null });

interface Case {
  what: string;
  lines: string[];
  /** The crews of the event before the import. */
  teams?: Team[];
  /** The draw afterwards: race, lane and crew of each lane. */
  drawn: string[];
  /** The names of the crews afterwards. */
  crews: string[];
}

const CASES: readonly Case[] = [
  {
    what: 'no clubs: by their order in each race',
    lines: ['1,1,Quay,', '1,2,Quay,', '2,1,Quay,'],
    drawn: ['1 1 Quay A', '1 2 Quay B', '2 1 Quay A'],
    crews: ['Quay A', 'Quay B'],
  },
  {
    what: 'clubs: also where they do not meet, or stand in another order',
    lines: ['1,1,Quay,X', '1,2,Quay,Y', '2,1,Quay,Y', '3,1,Quay,Y', '3,2,Quay,X'],
    drawn: ['1 1 Quay A', '1 2 Quay B', '2 1 Quay B', '3 1 Quay B', '3 2 Quay A'],
    crews: ['Quay A', 'Quay B'],
  },
  {
    what: 'clubs that never meet',
    lines: ['1,1,Quay,X', '2,1,Quay,Y'],
    drawn: ['1 1 Quay A', '2 1 Quay B'],
    crews: ['Quay A', 'Quay B'],
  },
  {
    what: 'a club that is not said everywhere makes no third crew',
    lines: ['1,1,Quay,X', '1,2,Quay,Y', '2,1,Quay,'],
    drawn: ['1 1 Quay A', '1 2 Quay B', '2 1 Quay A'],
    crews: ['Quay A', 'Quay B'],
  },
  {
    what: 'two boats of one club, and one of another',
    lines: ['1,1,Quay,X', '1,2,Quay,Y', '1,3,Quay,X', '2,1,Quay,Y'],
    drawn: ['1 1 Quay A', '1 2 Quay B', '1 3 Quay C', '2 1 Quay B'],
    crews: ['Quay A', 'Quay B', 'Quay C'],
  },
  {
    what: 'one of that name in the event already is the first',
    lines: ['1,1,Quay,', '1,2,Quay,'],
    teams: [crew(1, 'Quay')],
    drawn: ['1 1 Quay', '1 2 Quay B'],
    crews: ['Quay', 'Quay B'],
  },
  {
    what: 'one of that name and club in the event already',
    lines: ['1,1,Quay,X', '1,2,Quay,Y'],
    teams: [crew(1, 'Quay', 'Y')],
    drawn: ['1 1 Quay B', '1 2 Quay'],
    crews: ['Quay', 'Quay B'],
  },
  {
    what: 'both in the event already, in another order',
    lines: ['1,1,Quay,X', '1,2,Quay,Y'],
    teams: [crew(1, 'Quay A', 'Y'), crew(2, 'Quay B', 'X')],
    drawn: ['1 1 Quay B', '1 2 Quay A'],
    crews: ['Quay A', 'Quay B'],
  },
  {
    what: 'a file that has only one of them',
    lines: ['1,1,Quay,Y'],
    teams: [crew(1, 'Quay A', 'X'), crew(2, 'Quay B', 'Y')],
    drawn: ['1 1 Quay B'],
    crews: ['Quay A', 'Quay B'],
  },
  {
    what: 'a third crew that is called with a letter itself',
    lines: ['1,1,Quay,', '1,2,Quay,', '1,3,Quay A,'],
    drawn: ['1 1 Quay B', '1 2 Quay C', '1 3 Quay A'],
    crews: ['Quay A', 'Quay B', 'Quay C'],
  },
];

for (const { what, lines, teams = [], drawn, crews } of CASES)
  test(`sameName: ${what}`, () => {
    const file = table(lines);
    const stored = { teams };
    const isAlone = lines.length === 1;
    assert.deepEqual(asked(plan(file, { stored, answers: ANSWERS })), isAlone ? [] : ['sameName']);
    const answers = { ...ANSWERS, sameName: true };
    const planned = plan(file, { stored, answers });
    assert.deepEqual([asked(planned), wrong(planned)], [[], []]);
    assert.deepEqual(
      told(planned, 'lane').map((line) => line.replace(/ new$/, '')),
      drawn,
    );
    assert.deepEqual(planned.after.teams.map(({ name }) => name).sort(), crews);
    const again = plan(file, { stored: written(planned), answers });
    assert.deepEqual(
      again.items.filter(({ outcome }) => outcome !== 'same'),
      [],
    );
  });

test('sameName: false takes them for one, which cannot be in one race twice', () => {
  const answers = { ...ANSWERS, sameName: false };
  const one = plan(table(['1,1,Quay,', '2,1,Quay,X', '3,1,Quay,Y']), { answers });
  assert.deepEqual(
    one.after.teams.map(({ name, clubId }) => [name, clubId]),
    [['Quay', 'X']],
  );
  assert.deepEqual(wrong(plan(table(['1,1,Quay,X', '1,2,Quay,Y']), { answers })), [
    '"Quay" stands twice in race 1',
  ]);
});

test('sameName: one name of one club, or of clubs that row together, is one crew', () => {
  const file = table(['1,1,Quay,QUA', '2,1,Quay,QUA/POI', '3,1,Quay,']);
  const planned = plan(file, { answers: ANSWERS });
  assert.deepEqual([asked(planned), wrong(planned)], [[], []]);
  assert.deepEqual(
    planned.after.teams.map(({ name, clubId }) => [name, clubId]),
    [['Quay', 'QUA']],
  );
});

const START_LISTS = [
  {
    what: 'numbers that stay tell the boats apart, in whatever order',
    evt: [
      '1,1,1,Heat 1',
      ',101,1,Quay,,QUA',
      ',102,2,Quay,,QUA',
      ',7,3,Point',
      '2,1,1,Final',
      ',102,1,Quay,,QUA',
      ',101,2,Quay,,QUA',
    ],
    drawn: ['1 1 Quay A', '1 2 Quay B', '1 3 Point', '2 1 Quay B', '2 2 Quay A'],
    ids: ['lynx:101', 'lynx:102', 'lynx:7'],
  },
  {
    what: 'numbers of each race, or none, leave their order',
    evt: [
      '1,1,1,Heat 1',
      ',1-1,1,Quay',
      ',1-2,2,Quay',
      '2,1,1,Final',
      ',2-1,1,Quay',
      ',2-2,2,Quay',
    ],
    drawn: ['1 1 Quay A', '1 2 Quay B', '2 1 Quay A', '2 2 Quay B'],
    ids: ['lynx:Quay A', 'lynx:Quay B'],
  },
];

for (const { what, evt, drawn, ids } of START_LISTS)
  test(`sameName in a start list of FinishLynx: ${what}`, () => {
    const read = readStartList({ evt: new TextEncoder().encode(`${evt.join('\n')}\n`) });
    assert.ok(!('unreadable' in read) && read.reading);
    const file = read.reading;
    const open = plan(file, { answers: ANSWERS, format: 'finishlynx' });
    assert.deepEqual([asked(open), wrong(open)], [['sameName'], []]);
    assert.equal(open.findings.questions[0]?.proposed, true);
    const answers = { ...ANSWERS, sameName: true };
    const planned = plan(file, { answers, format: 'finishlynx' });
    assert.deepEqual([asked(planned), wrong(planned)], [[], []]);
    assert.deepEqual(
      told(planned, 'lane').map((line) => line.replace(/ new$/, '')),
      drawn,
    );
    assert.deepEqual(planned.after.teams.map(({ externalId }) => externalId).sort(), ids);
    const again = plan(file, { stored: written(planned), answers, format: 'finishlynx' });
    assert.deepEqual(
      again.items.filter(({ outcome }) => outcome !== 'same'),
      [],
    );
  });
