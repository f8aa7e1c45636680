/** Which commands fit a typed text, the most fitting first. Pure. */
import { searchText } from '../../../shared/race/search.ts';
import type { Command } from '../frame/commands.ts';

export interface FoundCommand {
  command: Command;
  /** What would be done. */
  words: string;
}

const MAX_FOUND = 12;

/** Those that take the text come first, then those whose words contain it, at the beginning before elsewhere. */
export function findCommands(commands: readonly Command[], typed: string): FoundCommand[] {
  const wanted = searchText(typed).trim();
  const taking = commands.flatMap((command) => {
    const words = wanted === '' ? undefined : command.matches?.(typed);
    return words === undefined ? [] : [{ command, words }];
  });
  const named = commands
    .filter(({ matches }) => !matches)
    .map((command) => ({ command, words: command.words, at: placeOf(wanted, command.words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return [...taking, ...named.map(({ command, words }) => ({ command, words }))].slice(
    0,
    MAX_FOUND,
  );
}

/** 0: a word begins with it; 1: it stands within one; -1: nowhere. */
function placeOf(wanted: string, words: string): number {
  const text = ` ${searchText(words)}`;
  if (text.includes(` ${wanted}`)) return 0;
  return text.includes(wanted) ? 1 : -1;
}
