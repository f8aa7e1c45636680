/** The words of "Progression" in English, of the draw of heats and of its patterns. */
import { numbered, partWords } from '../../shared/words/part-words.ts';
import type { HeatsTrouble } from '../office/progression/heats/heats-fields.ts';
import type { TargetTrouble } from '../office/progression/patterns/pattern-decisions.ts';
import type { RuleTrouble } from '../office/progression/rule-fields.ts';

const english = {
  draws: 'Draws that follow from results',
  noRules: 'No race takes its crews from others yet. Set up a whole round below, or lane by lane.',
  nobody: 'nobody holds this place: the lane stays empty',
  waiting: 'not known yet',
  undecided: 'not decided',
  undecidedAmong: (crews: string) => `not decided: ${crews}`,
  ready: 'Ready to be drawn.',
  agrees: 'Drawn as the results say.',
  tieDrawn:
    'Who goes on is not decided by the results. The race is drawn, with crews that may go on.',
  drawn: 'Drawn already.',
  incomplete: (races: string) => `Waits for the results of ${numbered(races, 'race', 'races')}.`,
  incompleteOfficial: (races: string) =>
    `Waits for the official results of ${numbered(races, 'race', 'races')}.`,
  neverRowed: (races: string) =>
    `Cancelled without all results: ${numbered(races, 'race', 'races')}. Draw this race by hand, or change its rules.`,
  unplaced: (races: string) =>
    `In ${numbered(races, 'race', 'races')}, boats have finished without a time or place: enter it, or draw this race by hand.`,
  nobodyGoesOn: 'Nobody holds one of these places: the lanes stay empty.',
  deadHeat: (crews: string, lanes: string) =>
    `Dead heat: ${crews}. Who gets which of the lanes ${lanes} follows from their lanes in the race before alone: draw by hand if it is to be otherwise.`,
  tie: 'Who goes on is not decided: a dead heat, missing times, or a crew that two lanes would take. The software never chooses: draw this race by hand.',
  differs: 'The draw does not agree with the results and rules as they are now.',
  differsLane: (lane: string, drawn: string, now: string) =>
    `Lane ${lane}: ${drawn} is drawn, the results say ${now}.`,
  empty: 'nobody',
  apply: (race: string) => `Draw race ${race}`,
  applyAgain: (race: string) => `Draw race ${race} anew`,
  applied: (race: string) => `Race ${race} drawn.`,
  emptied: (race: string) => `Race ${race}: nobody is drawn now.`,
  applyFirst: 'Draw the first race that is ready',
  byHand: 'Draw by hand',
  edit: (race: string) => `Rules of race ${race}`,
  lanesOf: 'Rules lane by lane',
  chooseRace: 'Race that takes crews from others',
  choose: 'Choose a race',
  lane: (label: string) => `Lane ${label}`,
  place: 'Place',
  /** The text before it is `Lane 3`, or `Bow 103`. */
  placeOf: (lane: string) => `${lane}: place`,
  category: 'Category',
  categoryOf: (lane: string) => `${lane}: category`,
  races: 'Races',
  racesOf: (lane: string) => `${lane}: of race`,
  fastest: 'Fastest no.',
  fastestOf: (lane: string) => `${lane}: n-th fastest`,
  rulesHint:
    'Place 1 of race 12, or within a category of it; or the fastest of a place: place 3 of races 12-14, fastest no. 1. Empty: no rule. #101 is the race with the number 101 in the programme, where several races print one number.',
  noRule: 'no rule',
  rulesChanged: 'The rules are not saved yet',
  rulesSaved: (race: string) => `Rules of race ${race} saved.`,
  addLane: 'Add a lane',
  troubles: {
    place: 'A place is a number from 1',
    'no-races': 'From which race?',
    unknown: 'There is no such race, or several print this number',
    fastest: 'Fastest is a number from 1',
    'fastest-missing': 'Several races: say which of the fastest',
    'fastest-of-one': 'Fastest is for several races',
    'too-many': 'Fewer races than that are compared',
    itself: 'A race cannot take crews from itself',
    later: 'That race starts later',
  } satisfies Record<RuleTrouble, string>,
  round: 'A whole round at once',
  roundHint: 'The rules of all its races, seen here before they are saved.',
  fromRound: 'From round',
  toRound: 'To round',
  byNumber: 'Races by their numbers',
  chooseRound: 'Choose a round',
  withoutRound: 'without a round',
  classes: 'Classes',
  noClass: 'No class has both rounds.',
  wayOf: (heats: string, targets: string) => `${heats} → ${targets}`,
  roundsSaved: (count: number) => `Rules of ${count} races saved.`,
  heats: 'Heats',
  heatsHint: 'Races whose crews go on: 1-4, or 1 2 3',
  targets: 'Go on to',
  targetsHint: 'The final, or the semi-finals: 9 10',
  each: 'From each heat',
  firstPlace: 'Beginning with place',
  fastestMore: 'Fastest besides',
  lanes: 'Lanes of a race',
  middle: 'Best crews in the middle',
  preview: 'Preview',
  noPreview: 'Fill in heats and where they go on to.',
  unknownRace: (label: string) => `There is no race ${label}, or several print this number`,
  ofItself: (race: string) => `Race ${race} is among the heats`,
  startsLater: (heat: string, race: string) => `Race ${heat} starts after race ${race}`,
  left: (count: number) =>
    count === 1 ? 'For 1 crew there is no lane.' : `For ${count} crews there is no lane.`,
  replaces: (race: string) => `Race ${race} has rules already; these replace them.`,
  saveRound: 'Save the rules of this round',
  roundSaved: (races: string) => `Rules of race ${races} saved.`,
  saving: 'One moment…',
  number: 'A number',
};

export const progressionWords = partWords('progression', english);

/** The words of patterns, from the heats to the finals. */
const patterns = {
  title: 'From the heats to the finals',
  open: 'By a pattern…',
  back: 'Back to the progression',
  hint: 'A pattern makes the races of repechage, semi-finals and finals and fills in their rules. You see all of it here before it is saved.',
  round: 'Round of the heats',
  byNumber: 'Races by their numbers',
  withoutRound: 'without a round',
  heats: 'Heats of a class',
  heatsHint: '1-4; of several classes with a semicolon between them: 1-2; 3-4',
  unknownRace: (label: string) => `There is no race ${label}, or several print this number`,
  classes: 'Classes',
  ofHeats: (races: string, crews: number) =>
    `${races} · ${crews === 1 ? '1 crew' : `${crews} crews`}`,
  unlike: 'Classes with another number of heats need another pattern: leave them out.',
  pattern: 'Pattern',
  choosePattern: 'Choose a pattern',
  noPattern: (heats: number) =>
    heats === 1 ? 'There is no pattern for 1 heat.' : `There is no pattern for ${heats} heats.`,
  otherCrews: 'For another number of crews',
  name: (rounds: string, lanes: number, from: number, to: number) =>
    `${rounds} · ${lanes} lanes · ${from}–${to} crews`,
  repechages: (count: number) => (count === 1 ? '1 repechage' : `${count} repechages`),
  semifinals: 'semi-finals',
  finals: (first: string, last: string) =>
    first === last ? `final ${first}` : `finals ${first}–${last}`,
  eliminated: (count: number) =>
    count === 0
      ? 'Every crew rows in a final.'
      : count === 1
        ? '1 crew at most rows in no final.'
        : `${count} crews at most row in no final.`,
  source: (name: string, paragraph: string) => `Source: ${name}, ${paragraph}`,
  noSource: 'Source: what regattas do.',
  stages: { H: 'Heats', R: 'Repechage', S: 'Semi-finals', T: 'Semi-finals C/D', F: 'Finals' },
  of: { H: 'heat', R: 'repechage', S: 'semi-final', T: 'semi-final C/D' },
  roundNames: {
    R: (number: string) => `Repechage${number}`,
    S: (number: string) => `Semi-final${number}`,
    SofMore: (number: string) => `Semi-final A/B${number}`,
    T: (number: string) => `Semi-final C/D${number}`,
    F: (letter: string) => `Final ${letter}`,
  },
  way: (places: string, round: string) => `${places} of each ${round}`,
  wayFastest: (ranks: string, place: string, round: string) =>
    `fastest ${ranks} of those who are ${place} in a ${round}`,
  placeIn: (place: string, race: string) => `${place} of ${race}`,
  fastestIn: (rank: number, place: string, races: string) =>
    `no. ${rank} by time of those who are ${place} in ${races}`,
  crews: (count: number) => (count === 1 ? '1 crew' : `${count} crews`),
  race: 'Race',
  newRace: 'New race',
  number: 'Number',
  at: 'Start',
  lanes: 'Lanes',
  lane: (label: string) => `Lane ${label}`,
  troubles: {
    number: 'A number from 1',
    taken: 'Another race has this number',
    twice: 'This race is chosen twice',
    time: 'A day and a time of the regatta',
    early: 'It starts before a race from which its crews come',
  } satisfies Record<TargetTrouble, string>,
  problems: {
    crews: (crews: number, from: number, to: number) =>
      `There are ${crews} crews; the pattern is for ${from} to ${to}.`,
    lanes: (race: string, crews: number, lanes: number) =>
      `Race ${race} has ${crews} crews; the pattern is for ${lanes} lanes.`,
    replaces: (race: string) => `Race ${race} has rules already: they are replaced.`,
    drawn: (race: string) => `In race ${race} crews are drawn already: they stay.`,
    taken: (race: string, heat: string) =>
      `Race ${race} takes crews of race ${heat}, too: a crew may be drawn in both.`,
  },
  preview: 'Preview',
  noPreview: 'Choose the heats and a pattern.',
  save: (races: number) => (races === 1 ? 'Set up 1 race' : `Set up ${races} races`),
  saved: (races: number) =>
    races === 1 ? '1 race set up by its pattern.' : `${races} races set up by their pattern.`,
  saving: 'One moment…',
};

export const patternWords = partWords('patterns', patterns);

/** The words of the draw of heats by the program. */
const heats = {
  title: 'Draw heats',
  open: 'Draw heats…',
  intro:
    'The software draws crews into the lanes of one or more races. You see the draw before it is posted, and change it by hand afterwards.',
  back: 'Back to progression',
  round: 'Class and round',
  chooseRound: 'Choose, or type the races',
  races: 'Races',
  racesHint:
    'Crews are dealt to them in this order: 12-14, or 12 13 14. #101 is the race with the number 101 in the programme, where several races print one number',
  crews: (count: number, all: number) => `Crews: ${count} of ${all}`,
  crewsHint: 'At first those that stand in the races already.',
  find: 'Find crews or clubs',
  noneFound: 'No crew is called so.',
  tickShown: (count: number) => `Tick these ${count}`,
  untickShown: (count: number) => `Untick these ${count}`,
  withdrawn: 'withdrawn',
  inRaces: (races: string) => numbered(races, 'race', 'races'),
  method: 'How',
  methods: { random: 'By chance', seeded: 'By a ranking' } as Record<string, string>,
  ranking: 'Ranking, best crew first',
  rankingHint: 'A name a line, also pasted. Crews that are not in it follow by chance.',
  clubsApart: 'Crews of one club in different heats, as far as can be',
  lanes: 'Lanes',
  laneOrders: {
    'middle-out': 'From the middle out',
    'in-order': 'In order',
    list: 'These, in this order',
  } as Record<string, string>,
  positions: 'Lanes, first crew first',
  positionsHint: 'Counted from 1: 4 5 3 6 2 7',
  seed: 'Seed',
  seedHint:
    '32 digits of 0-9 and a-f. The draw follows from it, so that anybody can check it. Empty: the software makes one.',
  propose: 'Propose a draw',
  again: 'Draw anew',
  preview: 'The draw',
  noPreview: 'Name races, tick crews, and have a draw proposed.',
  asking: 'One moment…',
  lane: (label: string) => `Lane ${label}`,
  post: (count: number) => (count === 1 ? 'Post this draw' : `Post the draw of ${count} races`),
  posted: (races: string) => `Drawn: ${numbered(races, 'race', 'races')}.`,
  byHand: (race: string) => `Race ${race} by hand`,
  said: 'Draws all lanes of these races anew',
  troubles: {
    unknown: (text: string) => `There is no race ${text}, or several print this number`,
    'unknown-crew': (text: string) => `No crew is called ${text}`,
    'not-chosen': (text: string) => `${text} is not ticked`,
    twice: (text: string) => `${text} stands there twice`,
    positions: () => 'Numbers from 1, none twice',
    seed: () => '32 digits of 0-9 and a-f',
  } satisfies Record<HeatsTrouble['kind'], (text: string) => string>,
  refused: {
    race: (race: string) =>
      `Race ${race} has started, or has results: its lanes are drawn by hand, if at all.`,
    crew: (crew: string) => `${crew} has withdrawn: untick it, or put it back first.`,
    lanes: 'These are fewer lanes than a race gets crews.',
  },
  remarks: {
    club: (race: string, club: string, crews: string) =>
      `Race ${race} has crews of one club (${club}): ${crews}.`,
    rules: (race: string, lanes: string) =>
      `Race ${race}: the rules of lanes ${lanes} stay, whoever is drawn there.`,
    'more-lanes': (race: string, lanes: string) =>
      `Race ${race} has too few lanes: ${lanes} are added.`,
    'left-out': (race: string, crews: string) =>
      `Race ${race} loses crews that are not drawn now: ${crews}.`,
    'no-crews': (race: string) => `Race ${race} gets no crew: there are more races than crews.`,
    cancelled: (race: string) => `Race ${race} is cancelled.`,
  },
};

export const heatsWords = partWords('heats', heats);
