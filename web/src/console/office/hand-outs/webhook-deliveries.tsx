/** The deliveries of a webhook, sent and waiting; each can be sent again. */
import { useEffect, useState } from 'preact/hooks';
import type { WebhookDelivery } from '../../../../../src/contract/webhooks.ts';
import { readerTimeText } from '../../../shared/moment-text.ts';
import { call } from '../../api.ts';
import { Alert, Arrived } from '../../components/page-parts.tsx';
import { announce } from '../../documents/announcements.ts';
import { useDocument } from '../../documents/documents.ts';
import { problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { webhooksWords } from '../../words/office-hand-outs.ts';

/** The list is reloaded this often while a delivery is due within this time. */
const SOON_MILLIS = 60_000;
const LOOK_MILLIS = 2000;

export function Deliveries({ eventId, webhookId }: { eventId: number; webhookId: number }) {
  const t = webhooksWords.value;
  const params = { eventId, webhookId };
  const list = useDocument('GET /events/{eventId}/webhooks/{webhookId}/deliveries', { params });
  const [problem, setProblem] = useState('');
  const isAwaited = list.body?.deliveries.some(
    ({ nextAt }) => nextAt !== null && Date.parse(nextAt) < Date.now() + SOON_MILLIS,
  );
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setInterval(() => void list.reload(), LOOK_MILLIS);
    return () => clearInterval(timer);
  }, [isAwaited]);
  const again = async (deliveryId: number) => {
    const key = 'POST /events/{eventId}/webhooks/{webhookId}/deliveries/{deliveryId}/again';
    const reply = await call(key, { params: { ...params, deliveryId } });
    const words = { conflict: t.isSwitchedOff };
    setProblem(reply.problem ? problemText(reply.problem, consoleWords.value, words) : '');
    if (!reply.problem) announce(t.isSentAgain);
    await list.reload();
  };
  return (
    <>
      <p class="actions">
        <button type="button" class="pill" onClick={() => void list.reload()}>
          {t.reload}
        </button>
      </p>
      <Alert texts={[problem]} />
      <Arrived of={list}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p class="quiet">{t.noDeliveries}</p>
          ) : (
            <ol class="rows">
              {deliveries.map((delivery) => (
                <li key={delivery.id} class="row-item">
                  <div>
                    <code>{delivery.type}</code>{' '}
                    <time class="quiet" dateTime={delivery.at}>
                      {readerTimeText(delivery.at)}
                    </time>
                    <span class="quiet block">{deliveryText(delivery)}</span>
                  </div>
                  <div class="row-actions">
                    <RowButton
                      label={`${delivery.type}, ${readerTimeText(delivery.at)}`}
                      text={t.again}
                      onClick={() => again(delivery.id)}
                    />
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </Arrived>
    </>
  );
}

function deliveryText({
  attempts,
  status,
  millis,
  error,
  reason,
  nextAt,
}: WebhookDelivery): string {
  const t = webhooksWords.value;
  const parts = [
    attempts > 0 && t.attempts(attempts),
    status !== null && String(status),
    millis !== null && t.millis(millis),
    reason === null ? error : t.reasons[reason],
    nextAt && t.waiting(readerTimeText(nextAt)),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** A button whose accessible name begins with its row, so that buttons of several rows can be told apart. */
export function RowButton(props: { label: string; text: string; onClick: () => unknown }) {
  const { label, text, onClick } = props;
  return (
    <button type="button" class="pill" onClick={() => void onClick()}>
      <span class="vh">{label}: </span>
      {text}
    </button>
  );
}
