/**
 * Previews that messengers and search engines show of an address, in one or two lines: of a regatta, of a race with its
 * result, and of a crew with its standing in races. They contain only what the public may see, in the reader's language,
 * without line breaks and control characters.
 */
import type { BoardCrew, BoardEvent, BoardLane, BoardRace } from '../contract/board.ts';
import { DEFAULT_ZONE } from '../domain/day/venue-day.ts';
import { raceTimeWriter } from '../domain/results/finish-time.ts';
import {
  finalityOf,
  hasResults,
  isAwaited,
  isComplete,
  isOver,
  withoutEarlyPlaces,
} from '../domain/results/standings.ts';
import { countryName } from '../domain/text/country-and-language.ts';
import { plainLine } from '../domain/text/plain-line.ts';
import { raceTitle, resultsLine, timeNotes } from '../notify/messages/message.ts';
import { joinWithin, shortText } from '../notify/messages/short-text.ts';
import type { Language } from '../words/languages.ts';
import { placeAmong, rankTexts } from '../words/standing-texts.ts';
import {
  calendarWords,
  formatsOf,
  messageWords,
  pageWords,
  racingWords,
  sharedWords,
} from '../words/words.ts';
import type { RaceNow } from './board-facts.ts';

/** The limit of a description: messengers show some 150 to 300 characters. */
const MAX_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 80;
const MAX_CREW_CHARACTERS = 32;

export interface Preview {
  title: string;
  description: string;
}

/** The preview of an event: when and where it is, and, if it is only announced, that the running order is still to come. */
export function eventPreview(event: BoardEvent, language: Language): Preview {
  const { startDate, endDate, city, countryCode, status } = event;
  const format = DATES[language](DEFAULT_ZONE);
  const dates = format.formatRange(new Date(startDate), new Date(endDate));
  const country = countryName(countryCode, messageWords(language).locale);
  const places = [city, country].map((text) => shortText(text, MAX_NAME_CHARACTERS));
  const description = [dates, ...places].filter((part) => part !== '').join(', ');
  const { announced } = sharedWords(language);
  return {
    title: plainLine(event.name),
    description: status === 'announced' ? `${description} · ${announced}` : description,
  };
}

const DATES = formatsOf({ day: 'numeric', month: 'long', year: 'numeric' });

/** The line that names the organiser of the regatta (adopt, "Operator's texts"). */
export function organiserLine(organiser: string, language: Language): string {
  return sharedWords(language).organiser(plainLine(organiser));
}

/** The preview of a race: its results, or its start and its crews. */
export function racePreview(
  race: RaceNow,
  event: Pick<BoardEvent, 'name' | 'timezone'>,
  language: Language,
): Preview {
  const name = shortText(event.name, MAX_NAME_CHARACTERS);
  return {
    title: raceTitle(race, messageWords(language)),
    description: `${name}${messageWords(language).colon}${raceState(race, event, language)}`,
  };
}

/**
 * The preview of a crew: its last result, its next race, and those of its races that it does not row as planned.
 *
 * @param races in running order
 */
export function crewPreview(
  crew: BoardCrew,
  { races, event }: { races: readonly RaceNow[]; event: Pick<BoardEvent, 'name' | 'timezone'> },
  language: Language,
): Preview {
  const words = messageWords(language);
  const own = races.flatMap((race) => {
    const lane = race.lanes.find(({ crewId }) => crewId === crew.id);
    return lane ? [{ race, lane }] : [];
  });
  const lines = racesToTell(own).map(
    ({ race, lane }) =>
      `${raceTitle(race, words)}${words.colon}${ownState(race, lane, event, language)}`,
  );
  return {
    title: shortText(crew.name, MAX_NAME_CHARACTERS),
    description: joinWithin(
      [shortText(event.name, MAX_NAME_CHARACTERS), ...lines],
      ' · ',
      2 * MAX_CHARACTERS,
    ),
  };
}

/** A race of a crew, and its lane there. */
interface OwnRace {
  race: RaceNow;
  lane: BoardLane;
}

/**
 * The races of a crew that its preview names: the last one with results, the next one that it rows, and those that it does not
 * row as planned: cancelled, postponed, withdrawn or not started. Of these, races before the last results are left out, except
 * postponed ones, which are still to come.
 */
function racesToTell(own: readonly OwnRace[]): OwnRace[] {
  // In a head race, the crew's own result decides, because other boats come in before it has started.
  const isIn = ({ race, lane }: OwnRace) =>
    race.kind === 'head' ? hasResults([lane]) || isOver(race) : hasResults(race.lanes);
  const isDone = (own: OwnRace) => !own.lane.withdrawn && isIn(own);
  const isOff = ({ race, lane }: OwnRace) => race.state !== 'planned' || !isAwaited(lane);
  const last = own.findLastIndex(isDone);
  const next = own.findIndex((one) => !isDone(one) && !isOff(one));
  return own.filter((one, index) => {
    if (index === last || index === next) return true;
    return !isDone(one) && isOff(one) && (index > last || one.race.state === 'postponed');
  });
}

/** The state of a race for one of its crews, in one line. */
function ownState(
  race: RaceNow,
  lane: BoardLane,
  event: Pick<BoardEvent, 'timezone'>,
  language: Language,
): string {
  if (lane.withdrawn) return sharedWords(language).withdrawn;
  const isTold = hasResults(race.lanes) || race.state !== 'planned';
  if (race.kind === 'head' && race.state === 'planned')
    return ownHeadState(race, lane, event, language);
  if (isTold) return raceState(race, event, language);
  return absence(lane, language) || startOf(race, event, language);
}

/** The state of a head race for one of its crews: not all results, but the crew's own standing, or when it starts. */
function ownHeadState(
  race: RaceNow,
  lane: BoardLane,
  event: Pick<BoardEvent, 'timezone'>,
  language: Language,
): string {
  const words = messageWords(language);
  const position = words.bow(shortText(lane.positionLabel, MAX_CREW_CHARACTERS));
  const start = { estimatedAt: lane.startsAt ?? race.estimatedAt };
  const said = isAwaited(lane)
    ? [startOf(start, event, language)]
    : standingOf(race, lane, language);
  const notes = raceNotes(race, language);
  return [...notes, position, ...said, ...soFarLine(race, language)].join(' · ');
}

/** Why a crew in a race without results does not row; empty if it rows. */
function absence({ status, withdrawn }: BoardLane, language: Language): string {
  if (withdrawn) return sharedWords(language).withdrawn;
  return status === 'dns' ? messageWords(language).unplaced.dns.short : '';
}

/** The preview with the remark that its event is a trial. */
export function ofTrial(preview: Preview, language: Language): Preview {
  const { trial } = pageWords(language);
  return { ...preview, description: `${trial} · ${preview.description}` };
}

/** Remarks about a race besides its results: that it is cancelled or postponed, and why; that its results are provisional. */
export function raceNotes({ state, reason, official, lanes }: BoardRace, language: Language) {
  const why = reason === null ? '' : ` ${shortText(reason, MAX_CHARACTERS)}`;
  return [
    ...(state === 'planned' ? [] : [messageWords(language)[state] + why]),
    ...(official === false && hasResults(lanes) ? [pageWords(language).provisional] : []),
  ];
}

/** How many crews of a race have a result, while it has some and is not complete; else no line. */
export function soFarLine(race: RaceNow, language: Language): string[] {
  const isTold = hasResults(race.lanes) && !isComplete(race);
  return isTold ? [pageWords(language).inSoFar(race.scored, race.entered)] : [];
}

/** A race in one line, without its name: its state and its results, or else its start and its crews. */
export function raceState(
  race: RaceNow,
  event: Pick<BoardEvent, 'timezone'>,
  language: Language,
): string {
  const words = messageWords(language);
  const notes = raceNotes(race, language);
  if (hasResults(race.lanes)) {
    const [some = ''] = soFarLine(race, language).map((text) => text + words.colon);
    const results = resultsLine(race, words, MAX_CHARACTERS);
    return [...notes, some + results].join(' · ');
  }
  if (notes.length > 0) return notes.join(' · ');
  const start = startOf(race, event, language);
  const crews = drawLine(race, language);
  return crews === '' ? start : `${start} · ${crews}`;
}

/** The crews of a race in one line, by lane. */
export function drawLine({ lanes }: BoardRace, language: Language): string {
  const crews = lanes.flatMap((lane) => {
    if (lane.crewName === null) return [];
    const name = shortText(lane.crewName, MAX_CREW_CHARACTERS);
    const why = absence(lane, language);
    return why === '' ? name : `${name} (${why})`;
  });
  return joinWithin(crews, ', ', MAX_CHARACTERS);
}

const MOMENTS = formatsOf({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});

/** The expected start: day and time at the venue. */
export function startOf(
  { estimatedAt }: Pick<BoardRace, 'estimatedAt'>,
  { timezone }: Pick<BoardEvent, 'timezone'>,
  language: Language,
): string {
  return MOMENTS[language](timezone ?? DEFAULT_ZONE).format(Date.parse(estimatedAt));
}

/**
 * The result of a crew, in parts; none while it is still to row. The place is included once the race is over, in a head race
 * at any time; with categories, first that in the own one: `3rd of 7`, `Masters C 4x`, `41st of 150 overall`, `18:22.40`.
 */
export function standingOf(race: RaceNow, lane: BoardLane, language: Language): string[] {
  const { status, position } = lane;
  const { finished, unplaced, withdrawn } = messageWords(language);
  if (lane.withdrawn) return [withdrawn];
  if (status === 'assigned')
    return race.closed && race.results !== 'hidden' && isAwaited(lane)
      ? [sharedWords(language).withoutResult]
      : [];
  if (status !== 'finished') return [unplaced[status].long];
  const { lanes } = withoutEarlyPlaces(race);
  const shown = lanes.find((one) => one.position === position) ?? lane;
  const parts = [...placesOf(race, shown, language), ...timesOf(race, lane, language)];
  return parts.length > 0 ? parts : [finished];
}

function placesOf(race: RaceNow, lane: BoardLane, language: Language): string[] {
  const { finishPlace, categoryPlace, outOfCompetition } = lane;
  const shared = sharedWords(language);
  if (outOfCompetition) return [shared.outOfCompetition];
  if (race.kind === 'lanes' && race.categories.length === 0)
    return finishPlace === null ? [] : [calendarWords(language).place(finishPlace)];
  const finality = finalityOf(race);
  const words = { shared, racing: racingWords(language) };
  const overall = placeAmong(finishPlace, race.entered, finality, words);
  return rankTexts({ lane, categoryPlace, overall, finality }, race, words, plainLine);
}

/** The time that ranks the crew, and notes about it. */
function timesOf(race: RaceNow, lane: BoardLane, language: Language): string[] {
  const words = messageWords(language);
  const told = timeNotes(lane, raceTimeWriter(race.lanes, words.decimalMark), words);
  return told ? [told.text, ...told.notes] : [];
}
