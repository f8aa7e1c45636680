/** The words about the look of a regatta in English. */
import { partWords } from '../../shared/words/part-words.ts';

const english = {
  title: 'Look',
  accent: 'Colour',
  sponsor: 'Sponsor',
  links: 'Links',
  logo: 'Logo',
  logoHint: 'PNG up to 4,000 pixels a side, or SVG; up to 512 KiB.',
  choose: 'Choose a file',
  use: 'Use this logo',
  remove: 'Remove the logo',
  preview: 'How it looks',
  light: 'Light',
  dark: 'Dark',
  hint: 'Everybody sees it as soon as it is saved.',
  accentHint: 'Such as #00407a. Pages shade it until everything can be read.',
  label: 'Words of link',
  address: 'Address of link, https://…',
};

export const lookWords = partWords('look', english);
