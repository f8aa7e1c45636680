/**
 * Races of a file that do not say their round, where the event has several rounds of the number: somebody says which one
 * is meant (formats.md §9).
 */
import type { Race } from '../../../domain/races/plan-races.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';
import { isJsonObject } from '../../../exchange/text/json.ts';
import type { ImportContext } from '../context.ts';
import type { Draft } from '../draft.ts';
import { listed } from '../listed.ts';
import { calledIn, plainText } from './races-by-number.ts';

/** Collects what is open, which is one question for all races of a file. */
export class Rounds {
  private readonly draft: Draft;
  private readonly context: ImportContext;
  /** What is proposed, by what the file calls the race. */
  private readonly open = new Map<string, string | null>();
  private readonly options = new Set<string>();

  constructor(draft: Draft, context: ImportContext) {
    this.draft = draft;
    this.context = context;
  }

  /**
   * @param races of that number, which the one of the file may be
   * @returns the race; `open` while nobody has said its round; `undefined` where rounds do not tell the races apart
   */
  find(read: ReadRace, races: readonly Race[]): Race | 'open' | undefined {
    const rounds = races.flatMap(({ round }) => round ?? []);
    const isToldApart = new Set(rounds.map(plainText)).size === races.length;
    if (races.length === 0 || !isToldApart) return undefined;
    if (races.length === 1) return races[0];
    const called = calledIn(read);
    const { rounds: answers } = this.context.answers;
    const said = isJsonObject(answers) ? answers[called] : undefined;
    const race = races.find(({ round }) => round !== null && round === said);
    if (race) return race;
    for (const round of rounds) this.options.add(round);
    this.open.set(called, this.likelyRound(races));
    return 'open';
  }

  ask(): void {
    if (this.open.size === 0) return;
    const races = listed([...this.open.keys()]);
    this.context.findings.ask({
      id: 'rounds',
      text: `The event has races such as ${races} in several rounds, and the file does not say which. Say the round of each.`,
      proposed: Object.fromEntries(this.open),
      options: [...this.options],
    });
  }

  /** The first round that is to be rowed and has no draw yet. */
  private likelyRound(races: readonly Race[]): string | null {
    const inOrder = races.toSorted((a, b) => a.scheduledAt - b.scheduledAt);
    const isDrawn = ({ id }: Race) => this.draft.lanesOf(id).some(({ team }) => team !== null);
    return inOrder.find((race) => !isDrawn(race))?.round ?? null;
  }
}
