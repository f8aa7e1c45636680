/** Takes a crew's name back: first says what that would do, then does it (adoption, "Names and persons"). */
import { erasureView } from '../../domain/crews/erasure-view.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { signedInAdmin } from '../../operations/actor.ts';
import { eraseCrew } from '../../operations/office/erase-crew.ts';
import { backupFiles } from '../../storage/engine/backups.ts';
import { type ConsoleRoute, route } from '../route.ts';

export const ERASURE_ROUTES: readonly ConsoleRoute[] = [
  route(
    'POST /events/{eventId}/crews/{crewId}/erase',
    async ({ console, session: { userId }, found: eventId, id, read }) => {
      const form = await read();
      if (form instanceof Refusal) return form;
      const { preview: isPreview = false, confirm } = form.value;
      if (!isPreview && confirm === undefined) {
        return invalid([{ field: 'confirm', detail: 'is required, unless `preview` is true' }]);
      }
      const { database, settings } = console;
      const backups = backupFiles(settings.backups, database.connections);
      const terms = { actor: signedInAdmin(userId), eventId, turn: form.turn, isPreview };
      const wish = { crew: { crewId: id('crewId') }, confirm: isPreview ? undefined : confirm };
      const erased = await eraseCrew(console, terms, wish);
      if (erased instanceof Refusal) return erased;
      if (isPreview) return erasureView(erased, backups, false);
      const { revision, entryId } = erased;
      const files = await database.rewrite();
      return { revision, entryId, ...erasureView(erased, backups, true), ...files };
    },
  ),
];
