/** Unsaved drafts of a closed tab, and which new tab takes them over. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  divided,
  hasDraftOf,
  isTooOld,
  type LeftTab,
  lastLeft,
  ownerOf,
  readLeftTab,
  waitMillis,
} from '../../web/src/console/left-drafts.ts';

const DAY = 24 * 3600_000;
const NOW = Date.parse('2026-06-13T14:00:00Z');

test('drafts, and the keys of their requests, are told from all else that a tab keeps', () => {
  const cases: [name: string, owner: number | undefined][] = [
    ['rows 5 results 7 12', 5],
    ['rows 5 finishes 7 12', 5],
    ['draft 5 notice 7', 5],
    ['draft 5 notice 7 seen', 5],
    ['draft 15 event-7', 15],
    ['reason 5 cancelled 12', 5],
    ['request draft 5 new-event', 5],
    // The form to sign in, which belongs to no person.
    ['draft 0 sign-in', undefined],
    ['link-token', undefined],
    ['clock correction', undefined],
    ['announcement', undefined],
    ['left 1f3x', undefined],
  ];
  for (const [name, owner] of cases) assert.equal(ownerOf(name), owner, name);
});

test('a key alone is no draft', () => {
  const cases: [names: string[], has: boolean][] = [
    [[], false],
    [['request draft 5 notice 7'], false],
    [['rows 6 results 7 12', 'clock correction'], false],
    [['request draft 5 notice 7', 'draft 5 notice 7'], true],
  ];
  for (const [names, has] of cases) assert.equal(hasDraftOf(names, 5), has, names.join());
});

const tabs = (...each: [id: string, minutesAgo: number, ...names: string[]][]) =>
  new Map(each.map(([id, ago, ...names]) => [id, left(ago * 60_000, ...names)]));

function left(millisAgo: number, ...names: string[]): LeftTab {
  const drafts = Object.fromEntries(names.map((name) => [name, `text of ${name}`]));
  return { leftAt: NOW - millisAgo, drafts };
}

test('a new tab goes on with the one that was left last, of the same person', () => {
  const cases: [found: string | undefined, tabs: Map<string, LeftTab>][] = [
    [undefined, tabs()],
    ['a', tabs(['a', 5, 'draft 5 notice 7'])],
    ['b', tabs(['a', 5, 'draft 5 notice 7'], ['b', 3, 'rows 5 results 7 12'])],
    ['a', tabs(['a', 5, 'draft 5 notice 7'], ['b', 3, 'rows 6 results 7 12'])],
    ['a', tabs(['a', 5, 'draft 5 notice 7'], ['b', 3, 'request draft 5 new-event'])],
    [undefined, tabs(['a', 5, 'draft 55 notice 7'])],
  ];
  for (const [found, all] of cases) assert.equal(lastLeft(all, 5)?.[0], found);
});

test('a copy that a reload may have made is waited with', () => {
  const cases: [millisAgo: number, waits: number][] = [
    [0, 2000],
    [500, 1500],
    [2000, 0],
    [DAY, 0],
    // The clock was set back by a day.
    [-DAY, 0],
  ];
  for (const [ago, waits] of cases) assert.equal(waitMillis(left(ago), NOW), waits, String(ago));
});

test('copies are removed after 14 days', () => {
  for (const [days, isOld] of [
    [0, false],
    [13.9, false],
    [14.1, true],
  ] as const) {
    assert.equal(isTooOld(left(days * DAY), NOW), isOld, String(days));
  }
});

test('what somebody else typed in the same tab stays for them', () => {
  const tab = left(0, 'draft 5 notice 7', 'rows 6 results 7 12', 'request draft 5 notice 7');
  const { own, others } = divided(tab, 5);
  assert.deepEqual(Object.keys(own), ['draft 5 notice 7', 'request draft 5 notice 7']);
  assert.deepEqual(others, left(0, 'rows 6 results 7 12'));
  assert.equal(divided(left(0, 'draft 5 notice 7'), 5).others, undefined);
});

test('a text that is no copy is none', () => {
  const tab = left(0, 'draft 5 notice 7');
  assert.deepEqual(readLeftTab(JSON.stringify(tab)), tab);
  for (const text of [null, '', '{', 'null', '7', '{"leftAt":1}', '{"leftAt":"1","drafts":{}}'])
    assert.equal(readLeftTab(text), undefined, String(text));
});
