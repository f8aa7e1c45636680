/** Which notices are accepted, and until when they are shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NoticeRequest, newNotice } from '../../src/domain/following/notice-rules.ts';
import { accepted, assertConflict, assertInvalid } from './builders.ts';

const NOW = Date.parse('2026-06-13T10:00:00Z');
const published = (timezone: string | null = 'Europe/Berlin') => ({
  status: 'published' as const,
  announced: false,
  timezone,
});

for (const [what, now, timezone, until] of [
  ['in summer', '2026-06-13T10:00:00Z', 'Europe/Berlin', '2026-06-13T22:00:00Z'],
  ['after midnight at the venue', '2026-06-13T22:30:00Z', 'Europe/Berlin', '2026-06-14T22:00:00Z'],
  ['without a zone', '2026-06-13T22:30:00Z', null, '2026-06-14T00:00:00Z'],
  ['behind UTC', '2026-06-13T03:00:00Z', 'America/New_York', '2026-06-13T04:00:00Z'],
  ['on the day of 25 hours', '2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
] as const) {
  test(`a notice ends with the venue day: ${what}`, () => {
    const present = { now: Date.parse(now), schedule: published(timezone), standing: 0 };
    for (const wish of [{ text: 'x' }, { text: 'x', until: null }]) {
      const made = accepted(newNotice(wish, present));
      assert.deepEqual(made, { text: 'x', postedAt: present.now, until: Date.parse(until) });
    }
  });
}

const WRONG: [wish: NoticeRequest, field: string][] = [
  [{ text: '' }, 'text'],
  [{ text: ' \n' }, 'text'],
  [{ text: '\u200b\u2060' }, 'text'],
  [{ text: 'x', until: NOW }, 'until'],
  [{ text: 'x', until: NOW - 1 }, 'until'],
];
for (const [wish, field] of WRONG) {
  test(`a notice ${JSON.stringify(wish)} is refused on ${field}`, () => {
    assertInvalid(newNotice(wish, { now: NOW, schedule: published(), standing: 0 }), field);
  });
}

test('a notice until a chosen moment, where somebody reads it, while there are not too many', () => {
  const wish = { text: '<b>x</b>', until: NOW + 1 };
  const present = { now: NOW, schedule: published(), standing: 49 };
  assert.equal(accepted(newNotice(wish, present)).until, NOW + 1);
  assertConflict(newNotice(wish, { ...present, standing: 50 }), '50');
  assertConflict(newNotice(wish, { ...present, schedule: undefined }), 'draft');
  const draft = { ...published(), status: 'draft' as const };
  assertConflict(newNotice(wish, { ...present, schedule: draft }), 'draft', 'announce', 'publish');
  const announced = { ...draft, announced: true };
  assert.equal(accepted(newNotice(wish, { ...present, schedule: announced })).until, NOW + 1);
});
