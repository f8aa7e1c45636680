/** The round of a race, which its title may say as well, and what its class is called. The first view of the board does without. */
import { type Named, type NumberedTitle, raceNameParts, withoutNumber } from './race-name.ts';

/** The end of a title that has its round in it, or all of it: "Men's Novice 4+ Heat 1". */
const ROUND_IN_TITLE =
  /(?:^|[\s,:·–-]+)\(?((?:heat|(?:semi|quarter)?[- ]?finals?|rep[eê]chage|vorlauf|hoffnungslauf|zwischenlauf|(?:viertel|halb)?finale|lauf|abteilung|série|(?:demi|quart)[- ](?:de[- ])?finale|finale)\b.*)$/iu;

/** The title without its number and its round, and the round: the one of the column, else the one of the title. */
export function titleAndRound(race: NumberedTitle & Pick<Named, 'round'>): {
  title: string;
  round: string;
} {
  const title = withoutNumber(race);
  const said = ROUND_IN_TITLE.exec(title);
  const round = race.round || (said?.[1] ?? '').replace(/\)$/, '');
  if (said) return { title: title.slice(0, said.index).trim(), round };
  const isSaid = round !== '' && title.endsWith(` ${round}`);
  return { title: (isSaid ? title.slice(0, -round.length) : title).trim(), round };
}

/** What a race and others of its class are called, whatever the round: `Women 8+`. Empty when nothing is known. */
export function raceClass(race: Named & NumberedTitle): string {
  return raceNameParts({ ...race, title: titleAndRound(race).title, round: null }).join(', ');
}
