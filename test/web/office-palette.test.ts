/** The command palette: what is typed in three languages, and which commands fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withProposed } from '../../web/src/console/office/day/day-decisions.ts';
import type { Command } from '../../web/src/console/office/frame/commands.ts';
import {
  findCommands,
  raceCalled,
  readWish,
} from '../../web/src/console/office/palette/typed-command.ts';

test('a wish is read in the words of three languages', () => {
  const race = (number: string) => ({ kind: 'race', number });
  const cancel = (number: string) => ({ kind: 'cancel', number });
  const postpone = (number: string) => ({ kind: 'postpone', number });
  const start = (number: string) => ({ kind: 'start', number });
  const close = (number: string) => ({ kind: 'close', number });
  const delay = (minutes: number) => ({ kind: 'delay', minutes });
  const notice = (text: string) => ({ kind: 'notice', text });
  const undo = { kind: 'undo' };
  const cases: [typed: string, wish: object | undefined][] = [
    ['race 12', race('12')],
    ['Rennen 12', race('12')],
    ['course 12', race('12')],
    ['épreuve 16a', race('16a')],
    ['r 12', race('12')],
    ['12', race('12')],
    ['#12', race('12')],
    ['16A', race('16a')],
    ['  RACE   12 ', race('12')],
    ['delay 10', delay(10)],
    ['delay +10 min', delay(10)],
    ['delay -5', delay(-5)],
    ['delay −5 minutes', delay(-5)],
    ['Verspätung 10', delay(10)],
    ['10 Minuten später', delay(10)],
    ['retard de 10 minutes', delay(10)],
    ['10 late', delay(10)],
    ['delay 10min', delay(10)],
    ['cancel 14', cancel('14')],
    ['cancel race 14', cancel('14')],
    ['cancel the race 16A', cancel('16a')],
    ['14 absagen', cancel('14')],
    ['Rennen 14 absagen', cancel('14')],
    ['annuler 14', cancel('14')],
    ['annuler la course 14', cancel('14')],
    ['postpone 14', postpone('14')],
    ['Rennen 14 verschieben', postpone('14')],
    ['vertagen 14', postpone('14')],
    ['Rennen 14 vertagt', postpone('14')],
    ['14 verlegen', postpone('14')],
    ['reporter la course 14', postpone('14')],
    ['course 14 reportée', postpone('14')],
    ['Rennen 14 abgesagt', cancel('14')],
    ['course 14 annulée', cancel('14')],
    ['start 14', start('14')],
    ['start race 16A', start('16a')],
    ['Rennen 14 starten', start('14')],
    ['démarrer la course 14', start('14')],
    ['close 14', close('14')],
    ['Rennen 14 schließen', close('14')],
    ['clore la course 14', close('14')],
    ['start', undefined],
    ['notice Racing is suspended', notice('Racing is suspended')],
    ['Notice: cancel race 14?', notice('cancel race 14?')],
    ['Mitteilung Strecke gesperrt', notice('Strecke gesperrt')],
    ['avis Bassin fermé\njusqu’à midi', notice('Bassin fermé\njusqu’à midi')],
    ['undo', undo],
    ['undo last', undo],
    ['zurücknehmen', undo],
    ['das Letzte zurücknehmen', undo],
    ['annuler', undo],
    ['annuler la dernière action', undo],
    ['', undefined],
    ['race', undefined],
    ['cancel race', undefined],
    ['delay', undefined],
    ['notice', undefined],
    ['delay ten', undefined],
    ['delay 10 20', undefined],
    ['cancel delay 10', undefined],
    ['race 12 13', undefined],
    ['undo 12', undefined],
    ['constructor 12', undefined],
    ['publish', undefined],
  ];
  for (const [typed, wish] of cases) assert.deepEqual(readWish(typed), wish, typed);
});

test('a race is called by its printed number where it has one', () => {
  const race = (raceNumber: number, printedNumber: string | null) => ({
    raceNumber,
    printedNumber,
  });
  const races = [race(16, null), race(17, '16A'), race(18, '12'), race(19, '12'), race(20, '12')];
  const called = (number: string, isOpen = (_: number) => true) =>
    raceCalled(races, number, (each) => isOpen(each.raceNumber))?.raceNumber;
  assert.equal(called('16'), 16);
  assert.equal(called('16a'), 17);
  assert.equal(called('17'), undefined);
  assert.equal(called('12'), 18);
  assert.equal(
    called('12', (number) => number > 18),
    19,
    'of several the first that can be meant',
  );
  assert.equal(
    called('12', () => false),
    undefined,
  );
});

test('what takes the text comes first, then what is called so', () => {
  const command = (id: string, words: string, matches?: Command['matches']): Command => ({
    ...{ id, words, run: () => {} },
    ...(matches && { matches }),
  });
  const commands = [
    command('frame.day', 'Go to: Day'),
    command('frame.history', 'Go to: History'),
    command('race', 'Race', (text) => (text === '12' ? 'Go to race 12' : undefined)),
    command('holiday', 'Holidays'),
  ];
  const found = (typed: string) => findCommands(commands, typed).map(({ words }) => words);
  assert.deepEqual(found('12'), ['Go to race 12']);
  assert.deepEqual(found('day'), ['Go to: Day', 'Holidays']);
  assert.deepEqual(found('HISTÓ'), ['Go to: History']);
  assert.deepEqual(found(''), ['Go to: Day', 'Go to: History', 'Holidays']);
  assert.deepEqual(found('zzz'), []);
});

test('a notice that is half written stays above the text of the palette', () => {
  const cases: [written: string, proposed: string, filledIn: string][] = [
    ['', 'Course closed', 'Course closed'],
    ['  ', 'Course closed', 'Course closed'],
    ['Prize-giving at six', 'Course closed', 'Prize-giving at six\nCourse closed'],
    // The same text is not added twice.
    ['Course closed', 'Course closed', 'Course closed'],
  ];
  for (const [written, proposed, filledIn] of cases)
    assert.equal(withProposed(written, proposed), filledIn, written);
});
