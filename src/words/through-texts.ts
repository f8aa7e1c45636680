/**
 * Who is through, in words (around, "Who is through"): `to Final A, 16:10, lane 4`; before the draw what is at stake,
 * `1st and 2nd to Final A`.
 */
import type { BoardLane, BoardRace, BoardRule } from '../contract/board.ts';
import { labelKind } from '../domain/draw/label-kind.ts';
import { raceName } from '../domain/races/race-name.ts';
import { raceClass, titleAndRound } from '../domain/races/race-round.ts';
import { finalityOf, type RaceAtMoment } from '../domain/results/standings.ts';
import type { through } from './later/en.ts';
import type { SharedWords } from './place-text.ts';

/** A race that knows whether it has ended by time. */
type RaceNow = BoardRace & Pick<RaceAtMoment, 'hasEnded'>;

/** The words of these texts, and what else depends on the place where they are shown. */
export interface ThroughSpeech {
  /** The later races by id; others may be among them. */
  races: ReadonlyMap<number, BoardRace>;
  shared: Pick<SharedWords, 'ordinal'>;
  through: typeof through;
  /** BCP 47, for lists. */
  locale: string;
  /** The name of a race that has only a number: `Race 12`. */
  raceWord(number: string): string;
  /** Makes a text from outside safe to stand beside other text. */
  safe(text: string): string;
  /** When a later race starts, as text; with the day where that is another day. @param at epoch milliseconds */
  startText(at: number): string;
}

/** Where a crew goes on to; before that is drawn, what is at stake for it, one text for each later race. */
export function throughTexts(race: RaceNow, lane: BoardLane, speech: ThroughSpeech): string[] {
  const drawn = drawnText(race, lane, speech);
  return drawn === '' ? stakesOf(race, lane, speech) : [drawn];
}

/** `to Final A, 16:10, lane 4`; empty where the crew is not drawn; without a time unless the later race is planned. */
export function drawnText(race: BoardRace, { next }: BoardLane, speech: ThroughSpeech): string {
  const target = next ? speech.races.get(next.raceId) : undefined;
  const lane = target?.lanes.find(({ position }) => position === next?.position);
  if (!target || !lane) return '';
  const { through, safe, startText } = speech;
  const startsAt = Date.parse(lane.startsAt ?? target.estimatedAt);
  const parts = [
    targetName(target, race, speech),
    target.state === 'planned' ? startText(startsAt) : '',
    through.drawnInto[labelKind(target)](safe(lane.positionLabel)),
  ];
  return through.to(parts.filter((part) => part !== '').join(', '));
}

/** What is at stake in a race, `1st and 2nd to Final A`, best places first; not of later races into which it has been drawn. */
export function stakes(race: BoardRace, speech: ThroughSpeech): string[] {
  return stakeTexts(race, speech, isOpen, () => true);
}

/** The same, but also of later races that are drawn; for announcers. */
export function allStakes(race: BoardRace, speech: ThroughSpeech): string[] {
  return stakeTexts(
    race,
    speech,
    () => true,
    () => true,
  );
}

/** What is at stake for a crew: all while the race is not over, then what its place leads to. */
function stakesOf(race: RaceNow, lane: BoardLane, speech: ThroughSpeech): string[] {
  if (lane.withdrawn || lane.crewId === null) return [];
  if (finalityOf(race) === 'soFar')
    return ['assigned', 'finished'].includes(lane.status) ? stakes(race, speech) : [];
  return stakeTexts(race, speech, isOpen, ({ place, category }) =>
    category === null
      ? place === lane.finishPlace
      : place === lane.categoryPlace && category === lane.category,
  );
}

/** Whether crews of a race are still to be drawn into a later one. */
function isOpen(target: BoardRace, race: BoardRace): boolean {
  const isDrawn = race.lanes.some(({ next }) => next?.raceId === target.id);
  return !isDrawn && target.lanes.some(({ from }) => from?.races.includes(race.id));
}

/**
 * @param isWanted whether the rules of a later race are shown
 * @param concerns whether a rule is relevant; where one of a later race is, all rules of that race are shown
 */
function stakeTexts(
  race: BoardRace,
  speech: ThroughSpeech,
  isWanted: (target: BoardRace, race: BoardRace) => boolean,
  concerns: (rule: BoardRule) => boolean,
): string[] {
  // An offline page may show a document that an earlier version of the service sent, without rules.
  return (
    grouped(race.rules ?? [], ({ raceId }) => raceId)
      .flatMap((rules) => {
        const target = speech.races.get(rules[0].raceId);
        const isTold = target && target.state !== 'cancelled' && rules.some(concerns);
        return isTold && isWanted(target, race) ? [{ target, rules }] : [];
      })
      // The best places first; each list is by place.
      .sort((a, b) => a.rules[0].place - b.rules[0].place || startOf(a.target) - startOf(b.target))
      .map(({ target, rules }) =>
        speech.through.placesTo(placesText(rules, speech), targetName(target, race, speech)),
      )
  );
}

/** Groups items by a key, in order of first appearance. Browsers of public pages may be too old for `Map.groupBy`. */
function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
): [Item, ...Item[]][] {
  const groups = new Map<unknown, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}

function startOf({ scheduledAt }: BoardRace): number {
  return Date.parse(scheduledAt);
}

/** The name of a later race beside an earlier one: its round, if both are of the same class; else its name or number. */
function targetName(target: BoardRace, race: BoardRace, { safe, raceWord }: ThroughSpeech): string {
  const { round } = titleAndRound(target);
  const name = round && raceClass(target) === raceClass(race) ? round : raceName(target);
  return name ? safe(name) : raceWord(safe(target.number));
}

/** `1st and 2nd`, `1st–4th`, `1st, 2nd and fastest 3rd`. @param rules by place */
function placesText(rules: readonly BoardRule[], speech: ThroughSpeech): string {
  const parts = grouped(rules, ({ category }) => category).flatMap((own) => {
    const [{ category }] = own;
    const after = category === null ? '' : ` ${speech.safe(category)}`;
    return [...directPlaces(own, after, speech), ...fastestPlaces(own, after, speech)];
  });
  return new Intl.ListFormat(speech.locale, { type: 'conjunction' }).format(parts);
}

/** From so many consecutive places on, only the first and the last are shown. */
const MIN_IN_A_ROW = 3;

function directPlaces(
  rules: readonly BoardRule[],
  after: string,
  { shared: { ordinal } }: ThroughSpeech,
): string[] {
  const places = rules.flatMap(({ place, fastest }) => (fastest === null ? [place] : []));
  const rows: number[][] = [];
  for (const place of places) {
    const row = rows.at(-1);
    if (row?.at(-1) === place - 1) row.push(place);
    else rows.push([place]);
  }
  return rows.flatMap((row) =>
    row.length < MIN_IN_A_ROW
      ? row.map((place) => ordinal(place) + after)
      : `${ordinal(row[0] as number)}–${ordinal(row.at(-1) as number)}${after}`,
  );
}

function fastestPlaces(
  rules: readonly BoardRule[],
  after: string,
  { shared: { ordinal }, through }: ThroughSpeech,
): string[] {
  const ranked = rules.flatMap(({ place, fastest }) =>
    fastest === null ? [] : { place, fastest },
  );
  return grouped(ranked, ({ place }) => place).flatMap((own) => {
    const [{ place }] = own;
    const areFirst = own.every(({ fastest }, index) => fastest === index + 1);
    if (areFirst) return through.fastest(own.length, ordinal(place), after);
    return own.map(({ fastest }) => through.oneOfFastest(ordinal(fastest), ordinal(place), after));
  });
}
