/** What the operator says of the installation, for operators. */
import { Refusal } from '../../domain/refusal.ts';
import { performAccount, signedIn } from '../../operations/accounts/account-operation.ts';
import { editInstallation } from '../../operations/accounts/installation.ts';
import { findInstallation } from '../../storage/accounts/operator-texts.ts';
import { type ConsoleRoute, route } from '../route.ts';

export const INSTALLATION_ROUTES: readonly ConsoleRoute[] = [
  route('GET /installation', ({ console: { database } }) => findInstallation(database.reads)),
  route('PATCH /installation', async ({ console: { database }, session, read }) => {
    const sent = await read();
    if (sent instanceof Refusal) return sent;
    const { value: input, turn } = sent;
    const actor = signedIn(session.userId);
    return performAccount(database, editInstallation, { actor, input, turn });
  }),
];
