/** The English words of head races and of races with categories, which the pages without script use as well. */
import { racing } from '../../../../src/words/later/en.ts';
import { partWords } from './part-words.ts';

export type RacingWords = typeof racing;

export const racingWords = partWords('racing', racing);
