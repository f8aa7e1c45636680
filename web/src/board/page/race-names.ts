/** What the races are called on the board: in two lines of a row or of the strip, as wide as these are just now. */
import { computed, signal } from '@preact/signals';
import type { BoardRace } from '../../../../src/contract/board.ts';
import { fitsLines, measuring } from '../../shared/page/text-lines.ts';
import {
  type Named,
  numbered,
  shortNames,
  wholeNames,
  withoutOrphan,
} from '../../shared/race/race-title.ts';
import { board } from '../document/document-on-screen.ts';

/** A line of the strip: what is on, what is next, the last result. Each has the room that its other parts leave. */
export type StripLine = 'now' | 'next' | 'last';

/** In CSS pixels. */
interface Room extends Record<StripLine, number> {
  letter: number;
  row: number;
}

/** Of a row and of the strip alike: nothing is cut that two lines hold. */
const LINES = 2;
/** What the last result says before the name of its race while boats are missing, in letter sizes: `2 of 6 in ·`. */
const SO_FAR = 7;
/** Beside the name of a row, in letter sizes: the margins and gaps, the time, the sign that it opens. */
const BESIDE_NAME = 2 + 1.5 + 4.1 + 1.5;
/** The padding and border of the number, and its letters, which are smaller. */
const NUMBER_PADDING = 0.7;
const NUMBER_SIZE = 0.875;

const room = signal<Room | undefined>(undefined);

/** Measures the room anew; to be called once the board is drawn, and whenever its size changes. */
export function measureRoom(): void {
  const widthOf = (selector: string) => document.querySelector(selector)?.clientWidth ?? 0;
  const measured = {
    letter: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    row: widthOf('.running-order'),
    now: widthOf('.moment :is(.on, .idle) .title'),
    next: widthOf('.moment .then .title'),
    last: widthOf('.moment .last .title'),
  };
  if (JSON.stringify(measured) !== JSON.stringify(room.peek())) room.value = measured;
}

/** What the names are made of, as text: it stays the same through results and delays, so that nothing is measured anew. */
const namedText = computed(() =>
  JSON.stringify(
    (board.value?.races ?? []).map(
      ({ id, raceNumber, number, title, divisionLabel, boatClass, round }): Named => {
        return { id, raceNumber, number, title, divisionLabel, boatClass, round };
      },
    ),
  ),
);
const races = computed((): Named[] => JSON.parse(namedText.value));

/** Shared by all names, because it caches the width of each word. */
const measure = computed(() => measuring(room.value?.letter ?? 0));

/** By the id of the race. Whole until the room is known. */
const rowNames = computed(() => {
  const { letter = 0, row = 0 } = room.value ?? {};
  if (row === 0) return wholeNames(races.value);
  const widthOf = measure.value;
  const pixels = row - BESIDE_NAME * letter;
  return shortNames(races.value, (name, { number }) => {
    const indentPixels = NUMBER_SIZE * widthOf(number) + NUMBER_PADDING * letter;
    return fitsLines(withoutOrphan(name), { count: LINES, pixels, indentPixels }, widthOf);
  });
});

/** By the room of a line, so that lines as wide as another have their names decided once. */
const lineNames = computed(() => {
  const { now = 0, next = 0, last = 0 } = room.value ?? {};
  return new Map([...new Set([now, next, last])].map((pixels) => [pixels, namesInLine(pixels)]));
});

function namesInLine(pixels: number): Map<number, string> {
  if (pixels === 0) return wholeNames(races.value);
  const widthOf = measure.value;
  const lines = { count: LINES, pixels, indentPixels: 0 };
  return shortNames(races.value, (name, race) =>
    fitsLines(numbered(race, withoutOrphan(name)), lines, widthOf),
  );
}

/**
 * Whether no race of the event needs the second line: whichever is on, next or has come in, so that the strip keeps its
 * height.
 */
const isShort = computed(() => {
  const { letter = 0, now = 0 } = room.value ?? {};
  const widthOf = measure.value;
  const names = lineNames.value.get(now);
  const fit = (pixels: number) =>
    now > 0 &&
    races.value.every((race) => {
      const title = numbered(race, withoutOrphan(names?.get(race.id) ?? ''));
      return fitsLines(title, { count: 1, pixels, indentPixels: 0 }, widthOf);
    });
  return { title: fit(now), lastTitle: fit(now - SO_FAR * letter) };
});

/** Whether one line holds the name of any race there. */
export function isShortLine(line: StripLine): boolean {
  return line === 'last' ? isShort.value.lastTitle : isShort.value.title;
}

/** The name for a row of the running order. */
export function rowName({ id }: BoardRace): string {
  return rowNames.value.get(id) ?? '';
}

/** Number and name for a line of the strip. */
export function lineTitle(race: BoardRace, line: StripLine): string {
  const name = lineNames.value.get(room.value?.[line] ?? 0)?.get(race.id) ?? '';
  return numbered(race, withoutOrphan(name));
}
