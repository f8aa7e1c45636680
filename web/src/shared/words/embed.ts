/** The words that only the embedded page has, in English. */

export const embed = {
  newTab: 'opens in a new tab',
};
