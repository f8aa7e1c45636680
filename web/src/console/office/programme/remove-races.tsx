/** Before races of a published regatta are removed: whether they are to be cancelled instead. */
import { useState } from 'preact/hooks';
import { MAX_REASON_LENGTH } from '../../../../../src/contract/limits.ts';
import { Dialog } from '../../components/dialog.tsx';
import { shownRevision } from '../../documents/office.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/words.ts';
import { numberOf } from '../race-names.ts';
import { allOrNothing } from '../conflicts/outcome.ts';
import { writeOffice } from '../conflicts/write.ts';
import { type ProgrammeState, programmeWords } from './programme-state.ts';

interface RemoveRacesProps {
  state: ProgrammeState;
  keys: readonly string[];
  onClose: () => void;
}

export function RemoveRaces({ state, keys, onClose }: RemoveRacesProps) {
  const t = programmeWords.value;
  const [seen] = useState(shownRevision);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const races = keys.flatMap((key) => state.races.peek().get(key) ?? []);
  const numbers = races.map(numberOf).join(', ');
  const cancel = async () => {
    if (isBusy) return;
    setBusy(true);
    const body = { state: 'cancelled' as const, reason: reason.trim() || null };
    for (const { id } of races) {
      const outcome = await writeOffice('PUT /events/{eventId}/races/{raceId}/state', {
        params: { eventId: state.eventId, raceId: id },
        seen,
        ...allOrNothing(body, ({ subject, ...race }) =>
          subject === 'race' && race.id === id ? body : undefined,
        ),
        said: t.raceCancelled,
      });
      if (outcome.kind === 'refused') {
        setBusy(false);
        setProblem(outcome.problem);
        return;
      }
    }
    onClose();
  };
  return (
    <Dialog title={t.cancelTitle(t.raceNamed(numbers))} onCancel={onClose}>
      <p>{t.cancelHint}</p>
      <div class="field">
        <label for="cancel-reason">{t.cancelReason}</label>
        <input
          id="cancel-reason"
          autocomplete="off"
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onInput={({ currentTarget: { value } }) => setReason(value)}
        />
      </div>
      <div role="alert" class="problem">
        {problem && <p>{problemText(problem, consoleWords.value)}</p>}
      </div>
      <div class="actions">
        <button
          type="button"
          class="pill primary"
          aria-disabled={isBusy}
          onClick={() => void cancel()}
        >
          {t.cancelIt}
        </button>
        <button
          type="button"
          class="pill danger"
          onClick={() => {
            for (const key of keys) state.draft.remove(key);
            onClose();
          }}
        >
          {t.removeAnyway}
        </button>
        <button type="button" class="pill" onClick={onClose}>
          {t.keep}
        </button>
      </div>
    </Dialog>
  );
}
