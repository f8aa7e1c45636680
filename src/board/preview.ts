/**
 * What messengers and search engines show of an address, in one or two lines: of a regatta, of a race with its
 * result, of a crew. Made of what the public may see, in the reader's language, on one line, without control characters.
 */
import type { BoardCrew, BoardEvent, BoardRace } from '../contract/board.ts';
import { plainLine } from '../domain/plain-line.ts';
import { DEFAULT_ZONE, formatOfZone } from '../domain/race-day.ts';
import { isFieldComplete, isScored } from '../domain/standings.ts';
import { raceTitle, resultsLine } from '../notify/message.ts';
import { joinWithin, shortText } from '../notify/short-text.ts';
import { wordsFor } from '../notify/words/languages.ts';
import { PAGE_LANGUAGES, type PageLanguage } from './language.ts';
import { pageWords } from './page-words.ts';

/** Messengers show some 150 to 300 characters. */
const MAX_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 80;
const MAX_CREW_CHARACTERS = 32;

export interface Preview {
  title: string;
  description: string;
}

/** When and where. */
export function eventPreview(event: BoardEvent, language: PageLanguage): Preview {
  const { startDate, endDate, city, countryCode } = event;
  const dates = new Intl.DateTimeFormat(wordsFor(language).locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatRange(new Date(startDate), new Date(endDate));
  const places = [city, countryCode].map((text) => shortText(text, MAX_NAME_CHARACTERS));
  return {
    title: plainLine(event.name),
    description: [dates, ...places].filter((part) => part !== '').join(', '),
  };
}

/** The result, or who starts when. */
export function racePreview(
  race: BoardRace,
  event: Pick<BoardEvent, 'name' | 'timezone'>,
  language: PageLanguage,
): Preview {
  const name = shortText(event.name, MAX_NAME_CHARACTERS);
  return {
    title: raceTitle(race, wordsFor(language)),
    description: `${name}${wordsFor(language).colon}${raceState(race, event, language)}`,
  };
}

/** What it has rowed last, and when it rows next. @param races in running order */
export function crewPreview(
  crew: BoardCrew,
  { races, event }: { races: readonly BoardRace[]; event: Pick<BoardEvent, 'name' | 'timezone'> },
  language: PageLanguage,
): Preview {
  const words = wordsFor(language);
  const own = races.filter((race) => race.lanes.some(({ crewId }) => crewId === crew.id));
  const scored = own.filter(({ lanes }) => isScored(lanes));
  const next = own.find(({ lanes, state }) => state === 'planned' && !isScored(lanes));
  const lines = [...scored.slice(-1), ...(next ? [next] : [])].map((race) => {
    const said = isScored(race.lanes)
      ? raceState(race, event, language)
      : startOf(race, event, language);
    return `${raceTitle(race, words)}${words.colon}${said}`;
  });
  return {
    title: shortText(crew.name, MAX_NAME_CHARACTERS),
    description: joinWithin(
      [shortText(event.name, MAX_NAME_CHARACTERS), ...lines],
      ' · ',
      2 * MAX_CHARACTERS,
    ),
  };
}

/** A race in one line, without its name: the result, else its state, else when it starts and who. */
export function raceState(
  race: BoardRace,
  event: Pick<BoardEvent, 'timezone'>,
  language: PageLanguage,
): string {
  const words = wordsFor(language);
  const { scored, entered, state, reason } = race;
  if (isScored(race.lanes)) {
    const some = isFieldComplete(race)
      ? ''
      : `${pageWords(language).inSoFar(scored, entered)}${words.colon}`;
    return some + resultsLine(race, words, MAX_CHARACTERS);
  }
  if (state !== 'planned') {
    const why = reason === null ? '' : ` ${shortText(reason, MAX_CHARACTERS)}`;
    return words[state] + why;
  }
  const crews = race.lanes.flatMap(({ crewName }) =>
    crewName === null ? [] : shortText(crewName, MAX_CREW_CHARACTERS),
  );
  const start = startOf(race, event, language);
  return crews.length === 0 ? start : `${start} · ${joinWithin(crews, ', ', MAX_CHARACTERS)}`;
}

const MOMENTS = Object.fromEntries(
  PAGE_LANGUAGES.map((language) => [
    language,
    formatOfZone(
      {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      },
      wordsFor(language).locale,
    ),
  ]),
) as Record<PageLanguage, (timezone: string) => Intl.DateTimeFormat>;

/** Day and time at the venue. */
function startOf(
  { estimatedAt }: BoardRace,
  { timezone }: Pick<BoardEvent, 'timezone'>,
  language: PageLanguage,
): string {
  return MOMENTS[language](timezone ?? DEFAULT_ZONE).format(Date.parse(estimatedAt));
}
