/** The words of the part "Day" of a race office in French. */
import type { DayWords } from './en.ts';

export const fr: DayWords = {
  days: 'Journée',
  noDays:
    'Il n’y a pas encore de journée. Donnez ses dates à la régate, ou saisissez des courses au programme.',
  toProgramme: 'Vers le programme',
  runsTo: (delay, waiting) => `${delay}. ${waiting}`,
  waitsFor: (race) => `Prochaine course\u00a0: ${race}.`,
  allDone: 'Toutes les courses de la journée ont leur résultat.',
  hears: {
    draft: 'Personne n’en est informé\u00a0: la régate n’est pas publiée.',
    board:
      'Les équipages le voient sur la page publique. Personne ne reçoit de message, car la journée est encore loin ou déjà passée.',
    told: (count) =>
      count === 0
        ? 'Les équipages le voient aussitôt sur la page publique. Personne ne suit encore.'
        : `Les équipages le voient aussitôt sur la page publique, et ${count === 1 ? 'une personne sera prévenue' : `${count} personnes seront prévenues`}.`,
  },
  faults: {
    noTime: 'Saisissez une heure, par exemple 11:25.',
    missing: 'À remplir.',
    notMinutes: 'Donnez un autre nombre de minutes, ou une course et son départ.',
    noSuchTime:
      'Les horloges du lieu ne montrent pas cette heure, ou la montrent deux fois. Choisissez-en une autre.',
    leavesDay: 'Des courses passeraient à un autre jour. Décalez-les dans le programme.',
    tooFar: 'Un retard est de 24 heures au plus.',
    endsBefore: 'La dernière course serait avant la prochaine.',
    tooTight: 'Les courses ne tiennent pas avec cet écart.',
  },
  preview: 'Ce que les équipages verront',
  previewing: 'Un instant…',
  seenNow: 'Ce que les équipages voient maintenant',
  columns: {
    race: 'Course',
    planned: 'Prévue',
    now: 'Actuelle',
    after: 'Nouvelle',
    postponed: 'reportée',
  },
  delay: {
    title: 'Retard',
    hint: 'Change les heures attendues que voient les équipages, jusqu’à une pause ou toute la journée\u00a0; le programme reste tel quel.',
    minutes: 'Minutes de retard (négatif\u00a0: en avance)',
    step: (minutes) => `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)}`,
    stepLabel: (minutes) =>
      `${Math.abs(minutes)} minutes de retard ${minutes > 0 ? 'en plus' : 'en moins'}`,
    or: 'ou',
    race: 'Course',
    startsAt: 'part maintenant à',
    ends: 'Le retard prend fin',
    lunch: 'à la pause de midi',
    breakOf: (amount) => `à la pause de ${amount}`,
    beforeRace: (race, time) => `avant la course ${race} (${time})`,
    noEnd: 'pas ce jour-là',
    becomes: (delay) => `Ensuite\u00a0: ${delay}.`,
    set: 'Annoncer le retard',
    done: 'Le retard est annoncé.',
    clear: 'Retour à l’horaire prévu',
  },
  retime: {
    title: 'Nouvel horaire',
    hint: 'Donne de nouvelles heures aux courses à partir de l’une d’elles. Ce sont les heures que voient les équipages\u00a0; aucun retard ne s’y ajoute plus.',
    from: 'À partir de la course',
    kind: 'Comment',
    shift: 'Décaler de (minutes)',
    next: 'Prochaine course à',
    fit: 'Répartir régulièrement entre deux horaires',
    shiftMinutes: 'Minutes (négatif\u00a0: plus tôt)',
    nextAt: 'Prochaine course à',
    lastAt: 'Dernière course à',
    minGap: 'Écart minimal en minutes',
    move: (count) => (count === 1 ? 'Décaler 1 course' : `Décaler ${count} courses`),
    nothing: 'Aucune course ne changerait d’heure.',
    done: 'Le nouvel horaire est enregistré.',
    notify: 'Prévenir tous ceux qui suivent ces courses',
    sameTimes: 'Les équipages voient toujours les mêmes heures. Aucun retard ne s’y ajoute plus.',
    notTold:
      'Les équipages voient aussitôt les nouvelles heures sur la page publique. Aucun message n’est envoyé\u00a0; les rappels tiennent compte des nouvelles heures.',
    noRaces: 'Aucune course de cette journée n’est encore à venir.',
  },
  notice: {
    title: 'Avis',
    hint: 'Un texte court à tous ceux qui suivent\u00a0: courses suspendues, bassin fermé, remise des prix.',
    text: 'Texte',
    left: (left) =>
      left < 0
        ? `${-left} ${left === -1 ? 'caractère' : 'caractères'} de trop`
        : `encore ${left} ${left < 2 ? 'caractère' : 'caractères'}`,
    until: 'Affiché jusqu’à',
    untilHint: 'Vide\u00a0: jusqu’à la fin de la journée. Heure du lieu.',
    post: 'Publier l’avis',
    posted: 'L’avis est publié.',
    draft: 'Personne ne suit une régate qui n’est pas publiée\u00a0: publiez-la d’abord.',
    seenAs: 'Ce que voient ceux qui suivent',
    sentTo: (count) =>
      count === 0
        ? 'Il paraît sur la page publique. Personne ne suit encore.'
        : `Il paraît sur la page publique et va à ${count === 1 ? 'une personne' : `${count} personnes`}.`,
    list: 'Actuellement sur la page publique',
    none: 'Aucun avis n’est sur la page publique.',
    from: (posted, until) => `depuis ${posted}, jusqu’à ${until}`,
    takeBack: 'Retirer',
    takenBack: 'L’avis est retiré.',
  },
};
