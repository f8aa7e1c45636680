/**
 * The meaning of the headings of tables, whichever program wrote them, in five languages (formats.md §4.2): a new word for a
 * column is added here. Words are written as `headingText` returns them: lower case, no accents, no trailing sign.
 */

/** What a column of a table can hold. */
export const FIELDS = [
  ...(['number', 'title', 'start', 'date', 'boatClass', 'round', 'distance', 'sequence'] as const),
  ...(['lane', 'bib', 'crew', 'crewSuffix', 'crewId', 'club', 'clubCode'] as const),
  ...(['time', 'rawTime', 'adjustedTime', 'place', 'status', 'penalty', 'notes'] as const),
  ...(['category', 'allowance', 'outOfCompetition', 'age'] as const),
  ...(['plannedStart', 'startedAt', 'finishedAt'] as const),
  ...(['raceType', 'combine', 'handicapType', 'handicapMultiplier', 'ignore'] as const),
] as const;

export type Field = (typeof FIELDS)[number];

/** Fields that only a row of a race has, so that the row must name its race. */
export const OF_A_RACE = [
  ...(['start', 'lane', 'time', 'rawTime', 'adjustedTime', 'place', 'finishedAt'] as const),
] satisfies readonly Field[];

/** Words that can mean one thing only. `ignore`: known, and not read. */
export const HEADINGS: Readonly<Record<Field, readonly string[]>> = {
  number: [
    ...[
      'race no',
      'race nr',
      'race #',
      'race number',
      'racenumber',
      'raceno',
      'race_no',
      'race num',
    ],
    ...['event num', 'event #', 'event no', 'event_nr', 'eventnum', 'event number', 'eventnumber'],
    ...['flight.code', 'eventcode', 'race id', 'race_id', '#'],
    ...['rennen nr', 'rennen-nr', 'rennnr', 'rennnummer', 'laufnr', 'wettkampf-nr', 'wettkampf nr'],
    ...[
      'num course',
      'n° course',
      'numero course',
      'numero',
      'racenummer',
      'veldnr',
      'racenr',
      'wedstrijdnr',
      'wedstrijdnummer',
      'numero gara',
      'n gara',
      'n° gara',
      'numero corsa',
      'n corsa',
      'n° corsa',
      'レース番号',
    ],
  ],
  title: [
    ...[
      'event name',
      'event_name',
      'eventname',
      'title',
      'description',
      'race name',
      'flight.name',
    ],
    ...['event description', 'event title', 'race title'],
    ...['bezeichnung', 'rennbezeichnung', 'titel', 'rennname'],
    ...['nom course', 'epreuve', 'intitule', 'nom epreuve'],
    ...['omschrijving', 'naam veld', 'titolo', 'descrizione', 'nome gara', '種目'],
  ],
  start: [
    ...['start', 'start time', 'starttime', 'sched', 'scheduled', 'scheduled time', 'event time'],
    ...['race_start_time', 'race time', 'off', 'time of day'],
    ...['uhrzeit', 'startzeit', 'beginn', 'heure', 'heure depart', 'depart'],
    ...[
      'starttijd',
      'aanvang',
      'vertrektijd',
      'ora',
      'orario',
      'ora partenza',
      'partenza',
      '発艇時刻',
    ],
  ],
  date: [
    'date',
    'day',
    'day_date',
    'race date',
    'datum',
    'tag',
    'jour',
    'dag',
    'data',
    'giorno',
    '日付',
  ],
  boatClass: [
    ...['boat class', 'boatclass', 'class', 'boat type', 'event abbrev', 'event_code'],
    ...['bootsklasse', 'bootsgattung', 'klasse', 'categ', 'embarcation', 'type bateau'],
    ...['boottype', 'event abbreviation', 'tipo barca', 'imbarcazione'],
  ],
  round: [
    ...['round', 'heat', 'heat #', 'heat no', 'stage', 'round_type_name', 'phase'],
    ...['abteilung', 'vorlauf', 'runde', 'serie', 'manche', 'finale'],
    ...['ronde', 'voorwedstrijd', 'batteria', 'turno', 'fase', 'ラウンド'],
  ],
  distance: [
    ...[
      'distance',
      'dist',
      'course_length',
      'length',
      'distanz',
      'strecke',
      'afstand',
      'distanza',
      '距離',
    ],
  ],
  sequence: ['race_sequence'],
  lane: [
    ...['lane', 'ln', 'lane #', 'lane no', 'lane number', 'station', 'lane/bow', 'bow/lane'],
    ...['bow/lane#', 'bow_lane_id', 'bahn', 'startbahn', 'bahnnr', 'bahn nr'],
    ...['couloir', 'ligne', "ligne d'eau", 'baan', 'baannr', 'corsia', 'acqua', 'レーン'],
  ],
  bib: [
    ...['bib', 'bib number', 'bibnumber', 'bib no', 'bib #'],
    ...['st.nr', 'startnummer', 'stnr', 'start-nr', 'startnr'],
    ...['dossard', 'num b', 'numero bateau', 'num bateau', 'rugnummer', 'boegnummer', 'pettorale'],
  ],
  crew: [
    ...['crew', 'entry', 'entry name', 'entryname', 'entry_name', 'team', 'team name', 'boat name'],
    ...['crew name', 'crew_name', 'crewname', 'team_common'],
    ...[
      'mannschaft',
      'meldung',
      'equipage',
      'bateau',
      'ploeg',
      'ploegnaam',
      'equipaggio',
      'クルー名',
      'クルー',
    ],
  ],
  crewSuffix: ['boat label'],
  crewId: ['crewid', 'crew id', 'crew_id', 'entry id', 'entry_id', 'entry_reference', 'team id'],
  club: [
    ...['club', 'club name', 'organization', 'organisation', 'org name', 'orgname', 'affiliation'],
    ...[
      'invoiced club (common name)',
      'verein',
      'meld. verein',
      'societe',
      'vereniging',
      'societa',
      '所属',
    ],
  ],
  clubCode: [
    ...['crew abbrev', 'crewabbrev', 'crew abbreviation', 'club code', 'code club', 'abbr'],
    ...['invoiced club (abbreviation)', 'team_abbreviation', 'club abbreviation', 'kurzform'],
  ],
  time: [
    ...['result', 'official time', 'officialtime', 'finish time', 'finishtime', 'final time'],
    ...[
      'ergebnis',
      'endzeit',
      'laufzeit',
      'temps',
      'temps final',
      'eindtijd',
      'tempo',
      'risultato',
    ],
  ],
  rawTime: ['raw time', 'rawtime', 'raw'],
  adjustedTime: ['adj time', 'adjtime', 'adjusted time', 'adjustedtime', 'adjusted_result'],
  place: [
    ...['place', 'pos', 'rank', 'pl', 'adjusted_pos', 'finish place', 'finish position'],
    ...[
      'rang',
      'platz',
      'platzierung',
      'classement',
      'plaats',
      'posizione',
      'classifica',
      'piazzamento',
      '順位',
    ],
  ],
  status: ['status', 'result status', 'resultstatus', 'result_status', 'statut', 'etat', 'stato'],
  penalty: [
    ...['penalty', 'penalty code', 'penalty codes', 'penaltycode', 'adjustments', 'correction'],
    ...[
      'penalty seconds',
      'zeitstrafe',
      'zeitkorrektur',
      'strafe',
      'penalite',
      'penalita',
      'straf',
      'tijdstraf',
    ],
  ],
  notes: [
    ...['note', 'notes', 'info', 'comment', 'comments', 'remarks', 'remark', 'event info'],
    ...['event_remarks', 'hinweis', 'bemerkung', 'bemerkungen', 'kommentar', 'zusatz'],
    ...['remarque', 'remarques', 'observation', 'observations', 'opmerking', 'opmerkingen'],
  ],
  category: [
    ...['entry category', 'crew category', 'age category', 'masters category', 'age class'],
    ...['wertungsklasse', 'wertung', 'altersklasse', "categorie d'age", 'leeftijdscategorie'],
  ],
  allowance: [
    ...['handicap', 'allowance', 'time allowance', 'handicap time', 'handicap seconds'],
    ...['zeitgutschrift', 'gutschrift', 'zeitvorgabe', 'vorgabe', 'bonification', 'abbuono'],
  ],
  outOfCompetition: [
    ...['out of competition', 'outofcompetition', 'exhibition', 'exhib', 'exh', 'ooc', 'is_ooc'],
    ...['a.k', 'a. k', 'ak', 'ausser konkurrenz', 'außer konkurrenz', 'hors concours'],
    ...['hors course', 'buiten mededinging', 'fuori gara', 'time only'],
  ],
  // No heading of its own: a format may name one, and then only a word such as "Exhib" is read in it.
  age: [],
  plannedStart: [
    ...['planned start', 'planned start time', 'start planned', 'scheduled start'],
    ...['scheduled start time', 'geplanter start', 'geplante startzeit', 'startzeit soll'],
    ...['soll-start', 'depart prevu', 'heure de depart prevue', 'geplande start'],
    ...['geplande starttijd', 'partenza prevista'],
  ],
  startedAt: [
    ...['actual start', 'actual start time', 'start actual', 'started', 'started at'],
    ...['true start', 'real start', 'start clock', 'start time of day', 'gestartet'],
    ...['gestartet um', 'tatsachlicher start', 'tatsachliche startzeit', 'startzeit ist'],
    ...['ist-start', 'depart reel', 'heure de depart reelle', 'werkelijke start'],
    ...['werkelijke starttijd', 'partenza effettiva'],
  ],
  finishedAt: [
    ...['finished at', 'actual finish', 'finish clock', 'finish time of day', 'time of finish'],
    ...['zieldurchgang', 'ziel um', "heure d'arrivee", 'heure arrivee', 'aankomsttijd'],
    ...['ora arrivo'],
  ],
  raceType: ['racetype', 'race type'],
  combine: ['combine'],
  handicapType: ['handicaptype', 'handicap type'],
  handicapMultiplier: ['handicap multiplier', 'handicapmultiplier'],
  ignore: [
    ...['delta', 'margin', 'behind', 'gap', 'differenz', 'ruckstand', 'ecart', 'achterstand'],
    ...['points', 'points earned', 'eventpercent', 'regatta_code', 'round_type_code', 'flight'],
    ...['progression', 'age_group'],
  ],
};

/**
 * Words that can mean several things; the values, the other columns or a person decide (formats.md §4.5). The first meaning
 * is proposed.
 */
export const DOUBTFUL_HEADINGS: ReadonlyMap<string, readonly Field[]> = new Map([
  ...same(
    ['race', 'course', 'rennen', 'wettkampf', 'wedstrijd', 'gara', 'corsa'],
    ['number', 'title'],
  ),
  ...same(['event', 'veld'], ['number', 'title']),
  ...same(['lauf'], ['round', 'number']),
  ...same(['nr', 'no', 'n°', 'num'], ['number', 'lane', 'bib']),
  ...same(['bow', 'bow #', 'bow no', 'bownumber', 'bow number', 'boat number'], ['lane', 'bib']),
  ...same(['time', 'zeit', 'tijd'], ['start', 'time']),
  ...same(['position'], ['place', 'lane']),
  ...same(
    ['finish', 'ziel', 'zieleinlauf', 'arrivee', 'arrivo'],
    ['place', 'time', 'finishedAt', 'ignore'],
  ),
  ...same(['zielzeit', 'finish of day'], ['time', 'finishedAt', 'ignore']),
  ...same(['boat', 'boot'], ['boatClass', 'crew']),
  ...same(['category', 'categorie', 'kategorie', 'categoria'], ['boatClass', 'category']),
  ...same(['name', 'names', 'naam'], ['crew', 'ignore']),
]);

/** Headings of personal data, which is never read (tools.md, "Import"). */
export const PERSONAL_HEADINGS: readonly string[] = [
  ...[
    'stroke',
    'strokename',
    'stroke name',
    'cox',
    'coxswain',
    'first name',
    'firstname',
    'forename',
  ],
  ...['last name', 'lastname', 'surname', 'full name', 'athlete', 'athletes', 'athlete name'],
  ...['rower', 'rowers', 'paddler', 'paddlers', 'crew members', 'members', 'coach', 'contact'],
  ...['e-mail', 'email', 'mail', 'email address', 'phone', 'telephone', 'mobile', 'telefon'],
  ...[
    'birth',
    'birthday',
    'birthdate',
    'birth date',
    'date of birth',
    'dob',
    'year of birth',
    'yob',
  ],
  ...['age', 'avg age', 'avgage', 'average age', 'seat names', 'names of seats'],
  ...['vorname', 'nachname', 'familienname', 'jahrgang', 'geburtsdatum', 'geburtsjahr'],
  ...['steuermann', 'steuerfrau', 'steuermensch', 'obmann', 'obleute', 'ruderer', 'alter', 'handy'],
  ...['nom', 'prenom', 'barreur', 'date de naissance', 'rameur', 'rameurs', 'courriel', 'tel'],
  ...[
    'slag',
    'stuur',
    'naam roeier',
    'roeier',
    'roeiers',
    'voornaam',
    'cognome',
    'atleti',
    'timoniere',
    'allenatore',
    'achternaam',
    'geboortedatum',
  ],
];

function same(words: readonly string[], fields: readonly Field[]): [string, readonly Field[]][] {
  return words.map((word) => [word, fields]);
}
