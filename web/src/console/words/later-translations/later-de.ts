/**
 * The words of the parts of the race office that few people open, in German. `explain`, `faults` and `reasons` were written by
 * no native reader, and are not yet checked by one.
 */
import type { LaterConsoleTranslation } from '../parts.ts';

export const progression = {
  draws: 'Bahnverteilungen, die aus Ergebnissen folgen',
  noRules:
    'Noch kein Rennen bekommt seine Mannschaften aus anderen. Richten Sie unten eine ganze Runde ein, oder Bahn für Bahn.',
  nobody: 'niemand hat diesen Platz: die Bahn bleibt leer',
  waiting: 'noch nicht bekannt',
  undecided: 'nicht entschieden',
  undecidedAmong: (crews) => `nicht entschieden: ${crews}`,
  ready: 'Die Bahnen können verteilt werden.',
  agrees: 'Die Bahnen sind nach den Ergebnissen verteilt.',
  tieDrawn:
    'Die Ergebnisse entscheiden nicht, wer weiterkommt. Die Bahnen sind verteilt, an Mannschaften, die dafür infrage kommen.',
  drawn: 'Die Bahnen sind schon verteilt.',
  incomplete: (races) => `Wartet auf die Ergebnisse von Rennen ${races}.`,
  incompleteOfficial: (races) => `Wartet auf die offiziellen Ergebnisse von Rennen ${races}.`,
  neverRowed: (races) =>
    `Rennen ${races} ${races.includes(',') ? 'sind' : 'ist'} abgesagt, und es fehlen Ergebnisse: Verteilen Sie die Bahnen dieses Rennens von Hand, oder ändern Sie seine Regeln.`,
  unplaced: (races) =>
    `In Rennen ${races} sind Boote ohne Zeit oder Platz im Ziel: Tragen Sie nach, was fehlt, oder verteilen Sie die Bahnen dieses Rennens von Hand.`,
  nobodyGoesOn: 'Niemand hat einen dieser Plätze: Die Bahnen bleiben leer.',
  deadHeat: (crews, lanes) =>
    `Totes Rennen: ${crews}. Wer welche der Bahnen ${lanes} bekommt, folgt allein aus ihren Bahnen im vorigen Rennen; soll es anders sein, verteilen Sie die Bahnen von Hand.`,
  tie: 'Offen ist, wer weiterkommt: wegen eines toten Rennens, fehlender Zeiten oder weil eine Mannschaft auf zwei Bahnen käme. Das entscheidet nie die Software: Verteilen Sie die Bahnen dieses Rennens von Hand.',
  differs:
    'Die Bahnverteilung stimmt nicht mit den Ergebnissen und Regeln überein, wie sie jetzt sind.',
  differsLane: (lane, drawn, now) => `Bahn ${lane}: jetzt ${drawn}, nach den Ergebnissen ${now}.`,
  empty: 'niemand',
  apply: (race) => `Bahnen von Rennen ${race} verteilen`,
  applyAgain: (race) => `Bahnen von Rennen ${race} neu verteilen`,
  emptied: (race) => `Rennen ${race}: Jetzt ist niemand auf den Bahnen.`,
  applied: (race) => `Bahnen von Rennen ${race} verteilt.`,
  applyFirst: 'Bahnen des ersten bereiten Rennens verteilen',
  byHand: 'Von Hand verteilen',
  edit: (race) => `Regeln von Rennen ${race}`,
  lanesOf: 'Regeln Bahn für Bahn',
  chooseRace: 'Rennen, das Mannschaften aus anderen bekommt',
  choose: 'Rennen wählen',
  lane: (label) => `Bahn ${label}`,
  place: 'Platz',
  placeOf: (lane) => `${lane}: Platz`,
  category: 'Kategorie',
  categoryOf: (lane) => `${lane}: Kategorie`,
  races: 'Rennen',
  racesOf: (lane) => `${lane}: aus Rennen`,
  fastest: 'Zeitschnellster Nr.',
  fastestOf: (lane) => `${lane}: Zeitschnellster Nr.`,
  rulesHint:
    'Platz 1 aus Rennen 12, auch innerhalb einer Kategorie; oder ein Zeitschnellster: Platz 3 aus Rennen 12-14, Zeitschnellster Nr. 1. Leer: keine Regel. #101 ist das Rennen mit der Nummer 101 im Programm, wenn mehrere Rennen dieselbe gedruckte Nummer haben.',
  noRule: 'keine Regel',
  rulesChanged: 'Die Regeln sind noch nicht gespeichert',
  rulesSaved: (race) => `Regeln von Rennen ${race} gespeichert.`,
  addLane: 'Bahn hinzufügen',
  troubles: {
    place: 'Ein Platz ist eine Zahl ab 1',
    'no-races': 'Aus welchem Rennen?',
    unknown: 'Dieses Rennen gibt es nicht, oder mehrere haben diese gedruckte Nummer',
    fastest: 'Die Nummer des Zeitschnellsten ist eine Zahl ab 1',
    'fastest-missing': 'Mehrere Rennen: Welcher der Zeitschnellsten?',
    'fastest-of-one': 'Zeitschnellste gibt es nur aus mehreren Rennen',
    'too-many': 'So viele Rennen werden nicht verglichen',
    itself: 'Ein Rennen bekommt keine Mannschaften aus sich selbst',
    later: 'Jenes Rennen startet später',
  },
  round: 'Eine ganze Runde auf einmal',
  roundHint: 'Die Regeln aller ihrer Rennen, hier zu sehen, bevor sie gespeichert werden.',
  fromRound: 'Aus Runde',
  toRound: 'In Runde',
  byNumber: 'Rennen nach Nummern',
  chooseRound: 'Runde wählen',
  withoutRound: 'ohne Runde',
  classes: 'Wettbewerbe',
  noClass: 'Kein Wettbewerb hat beide Runden.',
  wayOf: (heats, targets) => `${heats} → ${targets}`,
  roundsSaved: (count) => `Regeln von ${count} Rennen gespeichert.`,
  heats: 'Vorläufe',
  heatsHint: 'Rennen, deren Mannschaften weiterkommen: 1-4 oder 1 2 3',
  targets: 'Weiter in',
  targetsHint: 'Das Finale oder die Halbfinale: 9 10',
  each: 'Aus jedem Vorlauf',
  firstPlace: 'Ab Platz',
  fastestMore: 'Dazu Zeitschnellste',
  lanes: 'Bahnen je Rennen',
  middle: 'Die Besten auf die mittleren Bahnen',
  preview: 'Vorschau',
  noPreview: 'Tragen Sie Vorläufe ein und wohin es weitergeht.',
  unknownRace: (label) => `Es gibt kein Rennen ${label}, oder mehrere haben diese gedruckte Nummer`,
  ofItself: (race) => `Rennen ${race} ist einer der Vorläufe`,
  startsLater: (heat, race) => `Rennen ${heat} startet nach Rennen ${race}`,
  left: (count) =>
    count === 1
      ? 'Für 1 Mannschaft ist keine Bahn da.'
      : `Für ${count} Mannschaften ist keine Bahn da.`,
  replaces: (race) => `Rennen ${race} hat schon Regeln; diese ersetzen sie.`,
  saveRound: 'Regeln dieser Runde speichern',
  roundSaved: (races) => `Regeln von Rennen ${races} gespeichert.`,
  saving: 'Einen Moment…',
  number: 'Eine Zahl',
} satisfies LaterConsoleTranslation['progression'];

export const racing = {
  head: 'Langstrecke',
  every: (seconds) => `Start alle ${seconds} s`,
  startedAt: (time) => `gestartet ${time}`,
  isClosed: 'geschlossen: keine weiteren Ergebnisse',
  clockOffset: (seconds) => `Zieluhr ${seconds} s`,

  startNow: 'Jetzt starten',
  startAt: 'Art und Start…',
  falseStart: 'Fehlstart…',
  close: 'Schließen: keine weiteren Ergebnisse',
  open: 'Wieder öffnen',
  started: (number) => `Rennen ${number} ist gestartet.`,
  notStarted: (number) => `Rennen ${number} ist nicht mehr gestartet.`,
  closed: (number) => `Rennen ${number} ist geschlossen.`,
  opened: (number) => `Rennen ${number} ist wieder offen.`,
  factsSaved: (number) => `Rennen ${number} gespeichert.`,
  falseStartTitle: (number) => `Fehlstart von Rennen ${number}?`,
  falseStartMore:
    'Der Start wird zurückgenommen. Zeiten, die von ihm an zählen, fallen weg, bis es wieder gestartet wird.',
  falseStartNow: 'Start zurücknehmen',
  factsTitle: (number) => `Art und Start von Rennen ${number}`,
  kind: 'Art des Rennens',
  kinds: {
    '': 'Wie der Startabstand es sagt',
    lanes: 'Alle starten zusammen',
    head: 'Langstrecke: eines nach dem anderen',
  },
  interval: 'Startabstand in Sekunden',
  intervalHint: 'Bei einer Langstrecke: 20 heißt alle 20 Sekunden ein Boot.',
  startTime: 'Gestartet um',
  startTimeHint: 'Eine Uhrzeit am Ort: 140322,4 ist 14:03:22,4. Leer: nicht gestartet.',
  offset: 'Zieluhr gegen Startuhr, in Sekunden',
  offsetHint: 'Kommt zu jedem Zieleinlauf dazu: -7,4, wenn die Zieluhr 7,4 s vorgeht.',
  save: 'Speichern',
  wrongInterval: 'Ganze Sekunden, 1 bis 3600',
  wrongOffset: 'Sekunden, höchstens 600',

  bow: 'Startnr.',
  crew: 'Mannschaft',
  result: 'Zeit',
  fields: {
    category: 'Kategorie',
    allowance: 'Zeitgutschrift',
    outOfCompetition: 'Außer Konkurrenz',
    plannedStart: 'Geplanter Start',
    start: 'Start',
    finish: 'Ziel',
    penalty: 'Zeitstrafe (s)',
  },
  short: { outOfCompetition: 'a. K.' },
  cellOf: (field, label) => `${field} von ${label}`,
  yes: 'ja',
  tableHint:
    'Uhrzeiten: 140322,4 ist 14:03:22,4. Ein s als Start: nicht gestartet; ein f oder d als Ziel: nicht im Ziel, ausgeschlossen. Zeitgutschrift: 1:30 oder 90.',
  changed: (count) => (count === 1 ? '1 Meldung geändert' : `${count} Meldungen geändert`),
  saved: (number) => `Meldungen von Rennen ${number} gespeichert.`,
  nothingToSave: 'Nichts zu speichern: Es steht schon so da.',
  paste: 'Aus einer Tabelle einfügen',
  noEntries: 'In diesem Rennen ist noch keine Mannschaft.',
  faults: {
    unfinished: 'Stunden, Minuten und Sekunden: 140322,4',
    'no-mark': 'Vor die Bruchteile gehört ein Komma: 140322,4',
    fraction: 'Höchstens Tausendstel',
    'no-such-time': 'Diese Uhrzeit gibt es nicht',
    'left-out': 'Da wird die Uhr vorgestellt: diese Uhrzeit gibt es nicht',
    form: 'Keine Uhrzeit: 140322,4 ist 14:03:22,4',
    allowance: 'Keine Zeitgutschrift: 1:30, 90 oder -0:12,5',
    'allowance-too-long': 'Höchstens eine Stunde',
    penalty: 'Sekunden, etwa 10, höchstens eine Stunde',
    'too-long': 'Höchstens 60 Zeichen',
    'yes-or-no': 'Ja oder nein',
    'before-start': 'Das Ziel liegt vor dem Start',
  },
  pasteFaults: {
    'no-bow': 'Ohne Startnummer und Mannschaft',
    'unknown-bow': 'Dieses Boot ist nicht in diesem Rennen',
    'other-crew': 'Eine andere Mannschaft hat diese Startnummer',
    twice: 'Dasselbe Boot mehr als einmal',
    formula: 'Eine Formel der Tabelle statt ihres Werts',
  },
  anyStart: 'Start, geplant oder tatsächlich',
  plannedColumn: 'Der Start gilt als geplant: daneben stehen keine Ergebnisse.',
  startOfRace: 'Alle starten zusammen: es wird der Start des Rennens.',

  startList: 'Startliste',
  finishList: 'Zielliste',
  startHint: 'Enter bei jedem Start: allein für die nächste Startnummer, sonst mit ihrer Nummer.',
  finishHint:
    'Startnummer und Enter bei jedem Zieleinlauf. Enter allein hält die Zeit fest; das Boot wird später benannt.',
  stampStart: 'Startet jetzt',
  stampFinish: 'Ist jetzt im Ziel',
  nextBow: (bow, crew) => `Als Nächstes: ${bow} ${crew}`,
  allStarted: 'Alle sind gestartet.',
  toStart: 'Noch am Start',
  onCourse: 'Auf der Strecke',
  tap: (bow, crew) => `Jetzt: ${bow} ${crew}`,
  listOf: (count) => (count === 1 ? '1 Boot' : `${count} Boote`),
  here: (count) =>
    count === 1
      ? '1 Zeile steht nur auf diesem Gerät'
      : `${count} Zeilen stehen nur auf diesem Gerät`,
  unnamed: 'Welches Boot? Nummer und Enter.',
  unknown: (bow) =>
    `${bow} gibt es in diesem Rennen nicht. Die Zeile bleibt hier, bis das Boot benannt ist.`,
  twice: (bow, time) => `${bow} hat schon eine Zeit: ${time}. Die Zeile bleibt hier.`,
  takeThis: 'Diese Zeit nehmen',
  waiting: 'wartet auf eine Verbindung',
  waitingForSignIn: 'wartet, bis Sie sich anmelden',
  sending: 'wird gespeichert',
  pressEnter: 'Enter benennt es',
  refused: (why) => `Nicht gespeichert: ${why} Enter sendet es noch einmal.`,
  refusedChanged: 'jemand anders hat dieses Boot inzwischen geändert.',
  rename: 'Anderes Boot',
  renameOf: (bow) => `Anderes Boot als ${bow}`,
  remove: 'Entfernen',
  removeOf: (time) => `${time} entfernen`,
  removed: (time) => `${time} entfernt.`,
  putBack: 'Zurückholen',
  storedStart: (bow, time) => `${bow} gestartet ${time}.`,
  storedFinish: (bow, time) => `${bow} im Ziel ${time}.`,
  storedMany: (count) => `${count} Zeiten gespeichert.`,
  bowOfLine: (time) => `Boot von ${time}`,
  pasteTimes: 'Zeiten einfügen',
  pasteTimesHint: 'Eine je Zeile, etwa 14:03:22,4; daneben kann die Startnummer stehen.',
  addTimes: (count) => (count === 1 ? '1 Zeit übernehmen' : `${count} Zeiten übernehmen`),
  wrongTimes: (lines) => `Keine Uhrzeit: ${lines}`,
  clockRight: 'Die Zeiten sind die der Uhr dieses Geräts; sie stimmt mit der des Dienstes überein.',
  clockOff: (seconds) =>
    `Die Uhr dieses Geräts weicht um ${seconds} s von der des Dienstes ab: Zeiten werden hier um so viel berichtigt.`,
  clockUnknown:
    'Die Zeiten sind die der Uhr dieses Geräts; sie ist noch nicht mit der des Dienstes verglichen.',
} satisfies LaterConsoleTranslation['racing'];

export const patterns = {
  title: 'Von den Vorläufen bis zu den Finalen',
  open: 'Nach einem Muster…',
  back: 'Zurück zum Weiterkommen',
  hint: 'Ein Muster legt die Rennen von Hoffnungslauf, Halbfinalen und Finalen an und trägt ihre Regeln ein. Sie sehen alles hier, bevor es gespeichert wird.',
  round: 'Runde der Vorläufe',
  byNumber: 'Rennen nach Nummern',
  withoutRound: 'ohne Runde',
  heats: 'Vorläufe eines Wettbewerbs',
  heatsHint: '1-4; von mehreren Wettbewerben mit Strichpunkt dazwischen: 1-2; 3-4',
  unknownRace: (label) => `Es gibt kein Rennen ${label}, oder mehrere haben diese gedruckte Nummer`,
  classes: 'Wettbewerbe',
  ofHeats: (races, crews) => `${races} · ${crews === 1 ? '1 Mannschaft' : `${crews} Mannschaften`}`,
  unlike:
    'Wettbewerbe mit einer anderen Zahl von Vorläufen brauchen ein anderes Muster: Lassen Sie sie weg.',
  pattern: 'Muster',
  choosePattern: 'Muster wählen',
  noPattern: (heats) =>
    heats === 1
      ? 'Für 1 Vorlauf gibt es kein Muster.'
      : `Für ${heats} Vorläufe gibt es kein Muster.`,
  otherCrews: 'Für eine andere Zahl von Mannschaften',
  name: (rounds, lanes, from, to) => `${rounds} · ${lanes} Bahnen · ${from}–${to} Mannschaften`,
  repechages: (count) => (count === 1 ? '1 Hoffnungslauf' : `${count} Hoffnungsläufe`),
  semifinals: 'Halbfinale',
  finals: (first, last) => (first === last ? `Finale ${first}` : `Finale ${first}–${last}`),
  eliminated: (count) =>
    count === 0
      ? 'Jede Mannschaft fährt ein Finale.'
      : count === 1
        ? 'Höchstens 1 Mannschaft fährt kein Finale.'
        : `Höchstens ${count} Mannschaften fahren kein Finale.`,
  source: (name, paragraph) => `Quelle: ${name}, ${paragraph}`,
  noSource: 'Quelle: was Regatten tun.',
  stages: {
    H: 'Vorläufe',
    R: 'Hoffnungslauf',
    S: 'Halbfinale',
    T: 'Halbfinale C/D',
    F: 'Finale',
  },
  of: { H: 'Vorlauf', R: 'Hoffnungslauf', S: 'Halbfinale', T: 'Halbfinale C/D' },
  roundNames: {
    R: (number) => `Hoffnungslauf${number}`,
    S: (number) => `Halbfinale${number}`,
    SofMore: (number) => `Halbfinale A/B${number}`,
    T: (number) => `Halbfinale C/D${number}`,
    F: (letter) => `Finale ${letter}`,
  },
  way: (places, round) => `${places} aus jedem ${round}`,
  wayFastest: (ranks, place, round) => `Zeitschnellste ${ranks} der ${place} aus jedem ${round}`,
  placeIn: (place, race) => `${place} aus ${race}`,
  fastestIn: (rank, place, races) => `Zeitschnellster Nr. ${rank} der ${place} aus ${races}`,
  crews: (count) => (count === 1 ? '1 Mannschaft' : `${count} Mannschaften`),
  race: 'Rennen',
  newRace: 'Neues Rennen',
  number: 'Nummer',
  at: 'Start',
  lanes: 'Bahnen',
  lane: (label) => `Bahn ${label}`,
  troubles: {
    number: 'Eine Zahl ab 1',
    taken: 'Ein anderes Rennen hat diese Nummer',
    twice: 'Dieses Rennen ist zweimal gewählt',
    time: 'Ein Tag und eine Zeit der Regatta',
    early: 'Startet vor einem Rennen, aus dem seine Mannschaften kommen',
  },
  problems: {
    crews: (crews, from, to) =>
      `Es sind ${crews} Mannschaften; das Muster ist für ${from} bis ${to}.`,
    lanes: (race, crews, lanes) =>
      `Rennen ${race} hat ${crews} Mannschaften; das Muster ist für ${lanes} Bahnen.`,
    replaces: (race) => `Rennen ${race} hat schon Regeln: Sie werden ersetzt.`,
    drawn: (race) => `In Rennen ${race} sind schon Bahnen verteilt: Das bleibt so.`,
    taken: (race, heat) =>
      `Auch Rennen ${race} bekommt Mannschaften aus Rennen ${heat}: Eine Mannschaft kann in beide kommen.`,
  },
  preview: 'Vorschau',
  noPreview: 'Wählen Sie die Vorläufe und ein Muster.',
  save: (races) => (races === 1 ? '1 Rennen einrichten' : `${races} Rennen einrichten`),
  saved: (races) =>
    races === 1
      ? '1 Rennen nach dem Muster eingerichtet.'
      : `${races} Rennen nach dem Muster eingerichtet.`,
  saving: 'Einen Moment…',
} satisfies LaterConsoleTranslation['patterns'];

export const heats = {
  title: 'Läufe einteilen',
  open: 'Läufe einteilen…',
  intro:
    'Die Software verteilt Mannschaften auf die Bahnen eines oder mehrerer Rennen. Sie sehen die Bahnverteilung, bevor sie gilt, und können sie danach von Hand ändern.',
  back: 'Zurück zum Weiterkommen',
  round: 'Klasse und Runde',
  chooseRound: 'Wählen, oder die Rennen eintippen',
  races: 'Rennen',
  racesHint:
    'In dieser Reihenfolge kommen die Mannschaften hinein: 12-14, oder 12 13 14. #101 ist das Rennen mit der Nummer 101 im Programm, wenn mehrere Rennen dieselbe gedruckte Nummer haben',
  crews: (count, all) => `Mannschaften: ${count} von ${all}`,
  crewsHint: 'Zunächst die, die schon in den Rennen stehen.',
  find: 'Mannschaften oder Vereine suchen',
  noneFound: 'Keine Mannschaft heißt so.',
  tickShown: (count) => `Diese ${count} ankreuzen`,
  untickShown: (count) => `Diese ${count} nicht ankreuzen`,
  withdrawn: 'abgemeldet',
  inRaces: (races) => `Rennen ${races}`,
  method: 'Wie',
  methods: { random: 'Zufällig', seeded: 'Nach einer Rangliste' },
  ranking: 'Rangliste, beste Mannschaft zuerst',
  rankingHint: 'Ein Name je Zeile, auch eingefügt. Wer nicht darin steht, folgt zufällig.',
  clubsApart: 'Mannschaften eines Vereins in verschiedene Läufe, so weit es geht',
  lanes: 'Bahnen',
  laneOrders: {
    'middle-out': 'Von der Mitte nach außen',
    'in-order': 'Der Reihe nach',
    list: 'Diese, in dieser Folge',
  },
  positions: 'Bahnen, für die erste Mannschaft zuerst',
  positionsHint: 'Von 1 an gezählt: 4 5 3 6 2 7',
  seed: 'Startwert',
  seedHint:
    '32 Ziffern aus 0-9 und a-f. Aus ihm folgt die Bahnverteilung, sodass jeder sie nachprüfen kann. Leer: die Software bildet einen.',
  propose: 'Bahnverteilung vorschlagen',
  again: 'Neu verteilen',
  preview: 'Die Bahnverteilung',
  noPreview:
    'Nennen Sie Rennen, kreuzen Sie Mannschaften an, und lassen Sie eine Bahnverteilung vorschlagen.',
  asking: 'Einen Moment…',
  lane: (label) => `Bahn ${label}`,
  post: (count) =>
    count === 1
      ? 'Diese Bahnverteilung übernehmen'
      : `Bahnverteilung von ${count} Rennen übernehmen`,
  posted: (races) => `Bahnen verteilt: Rennen ${races}.`,
  byHand: (race) => `Rennen ${race} von Hand`,
  said: 'Verteilt alle Bahnen dieser Rennen neu',
  troubles: {
    unknown: (text) => `Es gibt kein Rennen ${text}, oder mehrere haben diese gedruckte Nummer`,
    'unknown-crew': (text) => `Keine Mannschaft heißt ${text}`,
    'not-chosen': (text) => `${text} ist nicht angekreuzt`,
    twice: (text) => `${text} steht zweimal da`,
    positions: () => 'Zahlen ab 1, keine zweimal',
    seed: () => '32 Ziffern aus 0-9 und a-f',
  },
  refused: {
    race: (race) =>
      `Rennen ${race} ist gestartet oder hat Ergebnisse: Seine Bahnen verteilt nur noch jemand von Hand.`,
    crew: (crew) =>
      `${crew} ist abgemeldet: Nehmen Sie das Kreuz weg, oder machen Sie die Abmeldung erst rückgängig.`,
    lanes: 'Das sind weniger Bahnen, als ein Rennen Mannschaften bekommt.',
  },
  remarks: {
    club: (race, club, crews) =>
      `Rennen ${race} hat Mannschaften eines Vereins (${club}): ${crews}.`,
    rules: (race, lanes) =>
      `Rennen ${race}: Die Regeln der Bahnen ${lanes} bleiben, wer immer dorthin kommt.`,
    'more-lanes': (race, lanes) => `Rennen ${race} hat zu wenige Bahnen: ${lanes} kommen hinzu.`,
    'left-out': (race, crews) =>
      `Rennen ${race} verliert Mannschaften, die jetzt nicht dabei sind: ${crews}.`,
    'no-crews': (race) =>
      `Rennen ${race} bekommt keine Mannschaft: Es sind mehr Rennen als Mannschaften.`,
    cancelled: (race) => `Rennen ${race} ist abgesagt.`,
  },
} satisfies LaterConsoleTranslation['heats'];

export const webhooks = {
  hint: 'Ein eigenes Programm erfährt, wenn sich die öffentliche Seite ändert. Was es bekommt, ist mit einem Geheimnis signiert, das einmal gezeigt wird.',
  none: 'Noch keine Webhooks.',
  add: 'Webhook einrichten',
  label: 'Name',
  url: 'Adresse',
  urlHint: 'Beginnt mit https:// und ist aus dem Internet erreichbar.',
  wrongUrl:
    'Eine Adresse mit https://, die aus dem Internet erreichbar ist, ohne Benutzernamen und ohne #.',
  kinds: 'Meldet',
  kindOf: {
    'results.changed': 'Ergebnisse',
    'schedule.changed': 'Programm, Bahnverteilung, Mannschaften',
    'delay.changed': 'Verspätungen',
    'race.state': 'Rennen gestartet, abgeschlossen, abgesagt, vertagt',
    'notice.posted': 'Mitteilungen',
    'schedule.published': 'veröffentlicht',
    'schedule.unpublished': 'zurückgezogen',
  },
  needsKind: 'Wählen Sie mindestens eines.',
  made: 'Kopieren Sie das Geheimnis jetzt: Es wird nicht noch einmal gezeigt.',
  secret: 'Geheimnis',
  kept: 'Ich habe es',
  isOff: 'abgeschaltet',
  failingSince: (when) => `nimmt seit ${when} nichts an`,
  lastStatus: (status) => `letzte Antwort ${status}`,
  notYet: 'noch nichts gesandt',
  edit: 'Ändern',
  test: 'Testen',
  tested: (label) => `Ein Test ist unterwegs an ${label}.`,
  switchOn: 'Einschalten',
  switchOff: 'Abschalten',
  deliveries: 'Sendungen',
  hide: 'Sendungen ausblenden',
  reload: 'Neu laden',
  noDeliveries: 'Noch nichts gesandt.',
  attempts: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  waiting: (when) => `nächster Versuch ${when}`,
  reasons: {
    'address-not-allowed': 'die Adresse ist nicht mehr erlaubt',
    certificate: 'das Zertifikat ist nicht gültig',
    closed: 'die Verbindung endete ohne Antwort',
    gone: 'will nichts mehr bekommen',
    'name-not-public': 'der Name führt in ein Netz, das nicht öffentlich ist',
    'name-servers': 'die Nameserver sind von hier nicht erreichbar',
    redirect: 'leitet weiter, statt selbst anzunehmen',
    refused: 'nicht angenommen',
    'switched-off': 'inzwischen abgeschaltet',
    'timed-out': 'keine rechtzeitige Antwort',
    'unknown-name': 'unter dem Namen ist nichts zu finden',
    unreachable: 'nicht erreichbar',
  },
  millis: (millis) => `${millis} ms`,
  again: 'Noch einmal senden',
  isSentAgain: 'Es wird noch einmal gesandt.',
  removeTitle: (label) => `${label} entfernen?`,
  removeHint: 'Es wird nichts mehr dorthin gesandt. Das Geheimnis ist damit verloren.',
  removed: (label) => `${label} ist entfernt.`,
  tooMany: 'Eine Regatta hat höchstens 10 Webhooks: Entfernen Sie einen, der nicht gebraucht wird.',
  isSwitchedOff: 'Er ist abgeschaltet: Schalten Sie ihn erst ein.',
} satisfies LaterConsoleTranslation['webhooks'];

export const imports = {
  title: 'Importieren',
  intro:
    'Gespeichert wird erst nach einer Vorschau jedes Rennens, jeder Mannschaft, jeder Bahn und jedes Ergebnisses. Alles zusammen lässt sich rückgängig machen.',
  files: 'Dateien',
  choose: 'Dateien wählen',
  orDrop: 'oder hier ablegen',
  formats:
    'Excel (.xlsx), CSV, FinishLynx (.lif; .evt, .sch und .ppl zusammen), CrewTimer, RegattaCentral, Time-Team, DRV, RaceClocker, Webscorer, eine Regattadatei. Jede höchstens 5 MiB.',
  chosen: 'Gewählte Dateien',
  size: (bytes) =>
    bytes < 1024 * 1024
      ? `${Math.ceil(bytes / 1024)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')} MiB`,
  remove: 'Entfernen',
  paste: 'Aus einer Tabelle einfügen',
  pasted: 'Kopierte Zellen',
  pasteHint: 'Kopieren Sie die Zellen mit ihren Überschriften und fügen Sie sie hier ein.',
  look: 'Vorschau zeigen',
  reading: 'Die Dateien werden gelesen…',
  unreadable:
    'Eine Datei war nicht lesbar: Sie wurde verschoben, oder eine andere Software hält sie fest. Wählen Sie sie noch einmal.',
  tooLarge:
    'Das ist mehr, als auf einmal gesendet werden kann: Importieren Sie die Dateien in Teilen.',
  tooMuch: (why) =>
    why.reason === 'file'
      ? `„${why.name}“ hat mehr als 5 MiB. Eine so große Tabelle enthält mehr als Ergebnisse: Speichern Sie das Nötige als CSV.`
      : why.reason === 'empty'
        ? `„${why.name}“ ist leer oder ein Ordner: Wählen Sie die Dateien darin.`
        : why.reason === 'count'
          ? 'Höchstens 500 Dateien auf einmal: Importieren Sie sie in Teilen.'
          : 'Höchstens 10 MiB auf einmal: Importieren Sie die Dateien in Teilen.',
  questions: 'Was die Dateien nicht sagen',
  questionsHint:
    'Die wahrscheinlichen Antworten stehen schon da. Für die nächste Datei dieser Art werden sie gemerkt.',
  wrongAlready: (count) =>
    count === 1
      ? 'So, wie es ist, ist eine Zeile falsch:'
      : `So, wie es ist, sind ${count} Zeilen falsch:`,
  inEnglish: 'Was an den Dateien auffällt, sagt der Dienst auf Englisch.',
  faults: {
    damaged:
      'Die Datei ist beschädigt oder nicht vollständig. Laden oder speichern Sie sie noch einmal.',
    empty: 'Die Datei ist leer.',
    'no-headings':
      'In den ersten 30 Zeilen stehen keine Überschriften. Benennen Sie die Spalten in der ersten Zeile, etwa Rennen, Zeit, Bahn, Mannschaft.',
    'old-excel':
      'Eine alte Excel-Datei (.xls) oder eine Arbeitsmappe mit Passwort. Speichern Sie sie als .xlsx ohne Passwort oder als CSV.',
    pdf: 'Ein PDF enthält keine Tabelle, die sich lesen lässt. Importieren Sie die Tabelle, aus der es gemacht ist.',
    'too-large':
      'Zu groß: mehr als 5 MiB, oder zu viele Zeilen oder Spalten. Teilen Sie die Datei, oder speichern Sie die Tabelle allein, mit einer Zeile je Boot.',
    'too-slow':
      'Das Lesen dauert zu lange oder braucht zu viel Speicher. Speichern Sie die Tabelle allein in einer neuen Datei, als CSV.',
    'unknown-format':
      'Weder eine Tabelle noch eine Datei von Software, die sich lesen lässt. Exportieren Sie eine Tabelle, als .xlsx oder CSV.',
  },
  openQuote: (row) =>
    `Das Anführungszeichen, das in Zeile ${row} beginnt, wird nicht geschlossen. Schließen Sie es, oder speichern Sie die Tabelle neu aus ihrer Software.`,
  answerAll: 'Etwas ist noch nicht beantwortet.',
  answered: (count) => `${count} ${count === 1 ? 'Antwort' : 'Antworten'}: ansehen oder ändern`,
  leaveOut: 'Auslassen',
  choosing: 'Bitte wählen',
  question: {
    zone: 'Zeitzone der Regatta',
    dates: 'Zu welchem Regattatag gehört jedes Datum, jeder Tag?',
    times: 'Wann starten Rennen ohne Zeit?',
    dateOrder: 'Steht der Tag oder der Monat vorn?',
    columns: 'Was enthält jede Spalte?',
    sheet: 'Welches Blatt ist es?',
    colonTime: 'Wie ist eine Zeit wie 6:08:30 zu lesen?',
    penalty: 'Ist die Zeitstrafe schon in den Zeiten?',
    exhibition: 'Wie werden Mannschaften außer Konkurrenz übernommen?',
    emptyPlace: 'Was gilt für Boote ohne Zeit?',
    scratch: 'Was gilt für durchgestrichene Mannschaften?',
    falseStart: 'Was gilt für Mannschaften mit Fehlstart?',
    advanced: 'Was gilt für Mannschaften, die ohne Zeit weiterkommen?',
    sameName: 'Mannschaften mit demselben Namen',
    raceNumbers: 'Rennnummern, die keine Zahlen sind',
    emptyLanes: 'Bleiben leere Bahnen?',
    overwriteResults: 'Ergebnisse überschreiben, die schon da sind?',
    placesConflict: 'Plätze und Zeiten widersprechen sich: Was gilt?',
    status: 'Was bedeuten diese Wörter?',
    race: 'Welches Rennen ist es?',
    rounds: 'Welche Runde ist es?',
    otherRegatta: 'Diese Dateien haben mit dieser Regatta nichts gemeinsam. Trotzdem importieren?',
    format: 'Welche Software hat die Datei geschrieben?',
    encoding: 'Welche Zeichenkodierung hat der Text?',
    badTimes: 'Wie werden Zeiten übernommen, die nicht lesbar oder unwahrscheinlich sind?',
    twelveHour: 'Ist eine Zeit ohne am oder pm vormittags oder nachmittags?',
    decimalComma: 'Gehört ein Komma zur Zeit, wie in 6:05,3?',
    names: 'Stehen hinter den Namen der Mannschaften Personen?',
    unknownLanes: 'Wie werden Boote übernommen, die nicht in der Bahnverteilung stehen?',
  },
  explain: {
    zone: () =>
      'Die Regatta hat keine Zeitzone. Die Dateien nennen Ortszeiten: Wo ist das, etwa Europe/Berlin?',
    dates: (about, days) =>
      `In den Dateien stehen Tage, an denen die Regatta (${days}) nicht ist: ${about}.`,
    'dates.each': (_, days) =>
      `In den Dateien stehen Tage, an denen die Regatta (${days}) nicht ist. Das Datum selbst lässt es, wie es ist.`,
    'dates.named': (_, days) =>
      `Die Dateien sagen das Datum nicht, und die Regatta hat mehrere Tage (${days}).`,
    times: () =>
      'Neue Rennen haben in den Dateien keine Startzeit. Sie starten in der Reihenfolge der Dateien.',
    'times.founding': () =>
      'Die Regatta hat noch keine Rennen: Die der Dateien werden ihre, und sie haben dort keine Startzeit. Sie starten in der Reihenfolge der Dateien.',
    dateOrder: (about) => `Ein Datum wie ${about} lässt sich auf zwei Arten lesen.`,
    columns: () => 'Die Überschriften allein sagen nicht, was in diesen Spalten steht.',
    sheet: () => 'Die Arbeitsmappe hat mehrere Blätter. Eines davon wird gelesen.',
    colonTime: () => 'Manche Ergebnisse haben zwei Doppelpunkte.',
    'colonTime.timeOfDay': () =>
      'Manche Ergebnisse haben zwei Doppelpunkte und sind später als die Starts daneben.',
    penalty: () => 'Manche Boote haben eine Zeitstrafe und nur eine Zeit.',
    emptyPlace: () =>
      'Manche Boote haben keine Zeit, in Rennen mit Ergebnissen. Außer bei „(noch) kein Ergebnis“ gilt die Antwort für Boote ohne Platz: Nach einem mit Platz wird für sich gefragt. Soll ein Rennen allein nach Plätzen gewertet werden, stellen Sie das zuerst im Regattabüro ein.',
    scratch: () => 'Manche Mannschaften sind in der Tabelle durchgestrichen.',
    falseStart: () => 'Bei manchen Booten steht in den Dateien ein Fehlstart.',
    advanced: () => 'Bei manchen Booten steht in den Dateien, dass sie ohne Rennen weiterkommen.',
    sameName: (about) =>
      `Mehrere Zeilen haben denselben Namen: ${about}. Mehrere Mannschaften heißen A, B, … in der Reihenfolge der Datei.`,
    raceNumbers: (about) =>
      `Rennnummern wie ${about} enthalten Buchstaben oder stehen für mehrere Rennen.`,
    emptyLanes: () => 'Manche Bahnen in den Dateien haben keine Mannschaft.',
    overwriteResults: () =>
      'Die Regatta hat andere Ergebnisse als die Dateien. Bei „nein“ bleiben sie, und die der Dateien werden ausgelassen.',
    placesConflict: () =>
      'Die Antwort gilt für alle solchen Rennen. Nach den Plätzen allein haben sie keine Zeiten.',
    status: () =>
      'Diese Wörter stehen, wo ein Ergebnis steht. Eines, das sagt, dass das Rennen abgesagt ist, ist kein Ergebnis: Es kommt in die Bemerkungen des Rennens.',
    race: () =>
      'Die Dateien haben Ergebnisse von Rennen, die es in der Regatta nicht oder mehrmals gibt.',
    rounds: () =>
      'Diese Rennen gibt es in der Regatta in mehreren Runden, und die Dateien sagen nicht, welche es ist.',
    otherRegatta: () =>
      'Vielleicht sind sie von einer anderen. Bei „nein“ bleibt die Regatta, wie sie ist.',
    format: () =>
      'Die Datei hat keine Überschriften: Sie ist ein Ergebnis von FinishLynx oder eine Tabelle.',
    encoding: () => 'Manche Buchstaben der Datei sind nicht lesbar.',
    badTimes: () =>
      'Tippen Sie zu jeder Zelle die Zeit ein, die gemeint ist. Bleibt das Feld leer, hat das Boot kein Ergebnis.',
    twelveHour: (about) =>
      `Zeiten wie ${about} stehen hinter späteren. Es geht um die, die vor dem ersten Rennen ihres Tages liegen.`,
    decimalComma: () =>
      'Manche Zeilen haben mehr Zellen, als es Überschriften gibt, oder hinter einer Zeit eine Zahl. Bei „ja“ sind zwei solche Zellen eine Zeit.',
    names: () =>
      'Hinter manchen Namen scheint eine Person zu stehen, in Klammern oder nach einem Strich.',
    unknownLanes: () => 'Die Bahnverteilung hat keine Bahn für sie.',
  },
  timesDay: 'Die Regatta hat mehrere Tage: Nennen Sie auch den Tag des ersten Rennens.',
  named: (names, more) =>
    names.map((name) => `„${name}“`).join(', ') + (more > 0 ? ` und ${more} weitere` : ''),
  unusable: (answer) => `„${answer}“ lässt sich nicht verwenden.`,
  unsettled: 'Die bisherige Antwort lässt sich so nicht verwenden.',
  parts: {
    first: 'Erstes Rennen um',
    everyMinutes: 'Minuten zwischen den Rennen',
    'no place': 'Weder Platz noch Zeit',
    '': 'Zeilen ohne Tag',
  },
  /** `question.option`, or an option that means the same in all questions. */
  options: {
    dns: 'nicht gestartet',
    dnf: 'nicht im Ziel',
    dsq: 'disqualifiziert',
    none: '(noch) kein Ergebnis',
    scratch: 'abgemeldet',
    exhibition: 'außer Konkurrenz',
    'dates.weekday': 'nach dem Wochentag auf die Regattatage legen',
    'dates.order': 'der Reihe nach auf die Regattatage legen',
    'dates.as-printed': 'so lassen, wie sie sind',
    dmy: 'Tag zuerst: 13.06.',
    mdy: 'Monat zuerst: 06/13',
    hundredths: 'Minuten, Sekunden, Hundertstel',
    hours: 'Stunden, Minuten, Sekunden',
    'colonTime.timeOfDay': 'eine Uhrzeit: der Start wird abgezogen',
    'unknownLanes.add': 'je eine Bahn ohne Mannschaft',
    'unknownLanes.skip': 'ihre Ergebnisse weglassen',
    'unknownLanes.refuse': 'alle Ergebnisse ihrer Rennen weglassen',
    'names.strip': 'ja, weglassen',
    'names.keep': 'nein, die Namen bleiben, wie sie sind',
    'scratch.withdrawn': 'sie sind abgemeldet',
    'scratch.racing': 'sie starten',
    inside: 'sie ist schon in den Zeiten',
    apart: 'sie kommt zu den Zeiten hinzu',
    'sameName.true': 'mehrere Mannschaften',
    'sameName.false': 'eine Mannschaft',
    'raceNumbers.true': 'die nächsten freien Nummern; die eigenen werden gedruckt',
    'raceNumbers.false': 'nein, sie werden in der Datei geändert',
    'emptyLanes.keep': 'ja, sie bleiben',
    'emptyLanes.drop': 'nein, auslassen',
    'placesConflict.times': 'die Zeiten',
    'placesConflict.places': 'die Plätze, ohne Zeiten',
    'otherRegatta.import': 'ja, importieren',
    'otherRegatta.stop': 'nein, sie sind von einer anderen Regatta',
    afternoon: 'nachmittags',
    'as-written': 'wie geschrieben, vormittags',
    finishlynx: 'FinishLynx',
    csv: 'eine Tabelle',
    'columns.number': 'Rennnummer',
    'columns.title': 'Titel',
    'columns.start': 'Startzeit',
    'columns.date': 'Tag',
    'columns.boatClass': 'Bootsklasse',
    'columns.round': 'Runde',
    'columns.distance': 'Strecke',
    'columns.sequence': 'Reihenfolge der Rennen',
    'columns.lane': 'Bahn',
    'columns.bib': 'Startnummer',
    'columns.crew': 'Mannschaft',
    'columns.crewSuffix': 'Buchstabe der Mannschaft',
    'columns.crewId': 'Kennung der Mannschaft',
    'columns.club': 'Verein',
    'columns.clubCode': 'Kürzel des Vereins',
    'columns.time': 'Ergebnis: Zeit',
    'columns.rawTime': 'Ergebnis: Zeit ohne Zeitstrafe',
    'columns.adjustedTime': 'Ergebnis: Zeit mit Zeitstrafe',
    'columns.place': 'Platz',
    'columns.status': 'Status',
    'columns.penalty': 'Zeitstrafe',
    'columns.notes': 'Bemerkungen',
    'columns.category': 'Kategorie der Meldung',
    'columns.allowance': 'Zeitgutschrift, die von der Zeit abgezogen wird',
    'columns.outOfCompetition': 'außer Konkurrenz',
    'columns.age': 'Alter, von dem nur „Exhib“ gelesen wird',
    'columns.plannedStart': 'geplanter Start des Boots',
    'columns.startedAt': 'Uhrzeit des Starts',
    'columns.finishedAt': 'Uhrzeit am Ziel',
    'columns.combine': 'Rennen, mit dem es gemeinsam startet',
    'columns.handicapType': 'Art der Zeitgutschrift',
    'columns.handicapMultiplier': 'Faktor der Zeitgutschrift',
    'columns.raceType': 'Art des Rennens',
    'columns.ignore': 'auslassen',
  },
  preview: 'Vorschau',
  changedMeanwhile:
    'Jemand hat die Regatta inzwischen geändert. Nichts wurde gespeichert; dies ist die neue Vorschau.',
  firstRace: 'Erstes Rennen',
  lastRace: 'Letztes Rennen',
  notes: (count) => `${count} ${count === 1 ? 'Anmerkung' : 'Anmerkungen'}`,
  place: (file, row) =>
    [file, row === null ? undefined : `Zeile ${row}`].filter(Boolean).join(', '),
  show: 'Zeigen',
  all: 'Alle',
  outcome: 'Danach',
  thing: 'Was',
  what: 'Was darin steht',
  states: {
    new: 'Neu',
    changed: 'Geändert',
    same: 'Gleich',
    skipped: 'Ausgelassen',
    wrong: 'Falsch',
  },
  resultOf: (lane) => `${lane}, Ergebnis`,
  value: (property, value) => `${property}: ${value}`,
  change: (property, before, after) => `${property}: ${before} → ${after}`,
  shownOf: (shown, all) => `Die ersten ${shown} von ${all} Zeilen.`,
  write: 'Importieren',
  leave: 'Nicht importieren',
  mendFirst:
    'Berichtigen Sie zuerst die falschen Zeilen in der Datei und wählen Sie sie noch einmal.',
  nothing: 'Alles ist schon da: Es gibt nichts zu importieren.',
  written: (fresh, changed) => `Importiert: ${fresh} neu, ${changed} geändert.`,
  takenBack: 'Der Import ist rückgängig gemacht.',
  toHistory: 'Verlauf',
  toProgramme: 'Zum Programm',
  again: 'Weiteres importieren',
} satisfies LaterConsoleTranslation['imports'];
