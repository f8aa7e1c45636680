/**
 * The options in the address of the print page: `?layout=compact&show=results&from=now`. An invalid option counts as absent,
 * and is returned so that the page can name it. Pure.
 */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { hasResults, isOver } from '../../../../src/domain/results/standings.ts';
import { LANGUAGE_CODES, languageOf } from '../../../../src/words/languages.ts';
import type { BoardClock, ShownRace } from '../../shared/race/race-phase.ts';
import type { Day } from '../../shared/race/running-order.ts';
import { type InvalidOption, oneOf, parseQueryOptions } from '../page/asked-options.ts';

export const LAYOUTS = ['full', 'compact'] as const;
export const CONTENTS = ['all', 'start-lists', 'results'] as const;
const MOMENTS = ['now'] as const;

/** The valid values of each option, as the page names them. */
export const POSSIBLE = {
  layout: LAYOUTS,
  show: CONTENTS,
  from: MOMENTS,
  lang: LANGUAGE_CODES,
};

type OptionName = keyof typeof POSSIBLE;

export interface PrintOptions {
  layout: (typeof LAYOUTS)[number];
  show: (typeof CONTENTS)[number];
  /** Without the races that are over. */
  fromNow: boolean;
  /** One of `LANGUAGE_CODES`; `undefined`: that of the device. */
  language: string | undefined;
}

/** @param query the address from its question mark on; an empty parameter counts as none */
export function readPrintOptions(
  query: string,
): PrintOptions & { refused: readonly InvalidOption<OptionName>[] } {
  const { read, refused } = parseQueryOptions<OptionName>(query);
  return {
    layout: read('layout', oneOf(LAYOUTS)) ?? 'full',
    show: read('show', oneOf(CONTENTS)) ?? 'all',
    fromNow: read('from', oneOf(MOMENTS)) !== undefined,
    language: read('lang', languageOf),
    refused,
  };
}

/** The query of an address with these options; empty for the usual ones. */
export function printQuery({ layout, show, fromNow, language }: PrintOptions): string {
  const query = new URLSearchParams({
    ...(layout !== 'full' && { layout }),
    ...(show !== 'all' && { show }),
    ...(fromNow && { from: 'now' }),
    ...(language !== undefined && { lang: language }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}

/** The days with the races that are printed; days without any are left out. */
export function printedDays(
  days: readonly Day[],
  { show, fromNow }: Pick<PrintOptions, 'show' | 'fromNow'>,
  { now, today }: Pick<BoardClock, 'now' | 'today'>,
): Day[] {
  const isAhead = (race: BoardRace, day: string) =>
    Date.parse(race.estimatedAt) >= now || (day === today && isWaiting(race));
  return days
    .map((day) => ({
      ...day,
      races: day.races.filter(
        (race) => belongs(race, show) && (!fromNow || isAhead(race, day.day)),
      ),
    }))
    .filter(({ races }) => races.length > 0);
}

/** Whether a race is still to finish; a postponed one will be rowed some time. */
function isWaiting(race: ShownRace): boolean {
  return race.state !== 'cancelled' && !isOver(race);
}

/** Whether to print a race. As in the race office, start lists are of races without results, cancelled ones included. */
function belongs({ lanes }: BoardRace, show: PrintOptions['show']): boolean {
  return show === 'all' || hasResults(lanes) === (show === 'results');
}
