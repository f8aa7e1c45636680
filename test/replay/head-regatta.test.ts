/**
 * Replays a whole head regatta on a real service process, faster than it is rowed, reads its pages every second, and watches
 * them in a browser. `HEAD_REGATTA=short` is a shorter one (40 s in place of five minutes), which also passes on a busy
 * machine; `HEAD_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { newPage, outputPath } from '../support/browser.ts';
import {
  checkBoardPage,
  checkCsv,
  checkDocument,
  checkFeed,
  checkPlain,
  firstOf,
  isComplete,
  isOnCourse,
  readPage,
  type Seen,
} from './head-pages.ts';
import { type Plan, planHeadRegatta, type Size } from './head-plan.ts';
import { FastClock, HeadSite } from './head-site.ts';

interface Replay extends Size {
  /** How many times as fast as it is rowed. */
  speed: number;
  /** The time within which a new leader has to be seen. */
  mostMillis: number;
}

const WHOLE: Replay = {
  ...{ divisions: 6, boatsOfDivision: 50, minutesBetweenDivisions: 20, rowingMinutes: [14, 18] },
  ...{ outOfOrder: 12, dns: 5, dnf: 3, falseBows: 2, corrections: 1 },
  ...{ speed: 30, mostMillis: 2000 },
};
const SHORT: Replay = {
  ...{ divisions: 2, boatsOfDivision: 25, minutesBetweenDivisions: 6, rowingMinutes: [4, 6] },
  ...{ outOfOrder: 4, dns: 2, dnf: 2, falseBows: 1, corrections: 1 },
  ...{ speed: 40, mostMillis: 10_000 },
};
const size = process.env.HEAD_REGATTA === 'short' ? SHORT : WHOLE;
const seed = Number(process.env.HEAD_SEED ?? randomInt(2 ** 31));

const START = Date.parse('2026-06-13T07:00:00Z');

/** A leader that has to be seen. */
interface Leader {
  division: number;
  bow: string;
  answeredAt: number;
  seenAfterMillis?: number;
}

/** Counts and times of a replay, in milliseconds. */
class Report {
  readonly counts = new Map<string, number>();
  readonly leaders: Leader[] = [];
  worstOnDocument = 0;
  worstRead = 0;

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

test('a head regatta: rankings as they stand, and never more than they are', {
  timeout: 900_000,
}, async (t) => {
  t.diagnostic(`HEAD_SEED=${seed}`);
  const plan = planHeadRegatta(size, START, randomOf(seed));
  const clock = new FastClock(START - 60_000 * (size.speed / 4), size.speed);
  const site = await HeadSite.open(plan, clock);
  t.after(() => site.close());
  const page = await newPage(t, { startsAt: clock.now(), clockSpeed: clock.speed });
  await page.goto(`${site.url}/events/${site.eventId}`);
  const report = new Report();
  const over = new AbortController();
  const watching = [
    readPages(site, report, over.signal),
    watchPage(page, site, report, over.signal),
  ];
  const rowed = row(plan, clock, site, report).finally(async () => {
    // The last leader may take its time to be seen.
    await delay(size.mostMillis);
    over.abort();
  });
  await Promise.all([rowed, ...watching]);
  for (const [division] of plan.starts.entries()) assert.ok(isComplete(site.race(division)));
  const late = report.leaders.filter(
    ({ seenAfterMillis = Number.POSITIVE_INFINITY }) => seenAfterMillis > size.mostMillis,
  );
  assert.deepEqual(late, [], 'leaders that were not seen in time');
  assert.ok(report.worstOnDocument <= size.mostMillis);
  const table = tableOf(plan, report);
  writeFileSync(outputPath('head-regatta.md'), table);
  for (const line of table.trim().split('\n')) t.diagnostic(line);
});

/** Sends the messages of start and finish, each when it is due. */
async function row(plan: Plan, clock: FastClock, site: HeadSite, report: Report): Promise<void> {
  for (const message of plan.messages) {
    await delay(clock.millisUntil(message.at));
    const { division } = message;
    const before = firstOf(site.race(division));
    await site.send(message);
    report.count(message.refusedOn ? 'refused' : `written at the ${message.clock}`);
    const bow = firstOf(site.race(division));
    if (bow === undefined || bow === before) continue;
    const leader: Leader = { division, bow, answeredAt: performance.now() };
    report.leaders.push(leader);
    const { text } = await readPage(site, `/board/api/events/${site.eventId}`);
    const lanes = JSON.parse(text).races[division].lanes;
    const first = lanes.find(({ finishPlace }: { finishPlace: number }) => finishPlace === 1);
    assert.equal(first.positionLabel, bow, 'the next read of the document shows the leader');
    report.worstOnDocument = Math.max(
      report.worstOnDocument,
      performance.now() - leader.answeredAt,
    );
  }
}

/** Reads all public pages, every second. */
async function readPages(site: HeadSite, report: Report, signal: AbortSignal): Promise<void> {
  const event = `/events/${site.eventId}`;
  const checks: [path: string, what: string, check: (seen: Seen) => void][] = [
    [`/board/api${event}`, 'board documents', checkDocument],
    [`${event}/plain`, 'plain pages', checkPlain],
    [`${event}/results.csv`, 'tables', checkCsv],
    [`${event}/results.atom`, 'feeds', checkFeed],
  ];
  while (!signal.aborted) {
    const begun = performance.now();
    for (const [path, what, check] of checks) {
      const asked = performance.now();
      const seen = await readPage(site, path);
      report.worstRead = Math.max(report.worstRead, performance.now() - asked);
      check(seen);
      report.count(what);
    }
    if (site.versions.at(-1)?.some(isOnCourse))
      report.count('rounds of pages with a race on the course');
    await delay(Math.max(0, 1000 - (performance.now() - begun)));
  }
}

/** Looks at the open page all the time, and notes when it first shows each leader. */
async function watchPage(
  page: Page,
  site: HeadSite,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const answers: { at: number; version: number }[] = [];
  while (!signal.aborted) {
    const now = performance.now();
    answers.push({ at: now, version: site.answered });
    // The page may still show what was answered `mostMillis` ago.
    while ((answers[1]?.at ?? now) < now - size.mostMillis) answers.shift();
    const text = await page.innerText('body');
    const versions = site.versions.slice(answers[0]?.version);
    const bows = checkBoardPage({ text, versions });
    report.count('looks at the open page');
    const seenAt = performance.now();
    for (const [at, leader] of report.leaders.entries()) {
      // A leader that is no longer ahead need not be seen any more.
      const isSeen = report.leaders.some(
        ({ division, bow }, index) =>
          index >= at && division === leader.division && bows.includes(bow),
      );
      if (isSeen) leader.seenAfterMillis ??= seenAt - leader.answeredAt;
    }
    await delay(50);
  }
}

function tableOf({ boats, messages }: Plan, { counts, leaders, ...report }: Report): string {
  const millis = (value: number) => `${Math.round(value)} ms`;
  const rows = [
    ['boats, divisions', `${boats.length}, ${size.divisions}`],
    ['speed', `${size.speed} ×`],
    ['messages of the clocks', String(messages.length)],
    ...[...counts].sort().map(([what, count]) => [what, String(count)]),
    ['new leaders', String(leaders.length)],
    ['slowest page', millis(report.worstRead)],
    ['leader in the board document after', `at most ${millis(report.worstOnDocument)}`],
    [
      'leader in the open page after',
      `at most ${millis(Math.max(...leaders.map(({ seenAfterMillis = 0 }) => seenAfterMillis)))}`,
    ],
  ];
  return ['| | |', '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`), ''].join('\n');
}

/** Numbers from 0 to 1, the same for the same seed: a linear congruential generator is random enough for this. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
