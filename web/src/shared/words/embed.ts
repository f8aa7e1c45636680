/** The words that only the embedded page has, in every language. */

const en = {
  newTab: 'opens in a new tab',
};

type EmbedWords = typeof en;

const de: EmbedWords = {
  newTab: 'öffnet einen neuen Tab',
};

const fr: EmbedWords = {
  newTab: 'ouvre un nouvel onglet',
};

export const EMBED_WORDS = { en, de, fr };
