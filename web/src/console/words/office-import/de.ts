/** Die Wörter des Imports auf Deutsch. */
import type { ImportWords } from './en.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const de: ImportWords = {
  title: 'Importieren',
  intro:
    'Nichts wird geschrieben, bevor Sie gesehen haben, was aus jedem Rennen, jeder Mannschaft, jeder Bahn und jedem Ergebnis wird. Alles zusammen lässt sich rückgängig machen.',
  files: 'Dateien',
  choose: 'Dateien wählen',
  orDrop: 'oder hier ablegen',
  formats:
    'Excel (.xlsx), CSV, FinishLynx (.lif; .evt, .sch und .ppl zusammen), CrewTimer, RegattaCentral, Time-Team, DRV, RaceClocker, Webscorer, eine Veranstaltungsdatei. Jede höchstens 5 MiB.',
  chosen: 'Gewählte Dateien',
  size: (bytes) =>
    bytes < 1024 * 1024
      ? `${Math.ceil(bytes / 1024)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')} MiB`,
  remove: 'Entfernen',
  paste: 'Aus einer Tabelle einfügen',
  pasted: 'Kopierte Zellen',
  pasteHint: 'Kopieren Sie die Zellen mit ihren Überschriften und fügen Sie sie hier ein.',
  look: 'Zeigen, was daraus wird',
  reading: 'Die Dateien werden gelesen…',
  unreadable:
    'Eine Datei war nicht lesbar: Sie wurde verschoben, oder ein anderes Programm hält sie fest. Wählen Sie sie noch einmal.',
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
  answerAll: 'Etwas ist noch nicht beantwortet.',
  answered: (count) => `${plural(count, 'Antwort', 'Antworten')}: ansehen oder ändern`,
  leaveOut: 'Auslassen',
  choosing: 'Bitte wählen',
  question: {
    zone: 'Zeitzone der Regatta',
    dates: 'Welches Datum ist welcher Tag?',
    times: 'Wann starten Rennen ohne Zeit?',
    dateOrder: 'Steht der Tag oder der Monat vorn?',
    columns: 'Was ist welche Spalte?',
    sheet: 'Welches Blatt ist es?',
    colonTime: 'Was ist eine Zeit wie 6:08:30?',
    penalty: 'Ist die Zeitstrafe schon in den Zeiten?',
    exhibition: 'Was wird aus Mannschaften außer Konkurrenz?',
    emptyPlace: 'Was ist ein leerer Platz ohne Zeit?',
    scratch: 'Was wurde aus abgemeldeten Mannschaften?',
    falseStart: 'Was wurde aus Mannschaften mit Fehlstart?',
    advanced: 'Was wurde aus Mannschaften, die ohne Zeit weiterkommen?',
    sameName: 'Mannschaften mit demselben Namen',
    raceNumbers: 'Rennnummern, die keine Zahlen sind',
    emptyLanes: 'Bleiben leere Bahnen?',
    overwriteResults: 'Ergebnisse überschreiben, die schon da sind?',
    placesConflict: 'Plätze und Zeiten widersprechen sich: Was gilt?',
    status: 'Was bedeuten diese Wörter?',
    race: 'Welches Rennen ist es?',
    rounds: 'Welcher Lauf ist es?',
    otherRegatta: 'Diese Dateien haben mit dieser Regatta nichts gemeinsam. Trotzdem importieren?',
    format: 'Welches Programm hat die Datei geschrieben?',
    encoding: 'Wie ist der Text geschrieben?',
    badTimes: 'Was wird aus Zeiten, die nicht lesbar sind?',
    twelveHour: 'Ist eine Zeit ohne am oder pm vormittags oder nachmittags?',
  },
  parts: {
    first: 'Erstes Rennen um',
    everyMinutes: 'Minuten zwischen den Rennen',
    '': 'Zeilen ohne Tag',
  },
  /** `question.option`, or an option that means the same in all questions. */
  options: {
    dns: 'nicht gestartet',
    dnf: 'aufgegeben',
    dsq: 'disqualifiziert',
    none: '(noch) kein Ergebnis',
    scratch: 'abgemeldet',
    exhibition: 'außer Konkurrenz',
    dmy: 'Tag zuerst: 13.06.',
    mdy: 'Monat zuerst: 06/13',
    hundredths: 'Minuten, Sekunden, Hundertstel',
    hours: 'Stunden, Minuten, Sekunden',
    inside: 'sie ist schon in den Zeiten',
    apart: 'sie kommt zu den Zeiten hinzu',
    'exhibition.note': 'ihre Zeit wird eine Bemerkung des Rennens',
    'exhibition.time': 'ein Ergebnis wie andere',
    'exhibition.skip': 'auslassen',
    'sameName.number': 'mehrere Mannschaften: A, B, …',
    'sameName.one': 'eine Mannschaft',
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
    'columns.round': 'Lauf',
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
    'columns.raceType': 'Art des Rennens',
    'columns.ignore': 'auslassen',
  },
  preview: 'Was daraus wird',
  changedMeanwhile:
    'Jemand hat die Regatta inzwischen geändert. Nichts wurde geschrieben; das würde jetzt daraus.',
  firstRace: 'Erstes Rennen',
  lastRace: 'Letztes Rennen',
  notes: (count) => plural(count, 'Anmerkung', 'Anmerkungen'),
  place: (file, row) =>
    [file, row === null ? undefined : `Zeile ${row}`].filter(Boolean).join(', '),
  show: 'Zeigen',
  all: 'Alle',
  outcome: 'Wird',
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
  mendFirst:
    'Berichtigen Sie zuerst die falschen Zeilen in der Datei und wählen Sie sie noch einmal.',
  nothing: 'Alles ist schon da: Es gibt nichts zu importieren.',
  written: (fresh, changed) => `Importiert: ${fresh} neu, ${changed} geändert.`,
  takenBack: 'Der Import ist zurückgenommen.',
  toHistory: 'Verlauf',
  toProgramme: 'Zum Programm',
  again: 'Weiteres importieren',
};
