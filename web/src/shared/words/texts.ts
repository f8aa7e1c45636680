/** The words of one part in all languages. Apart from `own-words.ts`, so that tests read them without a page. */

export interface Texts<Words> {
  en: Words;
  de: Words;
  fr: Words;
}
