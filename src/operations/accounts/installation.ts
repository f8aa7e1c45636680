/** What the operator says of the installation. */
import type { Installation, InstallationWrite } from '../../contract/console/installation.ts';
import { changedTexts } from '../../domain/accounts/installation-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findInstallation, saveTexts } from '../../storage/accounts/operator-texts.ts';
import type { AccountOperation } from './account-operation.ts';
import { operatorActorObjection } from './people.ts';

/** Changes some of its texts, with the right of an operator. The result is all of them. */
export const editInstallation: AccountOperation<InstallationWrite, Installation> = {
  name: 'edit-installation',
  perform: async ({ tx, actor }, sent) => {
    const objection = await operatorActorObjection(tx, actor);
    if (objection) return objection;
    const stored = await findInstallation(tx);
    const changed = changedTexts(stored, sent);
    if (changed instanceof Refusal) return changed;
    await saveTexts(tx, changed);
    const entries = Object.keys(changed).length > 0 ? [{ details: changed }] : [];
    return { result: { ...stored, ...changed }, entries };
  },
};
