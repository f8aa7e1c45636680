/** The buttons that withdraw a crew, after asking for the reason, or put it back; for the draw and the list of crews. */
import { useState } from 'preact/hooks';
import { Refused } from '../../components/page-parts.tsx';
import { shownRevision } from '../../documents/office.ts';
import { lazy } from '../../lazy.tsx';
import type { Problem } from '../../problems.ts';
import { withdrawnWords } from '../../words/office-frame.ts';
import { allOrNothing, type OfficeWrite, type Outcome, refusalOf } from '../conflicts/write.ts';

const LazyReasonDialog = lazy(() =>
  import('../frame/reason-dialog.tsx').then((it) => it.ReasonDialog),
);

type WithdrawnWrite = Omit<OfficeWrite<'PUT /events/{eventId}/crews/{crewId}/withdrawn'>, 'params'>;

interface WithdrawProps {
  /** Name of the entry or the crew, under which the draft is stored. */
  name: string;
  /** Writes the withdrawal of the entry, or of the crew. */
  write: (write: WithdrawnWrite) => Promise<Outcome<unknown>>;
  crew: string;
  /** Title of the dialog; `more` explains what the withdrawal means. */
  title: string;
  more: string;
  canWithdraw: boolean;
  canPutBack: boolean;
}

/** The buttons for what can be done now. */
export function Withdraw(props: WithdrawProps) {
  const { crew, canWithdraw, canPutBack } = props;
  const t = withdrawnWords.value;
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const putBack = async () =>
    setProblem(await refusalOf(props.write(toWithdrawn(props, false, null))));
  return (
    <>
      {canWithdraw && (
        <button
          type="button"
          class="pill withdraw"
          aria-label={t.withdrawCrew(crew)}
          onClick={() => setAsked(true)}
        >
          {t.withdraw}
        </button>
      )}
      {canPutBack && (
        <button
          type="button"
          class="pill withdraw"
          aria-label={t.putBackCrew(crew)}
          onClick={() => void putBack()}
        >
          {t.putBack}
        </button>
      )}
      {problem && problem.code !== 'cancelled' && <Refused problem={problem} />}
      {isAsked && <Question {...props} onClose={() => setAsked(false)} />}
    </>
  );
}

function Question(props: WithdrawProps & { onClose: () => void }) {
  const { name, title, more, write, onClose } = props;
  const t = withdrawnWords.value;
  return (
    <LazyReasonDialog
      name={`withdraw ${name}`}
      title={title}
      words={{ ...t, submit: t.withdraw }}
      write={(reason, seen) => write({ ...toWithdrawn(props, true, reason), seen })}
      onClose={onClose}
    >
      <p>{more}</p>
    </LazyReasonDialog>
  );
}

function toWithdrawn(
  { crew }: WithdrawProps,
  withdrawn: boolean,
  reason: string | null,
): WithdrawnWrite {
  const t = withdrawnWords.peek();
  return {
    seen: shownRevision(),
    ...allOrNothing(
      { withdrawn, reason },
      ({ subject }) => (subject === 'lane' ? { withdrawn, withdrawnReason: reason } : undefined),
      withdrawn ? t.withdrawCrew(crew) : t.putBackCrew(crew),
    ),
    said: withdrawn ? t.done(crew) : t.undone(crew),
  };
}
