/** Sentences that stand where crews have their names (formats.md §9: a sentence is skipped). Pure. */

/** Words that names have in lower case, too: "Société Nautique de la Marne", "Ruderverein von 1878 an der Saale". */
const PARTICLES = new Set(
  [
    'a al am an and at auf aus aan bei by da dal de degli dei del della den der des di do du e el en et',
    'for from het i il im in la las le les lo los met mit of on op per pour s sur sul t te ten ter the',
    'to und v van vom von vor y z zu zum zur',
  ].flatMap((line) => line.split(' ')),
);

const LEAST_WORDS = 4;
/** A name has one word in lower case at the most: "Koninklijke roeivereniging het Spaarne". */
const LEAST_LOWER_WORDS = 2;

/** Whether a text reads as a sentence: several words in lower case that no name has. */
export function isSentence(text: string): boolean {
  const words = text.slice(0, 200).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const lower = words.filter((word) => /^\p{Ll}{2}/u.test(word) && !PARTICLES.has(word));
  return words.length >= LEAST_WORDS && lower.length >= LEAST_LOWER_WORDS;
}
