/** The words of the list of regattas, in every language. */

const en = {
  noRegattas: 'No regatta has published its running order yet.',
  findRegatta: 'Find a regatta',
  regattaCount: (count: number) => (count === 1 ? '1 regatta' : `${count} regattas`),
  coming: 'Coming up',
  noneComing: 'No regatta is coming up yet.',
  runsOne: 'Do you run a regatta?',
  toOffice: 'To the race office',
};

type RegattasWords = typeof en;

const de: RegattasWords = {
  noRegattas: 'Noch hat keine Regatta ihren Zeitplan veröffentlicht.',
  findRegatta: 'Regatta suchen',
  regattaCount: (count) => (count === 1 ? '1 Regatta' : `${count} Regatten`),
  coming: 'Demnächst',
  noneComing: 'Noch ist keine weitere Regatta angekündigt.',
  runsOne: 'Sie richten eine Regatta aus?',
  toOffice: 'Zum Regattabüro',
};

const fr: RegattasWords = {
  noRegattas: 'Aucune régate n’a encore publié son programme.',
  findRegatta: 'Chercher une régate',
  regattaCount: (count) => (count === 1 ? '1 régate' : `${count} régates`),
  coming: 'À venir',
  noneComing: 'Aucune autre régate n’est encore annoncée.',
  runsOne: 'Vous organisez une régate\u00a0?',
  toOffice: 'Vers le bureau de course',
};

export const REGATTAS_WORDS = { en, de, fr };
