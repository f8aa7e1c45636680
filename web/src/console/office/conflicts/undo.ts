/** "Saved. Undo": after each change, for ten seconds. */
import { signal } from '@preact/signals';
import type { LaterChange } from '../../../../../src/contract/console/history.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { words as shared } from '../../../shared/words/board.ts';
import { call } from '../../api.ts';
import { announce } from '../../documents/announcements.ts';
import { noteOwnWrite, office, reloadOffice } from '../../documents/office.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { type ChangeContext, obstaclesText, refusalText } from './change-words.ts';

/** What stands in the way of an undo, while the person is told. */
export const undoRefusal = signal<{ text: string; changed: readonly LaterChange[] } | undefined>(
  undefined,
);

/** Says that something was done, and offers to take it back. @param entryId its entry of the history */
export function offerUndo(eventId: number, entryId: number, said: string): void {
  announce(said, {
    label: frameWords.peek().undo,
    run: () => void undoEntry(eventId, entryId),
  });
}

/** Takes back an entry of the history, and says so; or what stands in the way. @returns whether it was taken back */
export async function undoEntry(eventId: number, entryId: number): Promise<boolean> {
  const answer = call('POST /events/{eventId}/history/{entryId}/undo', {
    params: { eventId, entryId },
  });
  noteOwnWrite(answer.then((reply) => (reply.problem ? undefined : reply.body.revision)));
  const { problem } = await answer;
  if (problem) {
    undoRefusal.value = {
      text: undoProblemText(problem),
      changed: problem.changed ?? [],
    };
    return false;
  }
  // What was taken back is on the screen before it is said: what is done next is done over that.
  await reloadOffice();
  announce(frameWords.peek().undone);
  return true;
}

/** A refusal of a write as the page says it: what the service names as standing in the way, in the reader's language. */
export function saidProblem(problem: Problem): Problem {
  const context = contextNow();
  const { obstacles = [] } = problem;
  if (!context || obstacles.length === 0) return problem;
  return { ...problem, detail: obstaclesText(obstacles, context) };
}

/** Why something is not taken back. */
function undoProblemText(problem: Problem): string {
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
