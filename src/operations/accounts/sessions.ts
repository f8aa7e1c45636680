/** Sessions end. How they begin: `sign-in.ts`. */
import { Refusal } from '../../domain/refusal.ts';
import { deleteSession } from '../../storage/accounts/sessions.ts';
import type { AccountOperation } from './account-operation.ts';

/** Ends one session of a person, by themselves. */
export const endSession: AccountOperation<{ sessionId: number }, void> = {
  name: 'end-session',
  perform: async ({ tx, actor: { author } }, { sessionId }) => {
    const { userId } = author;
    const device = userId === null ? undefined : await deleteSession(tx, userId, sessionId);
    if (device === undefined) return new Refusal('not_found', 'There is no such session.');
    return { result: undefined, entries: [{ subjectId: userId, details: { device } }] };
  },
};
