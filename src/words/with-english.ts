/** Words of a language in which some are missing: English stands in for these. */

/** Some of the words, at any depth. A text that depends on something is translated whole, and so is a list. */
export type PartOf<Words> = {
  readonly [Key in keyof Words]?: Words[Key] extends Whole ? Words[Key] : PartOf<Words[Key]>;
};

type Whole = string | number | ((...given: never[]) => unknown) | readonly unknown[];

/** All words of English, each in the other language where that has it. */
export function withEnglish<Words extends object>(
  english: Words,
  own: PartOf<Words> | undefined,
): Words {
  if (!own) return english;
  const words = Object.entries(english).map(([key, word]: [string, unknown]) => {
    const translated = (own as Record<string, unknown>)[key];
    const isGroup = typeof word === 'object' && word !== null && !Array.isArray(word);
    return [
      key,
      isGroup ? withEnglish(word, translated as object | undefined) : (translated ?? word),
    ];
  });
  // What a language has more than English stays, such as the name of a key that is another one only there.
  return { ...own, ...Object.fromEntries(words) } as Words;
}
