/** The words of the part "Day" of a race office in French. */
import type { DayWords } from './en.ts';

export const fr: DayWords = {
  days: 'Journée',
  noDays:
    'Il n’y a pas encore de journée. Donnez ses dates à la régate, ou entrez des courses au programme.',
  toProgramme: 'Vers le programme',
  runsTo: (delay, waiting) => `${delay}. ${waiting}`,
  waitsFor: (race) => `Prochaine course\u00a0: ${race}.`,
  allDone: 'Toutes les courses de la journée ont leur résultat.',
  hears: {
    draft: 'Personne n’en est informé\u00a0: la régate n’est pas publiée.',
    board:
      'Les équipages le voient au tableau. Personne ne reçoit de message, car la journée n’est pas proche.',
    told: (count) =>
      count === 0
        ? 'Les équipages le voient aussitôt au tableau. Personne ne suit encore.'
        : `Les équipages le voient aussitôt au tableau, et ${count === 1 ? 'une personne sera prévenue' : `${count} personnes seront prévenues`}.`,
  },
  faults: {
    noTime: 'Entrez une heure, par exemple 11:25.',
    missing: 'À remplir.',
    notMinutes: 'Donnez un autre nombre de minutes, ou une course et son départ.',
    noSuchTime:
      'Les horloges du lieu ne montrent pas cette heure, ou la montrent deux fois. Choisissez-en une autre.',
    leavesDay: 'Des courses quitteraient leur journée. Déplacez-les dans le programme.',
    tooFar: 'Un retard a au plus 24 heures.',
    endsBefore: 'La dernière course serait avant la prochaine.',
    tooTight: 'Les courses ne tiennent pas avec cet écart.',
  },
  preview: 'Ce que les équipages verront',
  previewing: 'Un instant…',
  columns: {
    race: 'Course',
    planned: 'Prévue',
    now: 'Maintenant',
    after: 'Ensuite',
    postponed: 'reportée',
  },
  delay: {
    title: 'Retard',
    hint: 'Décale toutes les heures attendues de la journée et laisse le programme tel quel.',
    minutes: 'Minutes de retard (négatif\u00a0: en avance)',
    step: (minutes) => `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)}`,
    stepLabel: (minutes) =>
      `${Math.abs(minutes)} minutes de retard ${minutes > 0 ? 'en plus' : 'en moins'}`,
    or: 'ou',
    race: 'Course',
    startsAt: 'part maintenant à',
    becomes: (delay) => `Ensuite\u00a0: ${delay}.`,
    set: 'Annoncer le retard',
    done: 'Le retard est annoncé.',
    clear: 'Retour à l’horaire',
  },
  retime: {
    title: 'Nouvel horaire',
    hint: 'Donne de nouvelles heures prévues aux courses à partir de l’une d’elles. Ce sont les heures que voient les équipages.',
    from: 'À partir de la course',
    kind: 'Comment',
    shift: 'Décaler de quelques minutes',
    next: 'Prochaine course à',
    fit: 'Faire tenir le reste dans un temps',
    shiftMinutes: 'Minutes (négatif\u00a0: plus tôt)',
    nextAt: 'Prochaine course à',
    lastAt: 'Dernière course à',
    minGap: 'Écart minimal en minutes',
    move: (count) => (count === 1 ? 'Déplacer 1 course' : `Déplacer ${count} courses`),
    nothing: 'Aucune course ne bougerait.',
    done: 'Le nouvel horaire est enregistré.',
    notTold:
      'Les équipages voient aussitôt les nouvelles heures au tableau. Aucun message n’est envoyé\u00a0; les rappels suivent.',
    draft: 'Personne ne le voit\u00a0: la régate n’est pas publiée.',
    noRaces: 'Plus aucune course de cette journée n’est à venir.',
  },
  notice: {
    title: 'Avis',
    hint: 'Un texte court à tous ceux qui suivent\u00a0: courses suspendues, bassin fermé, remise des prix.',
    text: 'Texte',
    left: (left) => (left < 0 ? `${-left} caractères de trop` : `encore ${left} caractères`),
    until: 'Au tableau jusqu’à',
    untilHint: 'Vide\u00a0: jusqu’à la fin de la journée. Heure du lieu.',
    post: 'Publier l’avis',
    posted: 'L’avis est publié.',
    draft: 'Personne ne suit une régate qui n’est pas publiée\u00a0: publiez-la d’abord.',
    seenAs: 'Ce que voient ceux qui suivent',
    sentTo: (count) =>
      count === 0
        ? 'Il va au tableau. Personne ne suit encore.'
        : `Il va au tableau et à ${count === 1 ? 'une personne' : `${count} personnes`}.`,
    list: 'Au tableau maintenant',
    none: 'Aucun avis n’est au tableau.',
    from: (posted, until) => `depuis ${posted}, jusqu’à ${until}`,
    takeBack: 'Retirer',
    takenBack: 'L’avis est retiré.',
  },
};
