/** Days of races without a time, and bow numbers, which are no lanes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant } from '../../../src/contract/instant.ts';
import type { Reading } from '../../../src/exchange/reading/reading.ts';
import { readCsv } from '../../../src/exchange/tables/read-text-table.ts';
import { lane, race, team } from '../../domain/builders.ts';
import { plan, wrong } from '../../operations/import/readings.ts';
import { EVENT, proposals, readWhole, sample, textFile } from './outline.ts';

const ONE_DAY = { ...EVENT, endDate: EVENT.startDate };
const read = (...lines: string[]) => readWhole(readCsv, textFile(lines.join('\n')), {}, ONE_DAY);
const positions = (file: Reading) => {
  const planned = plan(file);
  return planned.after.races.map(({ id }) =>
    (planned.after.lanes.get(id) ?? []).map(({ position, positionLabel }) => [
      position,
      positionLabel,
    ]),
  );
};

test('a race of a block without a time is on the day of the row above it', () => {
  const file = readWhole(readCsv, sample('spreadsheets/en-blocks.csv'));
  assert.deepEqual(proposals(file).dates, { 'Day 2': '2026-06-14' });
  const answers = { times: { first: '2026-06-13 09:00', everyMinutes: 10 } };
  const planned = plan(file.reading, { facts: { endDate: '2026-06-14' }, answers });
  assert.deepEqual(
    planned.after.races.map(({ scheduledAt }) => formatInstant(scheduledAt)),
    ['2026-06-13T07:00:00Z', '2026-06-14T07:00:00Z'],
  );
});

test('bow numbers are labels and no positions, however small', () => {
  const { reading: file } = read(
    'Race,Start,Startnummer,Crew',
    '1,9:00,12,Quay',
    '1,9:00,15,Point',
  );
  assert.deepEqual(positions(file), [
    [
      [1, '12'],
      [2, '15'],
    ],
  ]);
});

test('results with bow numbers find the crew by its name, unless the draw prints them', () => {
  const { reading: file } = read(
    'Race,Startnummer,Crew,Zeit',
    '1,2,Quay,6:10.5',
    '1,101,Point,6:12.0',
  );
  const quay = team({ id: 1, name: 'Quay' });
  const point = team({ id: 2, name: 'Point' });
  const drawn = (labels: (string | null)[]) => ({
    races: [race({ id: 5, raceNumber: 1, externalId: 'csv:1' })],
    teams: [quay, point],
    lanes: {
      5: [
        lane(1, { team: quay, positionLabel: labels[0] ?? null }),
        lane(2, { team: point, positionLabel: labels[1] ?? null }),
      ],
    },
  });
  for (const labels of [
    [null, null],
    ['2', '101'],
  ]) {
    const planned = plan(file, { stored: drawn(labels) });
    assert.deepEqual(wrong(planned), []);
    assert.deepEqual(
      planned.items
        .filter(({ kind }) => kind === 'result')
        .map(({ position, crew }) => [position, crew]),
      [
        [1, 'Quay'],
        [2, 'Point'],
      ],
    );
  }
});

test('no time is said to be made longer where places contradict clearly different times', () => {
  const { reading } = read('Race,Lane,Crew,Time,Place', '1,1,A,6:50.0,1', '1,2,B,6:45.0,2');
  assert.deepEqual(reading.notes, []);
});

test('one number for rows with another title and another time is wrong, and both rows are named', () => {
  const { reading } = read(
    'Race,Time,Title,Lane,Crew',
    '7,09:00,Women 8+,1,A',
    '7,14:00,Men 4-,3,B',
  );
  assert.deepEqual(
    reading.wrong.map(({ row, column, reason }) => `${row} ${column} ${reason}`),
    ['3 Race Race 7 stands for two races, in rows 2 and 3. Give one of them another number.'],
  );
  const oneCell = read('Race,Time,Title,Lane,Crew', '7,09:00,Women,1,A', '7,09:00,Wmen,2,B');
  assert.deepEqual(oneCell.reading.wrong, []);
});
