/** Reading the result that is typed into the field of a lane (console, "Fast entry"). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LaneResult, NO_RESULT } from '../../src/domain/draw/lane.ts';
import {
  readTyped,
  type Trouble,
  type Typed,
  typedText,
} from '../../web/src/console/office/races/results/typed-result.ts';

const finished = (finishTimeMillis: number, penaltyMillis: number | null = null): LaneResult => ({
  status: 'finished',
  finishTimeMillis,
  finishPlace: null,
  penaltyMillis,
});
const at = (minutes: number, seconds: number) => Math.round((minutes * 60 + seconds) * 1000);
const read = (text: string, now = NO_RESULT) => readTyped(text, 'timed', now);
const result = (of: LaneResult): Typed => ({ kind: 'result', result: of });
const wrong = (trouble: Trouble): Typed => ({ kind: 'wrong', trouble });

test('times', () => {
  const cases: [text: string, millis: number][] = [
    ['642', at(6, 42)],
    ['6427', at(6, 42.7)],
    ['64270', at(6, 42.7)],
    ['64207', at(6, 42.07)],
    ['104270', at(10, 42.7)],
    ['164270', at(16, 42.7)],
    ['1020345', at(62, 3.45)],
    ['10020345', at(602, 3.45)],
    ['005', at(0, 5)],
    ['6:42', at(6, 42)],
    ['6:42.70', at(6, 42.7)],
    ['6:42,70', at(6, 42.7)],
    ['6:42.701', at(6, 42.701)],
    ['06:42.7', at(6, 42.7)],
    ['75:42.7', at(75, 42.7)],
    ['1:02:03.4', at(62, 3.4)],
    ['01:02:03', at(62, 3)],
    ['642.701', at(6, 42.701)],
    ['10203,4', at(62, 3.4)],
    ['42.7', at(0, 42.7)],
    ['38.45', at(0, 38.45)],
    [' 6:42 .70 ', at(6, 42.7)],
    ['６４２７０', at(6, 42.7)],
    ['6:42.', at(6, 42)],
  ];
  for (const [text, millis] of cases) assert.deepEqual(read(text), result(finished(millis)), text);
});

test('statuses: one key each, the usual letters, and after a time that was typed before', () => {
  const cases = {
    dns: ['s', 'S', 'dns', 'DNS', '64270s'],
    dnf: ['f', 'dnf', ' f ', '6:42f'],
    dsq: ['d', 'dsq', '64270d', '64270+10d'],
  } as const;
  for (const [status, texts] of Object.entries(cases)) {
    for (const text of texts) {
      const expected = { ...NO_RESULT, status } as LaneResult;
      assert.deepEqual(read(text), result(expected), text);
      assert.deepEqual(readTyped(text, 'placesOnly', NO_RESULT), result(expected), text);
    }
  }
});

test('penalties', () => {
  assert.deepEqual(read('64270+10'), result(finished(at(6, 42.7), 10_000)));
  assert.deepEqual(read('6:42,70 + 2,5'), result(finished(at(6, 42.7), 2500)));
  assert.deepEqual(read('64270+0'), result(finished(at(6, 42.7))));
  const now = finished(at(6, 42.7), 5000);
  assert.deepEqual(read('+10', now), result(finished(at(6, 42.7), 10_000)));
  assert.deepEqual(read('+0', now), result(finished(at(6, 42.7))));
  assert.deepEqual(read('+10'), wrong('penalty-alone'));
  assert.deepEqual(read('+10', { ...NO_RESULT, status: 'dns' }), wrong('penalty-alone'));
  for (const text of ['64270+x', '64270+1+2', '64270+99999', '64270+-5', '64270+4000'])
    assert.deepEqual(read(text), wrong('penalty'), text);
});

test('nonsense is no result, and what may still become one is not called wrong', () => {
  const cases: [text: string, trouble: Trouble][] = [
    ['7:6', 'seconds'],
    ['99:99', 'seconds'],
    ['9999', 'seconds'],
    ['6:4.5', 'seconds'],
    ['-1', 'form'],
    ['1e5', 'letters'],
    ['abc', 'letters'],
    ['6m42', 'letters'],
    ['λ', 'letters'],
    ['6.42.70', 'form'],
    ['6::42', 'form'],
    [':42', 'form'],
    ['1:2:3:4', 'form'],
    ['1:75:00', 'minutes'],
    ['1:5:00', 'minutes'],
    ['6:42.7001', 'fraction'],
    ['00000000', 'zero'],
    ['0:00.00', 'zero'],
    ['123456789', 'too-long'],
    ['6'.repeat(300), 'too-long'],
    ['600:00', 'too-long'],
  ];
  for (const [text, trouble] of cases) {
    assert.deepEqual(read(text), wrong(trouble), text);
  }
  for (const text of ['6', '64', '6:', '6:4', '164', '1642', '16427', '1:02:', '64270+'])
    assert.deepEqual(read(text), { kind: 'unfinished' }, text);
});

test('places in a race without times', () => {
  const places = (text: string) => readTyped(text, 'placesOnly', NO_RESULT);
  assert.deepEqual(places('3'), result({ ...NO_RESULT, status: 'finished', finishPlace: 3 }));
  for (const text of ['0', '1000', '6:42', '-1', '1.5'])
    assert.deepEqual(places(text), wrong('place'), text);
  assert.deepEqual(places('abc'), wrong('letters'));
  assert.deepEqual(places('3+10'), wrong('penalty-of-place'));
  assert.deepEqual(places(''), result(NO_RESULT));
});

test('no text at all takes a result back', () => {
  assert.deepEqual(read('', finished(at(6, 42.7))), result(NO_RESULT));
  assert.deepEqual(read('  '), result(NO_RESULT));
});

test('every result is read again from the text that stands for it, with either decimal mark', () => {
  let seed = 12;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let count = 0; count < 3000; count++) {
    const millis = 1 + random([60_000, 600_000, 3_600_000, 86_400_000][count % 4] ?? 1);
    const of = finished(millis, random(3) === 0 ? 1 + random(60_000) : null);
    for (const mark of ['.', ','])
      assert.deepEqual(read(typedText(of, 'timed', mark)), result(of), JSON.stringify(of));
    const digits = typedText(finished(millis - (millis % 10) + 10), 'timed').replace(/\D/g, '');
    const alone = read(digits);
    assert.ok(alone.kind === 'result', digits);
    assert.equal(alone.result.finishTimeMillis, millis - (millis % 10) + 10, digits);
  }
  for (const status of ['assigned', 'dns', 'dnf', 'dsq'] as const) {
    const of = { ...NO_RESULT, status };
    assert.deepEqual(read(typedText(of, 'timed')), result(of));
  }
});

test('whatever is typed is told or means a result that the service takes', () => {
  const alphabet = '0123456789:.,+-sfdx \u0301';
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (seed >> 8) % below;
  };
  for (let count = 0; count < 20_000; count++) {
    const text = Array.from({ length: random(9) }, () => alphabet[random(alphabet.length)]).join(
      '',
    );
    const typed = read(text);
    if (typed.kind !== 'result') continue;
    const { status, finishTimeMillis, penaltyMillis } = typed.result;
    assert.ok(
      finishTimeMillis === null || (Number.isInteger(finishTimeMillis) && finishTimeMillis > 0),
      text,
    );
    assert.ok(
      penaltyMillis === null || (Number.isInteger(penaltyMillis) && penaltyMillis > 0),
      text,
    );
    assert.ok(status === 'finished' || (finishTimeMillis === null && penaltyMillis === null), text);
  }
});
