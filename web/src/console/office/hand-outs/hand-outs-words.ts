/** The words of the part "Hand-outs", in the reader's language. */
import { de } from '../../words/office-hand-outs/de.ts';
import { en } from '../../words/office-hand-outs/en.ts';
import { fr } from '../../words/office-hand-outs/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const handOutsWords = ownWords({ en, de, fr });
