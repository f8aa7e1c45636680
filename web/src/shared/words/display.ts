/** The words of the big screen, in every language. */

const en = {
  afterThat: 'After that',
  pause: 'Pause',
  resume: 'Go on',
  possible: {
    races: 'one number, or two such as 20-40, the smaller one first',
    seconds: (least: number, most: number) => `whole numbers from ${least} to ${most}`,
  },
  noneOf: (given: string) => `“${given}”: there are no such races, so all are shown.`,
  page: (page: number, pages: number) => `${page} of ${pages}`,
  onPhone: 'On your phone',
  logo: 'Logo of the organiser',
};

type DisplayWords = typeof en;

const de: DisplayWords = {
  afterThat: 'Danach',
  pause: 'Anhalten',
  resume: 'Weiter',
  possible: {
    races: 'eine Nummer oder zwei wie 20-40, die kleinere zuerst',
    seconds: (least, most) => `ganze Zahlen von ${least} bis ${most}`,
  },
  noneOf: (given) => `„${given}“: Solche Rennen gibt es nicht, alle werden gezeigt.`,
  page: (page, pages) => `${page} von ${pages}`,
  onPhone: 'Auf dem Handy',
  logo: 'Logo des Veranstalters',
};

const fr: DisplayWords = {
  afterThat: 'Ensuite',
  pause: 'Pause',
  resume: 'Reprendre',
  possible: {
    races: 'un numéro, ou deux comme 20-40, le plus petit d’abord',
    seconds: (least, most) => `des nombres entiers de ${least} à ${most}`,
  },
  noneOf: (given) =>
    `«\u00a0${given}\u00a0»\u00a0: ces courses n’existent pas, toutes sont affichées.`,
  page: (page, pages) => `${page} sur ${pages}`,
  onPhone: 'Sur votre téléphone',
  logo: 'Logo de l’organisateur',
};

export const DISPLAY_WORDS = { en, de, fr };
