/** What an operator has yet to say of the installation. By itself, because the console's first page loads it. */
import type { Installation, OperatorTextName } from '../../contract/console/installation.ts';

const LOOKED_FOR = ['contact', 'imprint', 'privacy'] as const satisfies OperatorTextName[];

/** What readers of the public pages look for and do not find. */
export function missingTexts(installation: Installation): (typeof LOOKED_FOR)[number][] {
  return LOOKED_FOR.filter((name) => installation[name] === null);
}
