/** The words of the part "Publish", in the reader's language. */
import { de } from '../../words/office-publish/de.ts';
import { en } from '../../words/office-publish/en.ts';
import { fr } from '../../words/office-publish/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const publishWords = ownWords({ en, de, fr });
