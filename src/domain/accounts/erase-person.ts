/** Erasing a person: what takes the place of the name, and what becomes of what is kept of them (adoption, "Names and persons"). */
import { MAX_LABEL_LENGTH } from '../../contract/limits.ts';
import { NamesInTexts } from '../text/names-in-texts.ts';
import type { AccountEntry } from './account-entry.ts';

/** What somebody is called who was erased. The number tells their entries of a history from those of others. */
export function formerName(userId: number): string {
  return `Former member ${userId}`;
}

/** What a person is called and was, as far as it is stored. */
interface Traces {
  userId: number;
  name: string;
  email: string | null;
  /** The entries of the history of accounts that are by the person or about them. */
  entries: readonly Pick<AccountEntry, 'subjectId' | 'details'>[];
}

export class PersonErasure {
  /** All addresses that the person has or had. */
  readonly emails: ReadonlySet<string>;
  private readonly names: NamesInTexts;

  constructor({ userId, name, email, entries }: Traces) {
    const own = entries.filter(({ subjectId }) => subjectId === userId);
    const before = (property: string) =>
      own.flatMap(({ details }) => {
        const value = details?.[property];
        return typeof value === 'string' ? [value] : [];
      });
    const former = formerName(userId);
    const names = [...new Set([name, ...before('name')])].filter((each) => each !== former);
    // Nobody else is called in what is kept of a person, so a short name is one, too.
    const reaching = names.map((each) => ({ name: each, reach: 'words' as const }));
    this.names = new NamesInTexts(reaching, former);
    this.emails = new Set([...(email === null ? [] : [email]), ...before('email')]);
  }

  /** The label of a key or a passkey. */
  inLabel(label: string): string {
    return this.names.replacedIn(label, MAX_LABEL_LENGTH);
  }

  /** What an entry of the history of accounts says, without names and addresses; the same object where it has none. */
  inDetails(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const erased = Object.entries(details).map(([property, value]) => {
      if (typeof value !== 'string') return [property, value] as const;
      return [property, this.emails.has(value) ? null : this.names.replacedIn(value)] as const;
    });
    return erased.some(([property, value]) => value !== details[property])
      ? Object.fromEntries(erased)
      : details;
  }
}
