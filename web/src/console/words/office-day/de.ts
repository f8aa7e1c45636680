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
      'Die Mannschaften sehen es auf der öffentlichen Seite. Niemand erhält eine Nachricht, weil der Tag noch weit weg oder schon vorbei ist.',
    told: (count) =>
      count === 0
        ? 'Die Mannschaften sehen es sofort auf der öffentlichen Seite. Noch folgt niemand.'
        : `Die Mannschaften sehen es sofort auf der öffentlichen Seite, und ${count === 1 ? 'eine Person wird' : `${count} Personen werden`} benachrichtigt.`,
  },
  faults: {
    noTime: 'Geben Sie eine Zeit ein, etwa 11:25.',
    missing: 'Bitte ausfüllen.',
    notMinutes: 'Geben Sie eine andere Zahl von Minuten an, oder ein Rennen und seinen Start.',
    noSuchTime: 'Die Uhren am Ort zeigen diese Zeit nicht oder zweimal. Wählen Sie eine andere.',
    leavesDay: 'Rennen würden auf einen anderen Tag rutschen. Verlegen Sie sie im Programm.',
    tooFar: 'Eine Verspätung beträgt höchstens 24 Stunden.',
    endsBefore: 'Das letzte Rennen läge vor dem nächsten.',
    tooTight: 'Mit diesem Abstand passen die Rennen nicht hinein.',
  },
  preview: 'Was die Mannschaften sehen werden',
  previewing: 'Einen Moment …',
  seenNow: 'Was die Mannschaften jetzt sehen',
  columns: {
    race: 'Rennen',
    planned: 'Geplant',
    now: 'Jetzt',
    after: 'Dann',
    postponed: 'vertagt',
  },
  delay: {
    title: 'Verspätung',
    hint: 'Ändert die erwarteten Zeiten, die die Mannschaften sehen, bis zu einer Pause oder für den ganzen Tag; das Programm bleibt, wie es ist.',
    minutes: 'Minuten Verspätung (negativ: früher)',
    step: (minutes) => `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)}`,
    stepLabel: (minutes) =>
      `${Math.abs(minutes)} Minuten ${minutes > 0 ? 'mehr' : 'weniger'} Verspätung`,
    or: 'oder',
    race: 'Rennen',
    startsAt: 'startet jetzt um',
    ends: 'Die Verspätung endet',
    lunch: 'in der Mittagspause',
    breakOf: (amount) => `in der Pause von ${amount}`,
    beforeRace: (race, time) => `vor Rennen ${race} (${time})`,
    noEnd: 'nicht an diesem Tag',
    becomes: (delay) => `Dann: ${delay}.`,
    set: 'Verspätung eintragen',
    done: 'Die Verspätung ist eingetragen.',
    clear: 'Zurück zum Plan',
  },
  retime: {
    title: 'Startzeiten neu planen',
    hint: 'Plant die Rennen ab einem Rennen neu. Gemeint sind die Zeiten, die die Mannschaften sehen; eine Verspätung gilt für sie dann nicht mehr.',
    from: 'Ab Rennen',
    kind: 'Wie',
    shift: 'Verlegen um (Minuten)',
    next: 'Nächstes Rennen um',
    fit: 'Gleichmäßig zwischen zwei Zeiten verteilen',
    shiftMinutes: 'Minuten (negativ: früher)',
    nextAt: 'Nächstes Rennen um',
    lastAt: 'Letztes Rennen um',
    minGap: 'Kürzester Abstand in Minuten',
    move: (count) => (count === 1 ? '1 Rennen verlegen' : `${count} Rennen verlegen`),
    nothing: 'Kein Rennen bekäme eine andere Zeit.',
    done: 'Die Startzeiten sind neu geplant.',
    notify: 'Alle benachrichtigen, die diesen Rennen folgen',
    sameTimes:
      'Die Mannschaften sehen weiter dieselben Zeiten. Eine Verspätung gilt für sie dann nicht mehr.',
    notTold:
      'Die Mannschaften sehen die neuen Zeiten sofort auf der öffentlichen Seite. Niemand wird benachrichtigt; Erinnerungen richten sich nach den neuen Zeiten.',
    noRaces: 'Kein Rennen dieses Tages steht noch aus.',
  },
  notice: {
    title: 'Mitteilung',
    hint: 'Ein kurzer Text an alle, die folgen: Rennen unterbrochen, Strecke gesperrt, Siegerehrung.',
    text: 'Text',
    left: (left) => (left < 0 ? `${-left} Zeichen zu viel` : `noch ${left} Zeichen`),
    until: 'Angezeigt bis',
    untilHint: 'Leer: bis zum Ende des Tages. Zeit am Ort.',
    post: 'Mitteilung veröffentlichen',
    posted: 'Die Mitteilung ist veröffentlicht.',
    draft:
      'Einer Regatta, die nicht veröffentlicht ist, folgt niemand: Veröffentlichen Sie sie zuerst.',
    seenAs: 'Das sehen die, die folgen',
    sentTo: (count) =>
      count === 0
        ? 'Sie erscheint auf der öffentlichen Seite. Noch folgt niemand.'
        : `Sie erscheint auf der öffentlichen Seite und geht an ${count === 1 ? 'eine Person' : `${count} Personen`}.`,
    list: 'Jetzt auf der öffentlichen Seite',
    none: 'Auf der öffentlichen Seite steht keine Mitteilung.',
    from: (posted, until) => `seit ${posted}, bis ${until}`,
    takeBack: 'Zurückziehen',
    takenBack: 'Die Mitteilung ist zurückgezogen.',
  },
};
