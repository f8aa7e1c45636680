/**
 * What is kept of a person who works with the console: what becomes of it when they are erased, what takes the place
 * of the name (adoption, "Names and persons"), and all of it as one document.
 */
import type { KeyDetail } from '../../contract/console/account.ts';
import type { AccountHistoryEntry } from '../../contract/console/installation.ts';
import { formatInstant } from '../../contract/instant.ts';
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

/** What is kept of a person, without their name and addresses. */
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

/** A row, of which the instants are epoch milliseconds under the name `at`, or one that ends in `At`. */
type Stored = Readonly<Record<string, unknown>>;

/** A person as they are stored. */
interface Person {
  id: number;
  display_name: string;
  email: string | null;
  language: string | null;
  is_operator: number;
  password_hash: string | null;
  created_at: number;
  closed_at: number | null;
}

interface Known {
  /** Lists of rows, by what they are called. */
  rows: Readonly<Record<string, readonly Stored[]>>;
  keys: readonly KeyDetail[];
  accountHistory: readonly AccountHistoryEntry[];
}

/** All that is stored about a person, as one document. What lets somebody in is never in it. */
export function personExport(person: Person, { rows, keys, accountHistory }: Known) {
  const { id, display_name: name, email, language } = person;
  const { created_at: createdAt, closed_at: closedAt } = person;
  return {
    person: {
      ...{ id, name, email, language },
      operator: person.is_operator === 1,
      hasPassword: person.password_hash !== null,
      ...written({ createdAt, closedAt }),
    },
    ...Object.fromEntries(
      Object.entries(rows).map(([list, ofList]) => [list, ofList.map((row) => written(row))]),
    ),
    keys,
    accountHistory,
  };
}

/** A row with its instants written out. */
function written(row: Stored): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isInstant = (name === 'at' || name.endsWith('At')) && typeof value === 'number';
      return [name, isInstant ? formatInstant(value) : value];
    }),
  );
}
