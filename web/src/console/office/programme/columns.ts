/** The headings of a programme's columns in spreadsheets and exports, in English, German and French. */
import { readDate, readTime } from '../../../../../src/domain/day/read-dates.ts';
import { type Headings, mostFit } from '../paste/pasted-table.ts';
import type { RaceField } from './race-texts.ts';

/** As `headingText` writes them. The order decides between properties that share a heading. */
export const RACE_HEADINGS: Headings<RaceField> = {
  printedNumber: [
    ...['printed number', 'printed no', 'number label', 'race label'],
    ...['gedruckte nummer', 'programmnummer'],
    ...['numero imprime'],
  ],
  raceNumber: [
    ...[
      'race number',
      'race no',
      'race nr',
      'race num',
      'race #',
      'race',
      'number',
      'no',
      'nr',
      'num',
      '#',
    ],
    ...['event num', 'event no', 'event #', 'event number', 'event code', 'eventnum'],
    ...['rennen', 'rennnummer', 'rennnr', 'rennen nr', 'lfd nr', 'nummer'],
    ...['course', 'course n', 'n', 'numero', 'numero de course', 'no course'],
  ],
  day: [
    ...['date', 'day', 'race date'],
    ...['datum', 'tag', 'renntag'],
    ...['jour', 'date de course'],
  ],
  time: [
    ...['time', 'start', 'start time', 'event time', 'scheduled', 'scheduled at', 'scheduled time'],
    ...['date time', 'datetime', 'date and time'],
    ...['zeit', 'uhrzeit', 'startzeit', 'beginn', 'datum zeit'],
    ...['heure', 'depart', 'heure de depart', 'horaire'],
  ],
  distanceMeters: [
    ...['distance', 'distance m', 'course length', 'length', 'metres', 'meters', 'dist'],
    ...['strecke', 'distanz', 'lange', 'meter', 'streckenlange'],
    ...['longueur', 'parcours'],
  ],
  boatClass: [
    ...['boat class', 'boat', 'class', 'boat type', 'boatclass'],
    ...['bootsklasse', 'boot', 'bootsgattung', 'bootstyp', 'gattung'],
    ...['type de bateau', 'bateau', 'embarcation', 'type bateau'],
  ],
  round: [
    ...['round', 'heat', 'stage', 'phase', 'race phase'],
    ...['runde', 'lauf', 'abteilung', 'lauftyp'],
    ...['tour', 'manche', 'serie'],
  ],
  divisionLabel: [
    ...['division', 'category', 'age group', 'age', 'gender', 'division label', 'age category'],
    ...['klasse', 'altersklasse', 'kategorie', 'altersgruppe'],
    ...['categorie', 'age categorie', 'categorie d age'],
  ],
  title: [
    ...['title', 'event name', 'race name', 'race title', 'name', 'event', 'description'],
    ...['titel', 'bezeichnung', 'rennbezeichnung', 'rennname', 'wettbewerb', 'beschreibung'],
    ...['titre', 'libelle', 'nom', 'epreuve', 'intitule'],
  ],
  resultMode: [
    ...['result mode', 'results', 'mode', 'timing'],
    ...['ergebnisse', 'ergebnisart', 'wertung'],
    ...['resultats', 'classement'],
  ],
  resultVisibility: [
    ...['visibility', 'crews see', 'result visibility', 'public'],
    ...['sichtbarkeit', 'sichtbar'],
    ...['visibilite', 'visible'],
  ],
  laneScheme: [
    ...['lane scheme', 'lanes', 'lane labels', 'lane names'],
    ...['bahnen', 'bahnnamen', 'bahnschema'],
    ...['couloirs', 'lignes', 'noms des couloirs'],
  ],
  notes: [
    ...['notes', 'note', 'comment', 'comments', 'remarks', 'event info', 'info', 'progression'],
    ...['bemerkung', 'bemerkungen', 'hinweis', 'hinweise', 'notiz'],
    ...['remarque', 'remarques', 'commentaire', 'observations'],
  ],
};

/** "Rennen", "Race" and "Course" are the number in one programme and the title in another: only titles have words. */
export function refineRaceColumn(field: RaceField, cells: readonly string[]): RaceField {
  const hasWords = mostFit(cells, (cell) => /\p{L}{2}/u.test(cell));
  return field === 'raceNumber' && hasWords ? 'title' : field;
}

/**
 * Guesses from its cells what a column without a heading is.
 *
 * @param taken what the columns before it are @returns `undefined` where nothing fits
 */
export function guessRaceColumn(
  cells: readonly string[],
  taken: readonly (RaceField | undefined)[],
): RaceField | undefined {
  const most = (fits: (cell: string) => boolean) => mostFit(cells, fits);
  const free = (field: RaceField) => (taken.includes(field) ? undefined : field);
  if (most((cell) => /[:h]|\d\.\d\d$/i.test(cell) && readTime(cell) !== undefined))
    return free('time');
  if (most(isDateLike)) return free('day');
  if (most((cell) => /^(\d{1,2}[+\-xX]|[124]x|8\+)\S*$/.test(cell))) return free('boatClass');
  if (most((cell) => /^\d{3,5}\s?m$/i.test(cell))) return free('distanceMeters');
  if (most((cell) => /^\d{1,4}[a-z]?$/i.test(cell)))
    return (
      free('raceNumber') ??
      (most((cell) => Number(cell) >= 100) ? free('distanceMeters') : undefined)
    );
  return most((cell) => /\p{L}{2}/u.test(cell))
    ? (free('title') ?? free('divisionLabel'))
    : undefined;
}

function isDateLike(cell: string): boolean {
  const context = { isDayFirst: true, startDate: '2000-01-01', endDate: '2000-01-01' };
  return /\d.*[./-].*\d/.test(cell) && 'date' in readDate(cell, context);
}
