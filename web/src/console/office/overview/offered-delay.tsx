/** A button and key that set the delay that a started race shows (racing, "Started, on the course, over"). */
import { useState } from 'preact/hooks';
import { shownRevision } from '../../documents/office.ts';
import { useOnce } from '../../form.ts';
import { refusedText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { attentionWords } from '../../words/office-overview.ts';
import { allOrNothing, refusalOf, writeOffice } from '../conflicts/write.ts';
import { useCommands } from '../frame/commands.ts';
import type { DelayOffered } from './attention-items.ts';

interface OfferedDelayProps {
  eventId: number;
  offered: DelayOffered;
  /** The question about how the day runs. */
  question: string;
}

export function OfferedDelay({ eventId, offered, question }: OfferedDelayProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, set] = useOnce(async () => {
    const refusal = await refusalOf(writeDelay(eventId, offered));
    setProblem(refusedText(refusal, consoleWords.value));
  });
  useCommands([{ id: 'overview.delay', words: question, keys: ['m'], run: () => void set() }]);
  return (
    <>
      <button
        type="button"
        class="pill"
        aria-keyshortcuts="M"
        aria-disabled={isBusy}
        onClick={() => void set()}
      >
        {attentionWords.value.setDelay} <kbd>M</kbd>
      </button>
      <span role="alert" class="problem small">
        {problem}
      </span>
    </>
  );
}

function writeDelay(eventId: number, { venueDay, delayMinutes, endsNowhere }: DelayOffered) {
  const body = { venueDay, delayMinutes, ...(endsNowhere && { until: null }) };
  return writeOffice('PUT /events/{eventId}/delay', {
    params: { eventId },
    seen: shownRevision(),
    ...allOrNothing(body, ({ subject, name }) =>
      subject === 'delay' && name === venueDay ? { delayMinutes } : undefined,
    ),
  });
}
