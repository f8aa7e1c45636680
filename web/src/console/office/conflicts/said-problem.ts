/** Refusals as the page says them: what the service names as standing in the way, in the reader's language. */
import { dateLanguage } from '../../../shared/page/language.ts';
import { words as shared } from '../../../shared/words/board.ts';
import { office } from '../../documents/office.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import type { ChangeContext } from './change-words.ts';
import { frameWords } from '../../words/office-frame.ts';
import { obstaclesText, refusalText } from './obstacle-words.ts';

/** A refusal of a write, its obstacles in words. */
export function saidProblem(problem: Problem): Problem {
  const context = contextNow();
  const { obstacles = [] } = problem;
  if (!context || obstacles.length === 0) return problem;
  return { ...problem, detail: obstaclesText(obstacles, context) };
}

/** Why something is not taken back. */
export function undoProblemText(problem: Problem): string {
  const context = contextNow();
  return (context && refusalText(problem, context)) ?? problemText(problem, consoleWords.peek());
}

function contextNow(): ChangeContext | undefined {
  const { document } = office.peek();
  const { decimalMark } = shared.peek();
  return (
    document && { words: frameWords.peek(), document, decimalMark, dateLanguage: dateLanguage() }
  );
}
