/** The round of a race, by its column or its title, and the name of its class. The first view of the board does not need it. */
import { type Named, type NumberedTitle, raceNameParts, withoutNumber } from './race-name.ts';

/** The round at the end of a title, or a title that is only a round: "Men's Novice 4+ Heat 1". */
const ROUND_IN_TITLE =
  /(?:^|[\s,:·–-]+)\(?((?:heat|(?:semi|quarter)?[- ]?finals?|rep[eê]chage|vorlauf|hoffnungslauf|zwischenlauf|(?:viertel|halb)?finale|lauf|abteilung|série|(?:demi|quart)[- ](?:de[- ])?finale|finale)\b.*)$/iu;

/** The title without number and round, and the round: that of the column, else that of the title, else empty. */
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

/** The common name of all races of a class, without the round: `Women 8+`. Empty if nothing is known. */
export function raceClass(race: Named & NumberedTitle): string {
  return raceNameParts({ ...race, title: titleAndRound(race).title, round: null }).join(', ');
}
