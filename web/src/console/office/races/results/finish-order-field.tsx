/** The order of finish: typed as it is called out, or tapped lane by lane. */
import { useComputed } from '@preact/signals';
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { isEntered } from '../../../../../../src/domain/results/standings.ts';
import { focusOnceDrawn } from '../../frame/focus.ts';
import { focusLane, focusPostBar } from '../lane-focus.ts';
import { useRaceWords } from '../race-words.ts';
import { crewedLanes, firstPosition, isOpen } from './field-entry.ts';
import { withNext } from './finish-order.ts';
import type { ResultsDraft } from './results-draft.ts';

interface FinishOrderFieldProps {
  race: OfficeRace;
  results: ResultsDraft;
}

export function FinishOrderField({ race, results }: FinishOrderFieldProps) {
  const t = useRaceWords();
  const { order } = results;
  const trouble = useComputed(() => results.entry.value.order.trouble).value;
  const places = useComputed(() => results.entry.value.order.places).value;
  const left = crewedLanes(race).filter((lane) => isEntered(lane) && !places.has(lane.position));
  const said =
    trouble &&
    (trouble.kind === 'unknown' ? t.orderUnknown(trouble.label) : t.orderTwice(trouble.label));
  return (
    <details class="finish-order" open={order !== '' || race.resultMode === 'placesOnly'}>
      <summary>{t.order}</summary>
      <div class="field">
        <label for="finish-order" class="vh">
          {t.order}
        </label>
        <input
          id="finish-order"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={trouble ? 'true' : undefined}
          aria-describedby="finish-order-hint"
          value={order}
          onInput={({ currentTarget }) => results.typeOrder(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            goOn(race, results);
          }}
        />
        <p id="finish-order-hint" class={said ? 'error' : 'hint'}>
          {said ?? t.orderHint}
        </p>
      </div>
      <div class="order-taps">
        {left.map(({ position, positionLabel }) => (
          <button
            key={position}
            type="button"
            class="pill"
            aria-label={t.orderTap(positionLabel)}
            onClick={() => results.typeOrder(withNext(order, positionLabel))}
          >
            {positionLabel}
          </button>
        ))}
        {order !== '' && (
          <button
            type="button"
            class="pill"
            aria-label={t.orderBack}
            onClick={() => results.typeOrder(order.trim().replace(/[\s,;=]*[^\s,;=]+$/, ''))}
          >
            <span aria-hidden="true">⌫</span>
          </button>
        )}
      </div>
    </details>
  );
}

/** To the times, in this order; to the bar that posts, where the order is all there is. */
function goOn(race: OfficeRace, results: ResultsDraft): void {
  const { lanes } = results.entry.peek();
  if (race.resultMode === 'timed' || lanes.some(isOpen)) focusLane(firstPosition(lanes));
  else focusPostBar();
}

/** Puts the cursor into the order of finish. */
export function focusOrder(): void {
  focusOnceDrawn(() => {
    const field = document.getElementById('finish-order');
    field?.closest('details')?.setAttribute('open', '');
    return field;
  });
}
