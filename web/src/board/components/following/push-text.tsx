/** What there is to say of notifications on this device, and of more being followed than the service takes. */
import { MAX_FOLLOWED, MAX_FOLLOWED_CLUBS } from '../../../../../src/contract/limits.ts';
import { words } from '../../../shared/words/board.ts';
import { laterWords } from '../../../shared/words/later.ts';
import type { NotificationState } from '../../following/notifications.ts';

/** Nothing where nothing is followed. */
export function PushText({ state }: { state: NotificationState }) {
  const { push } = laterWords.value;
  switch (state.kind) {
    case 'none':
      return null;
    case 'off':
      return words.value.notOnYet;
    case 'failed':
      return push.failed(state.why ?? push.unreachable);
    default:
      return push[state.kind];
  }
}

export function TooManyText() {
  return `${laterWords.value.tooMany(MAX_FOLLOWED, MAX_FOLLOWED_CLUBS)} `;
}
