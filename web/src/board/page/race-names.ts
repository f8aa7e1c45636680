/** The names of races on the board: cut to fit two lines of a row or of the strip at their present width. */
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

/** Lines of a name, in a row and in the strip; a name that fits is not cut. */
const LINES = 2;
/** The width of `2 of 6 in ·` before the name of the race of the last result while boats are missing, in letter sizes. */
const SO_FAR = 7;
/** The width of what is beside the name in a row, in letter sizes: the margins and gaps, the time, the chevron. */
const BESIDE_NAME = 2 + 1.5 + 4.1 + 1.5;
/** The padding and border of the number, and the size of its letters, in letter sizes. */
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

/** What names are made of, as text: results and delays do not change it, so nothing is measured again for them. */
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

/** The names for rows, by the id of the race; whole names until the room is known. */
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

/** The names for the strip by the room of a line, so that names for lines of equal width are decided once. */
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

/** Whether one line holds the name of every race of the event, so that the strip keeps its height whichever race it shows. */
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

/** Whether a single line of text is enough for any race's name in this line of the strip. */
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
