/** The words of the part "Day" of a race office in German. */
import type { DayWords } from './en.ts';

export const de: DayWords = {
  days: 'Tag',
  noDays:
    'Es gibt noch keine Tage. Geben Sie der Regatta ihre Tage, oder tragen Sie Rennen ins Programm ein.',
  toProgramme: 'Zum Programm',
  runsTo: (delay, waiting) => `${delay}. ${waiting}`,
  waitsFor: (race) => `Als Nächstes kommt Rennen ${race}.`,
  allDone: 'Jedes Rennen des Tages hat sein Ergebnis.',
  hears: {
    draft: 'Niemand erfährt davon: Die Regatta ist nicht veröffentlicht.',
    board:
      'Die Mannschaften sehen es auf der Tafel. Niemand erhält eine Nachricht, denn der Tag ist nicht nah.',
    told: (count) =>
      count === 0
        ? 'Die Mannschaften sehen es sofort auf der Tafel. Noch folgt niemand.'
        : `Die Mannschaften sehen es sofort auf der Tafel, und ${count === 1 ? 'eine Person wird' : `${count} Personen werden`} benachrichtigt.`,
  },
  faults: {
    noTime: 'Geben Sie eine Zeit ein, etwa 11:25.',
    missing: 'Bitte ausfüllen.',
    notMinutes: 'Geben Sie eine andere Zahl von Minuten an, oder ein Rennen und seinen Start.',
    noSuchTime: 'Die Uhren am Ort zeigen diese Zeit nicht oder zweimal. Wählen Sie eine andere.',
    leavesDay: 'Rennen würden ihren Tag verlassen. Verschieben Sie sie im Programm.',
    tooFar: 'Eine Verspätung hat höchstens 24 Stunden.',
    endsBefore: 'Das letzte Rennen läge vor dem nächsten.',
    tooTight: 'Mit diesem Abstand passen die Rennen nicht hinein.',
  },
  preview: 'Was die Mannschaften sehen werden',
  previewing: 'Einen Moment …',
  columns: {
    race: 'Rennen',
    planned: 'Geplant',
    now: 'Jetzt',
    after: 'Dann',
    postponed: 'verschoben',
  },
  delay: {
    title: 'Verspätung',
    hint: 'Verschiebt jede erwartete Zeit des Tages und lässt das Programm, wie es ist.',
    minutes: 'Minuten Verspätung (negativ: früher)',
    step: (minutes) => `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)}`,
    stepLabel: (minutes) =>
      `${Math.abs(minutes)} Minuten ${minutes > 0 ? 'mehr' : 'weniger'} Verspätung`,
    or: 'oder',
    race: 'Rennen',
    startsAt: 'startet jetzt um',
    becomes: (delay) => `Dann: ${delay}.`,
    set: 'Verspätung setzen',
    done: 'Die Verspätung ist gesetzt.',
    clear: 'Zurück zum Plan',
  },
  retime: {
    title: 'Zeiten neu setzen',
    hint: 'Gibt den Rennen ab einem Rennen neue geplante Zeiten. Gemeint sind die Zeiten, die die Mannschaften sehen.',
    from: 'Ab Rennen',
    kind: 'Wie',
    shift: 'Um Minuten verschieben',
    next: 'Nächstes Rennen um',
    fit: 'Den Rest in eine Spanne bringen',
    shiftMinutes: 'Minuten (negativ: früher)',
    nextAt: 'Nächstes Rennen um',
    lastAt: 'Letztes Rennen um',
    minGap: 'Kürzester Abstand in Minuten',
    move: (count) => (count === 1 ? '1 Rennen verschieben' : `${count} Rennen verschieben`),
    nothing: 'Kein Rennen würde sich verschieben.',
    done: 'Die Zeiten sind neu gesetzt.',
    notTold:
      'Die Mannschaften sehen die neuen Zeiten sofort auf der Tafel. Es geht keine Nachricht hinaus; Erinnerungen gehen mit.',
    draft: 'Niemand sieht es: Die Regatta ist nicht veröffentlicht.',
    noRaces: 'Kein Rennen dieses Tages steht noch aus.',
  },
  notice: {
    title: 'Mitteilung',
    hint: 'Ein kurzer Text an alle, die folgen: Rennen unterbrochen, Strecke gesperrt, Siegerehrung.',
    text: 'Text',
    left: (left) => (left < 0 ? `${-left} Zeichen zu viel` : `noch ${left} Zeichen`),
    until: 'Auf der Tafel bis',
    untilHint: 'Leer: bis zum Ende des Tages. Zeit am Ort.',
    post: 'Mitteilung herausgeben',
    posted: 'Die Mitteilung ist heraus.',
    draft:
      'Einer Regatta, die nicht veröffentlicht ist, folgt niemand: Veröffentlichen Sie sie zuerst.',
    seenAs: 'Das sehen die, die folgen',
    sentTo: (count) =>
      count === 0
        ? 'Sie geht auf die Tafel. Noch folgt niemand.'
        : `Sie geht auf die Tafel und an ${count === 1 ? 'eine Person' : `${count} Personen`}.`,
    list: 'Jetzt auf der Tafel',
    none: 'Auf der Tafel steht keine Mitteilung.',
    from: (posted, until) => `seit ${posted}, bis ${until}`,
    takeBack: 'Zurückziehen',
    takenBack: 'Die Mitteilung ist zurückgezogen.',
  },
};
