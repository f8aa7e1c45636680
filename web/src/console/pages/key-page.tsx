/** A key, and its last requests: what race office and timing firm argue about on the morning of the regatta. */
import { useState } from 'preact/hooks';
import type { KeyRequest } from '../../../../src/contract/console/keys.ts';
import { keyDates, RevokeKey } from '../components/account/keys-section.tsx';
import { PageHeading } from '../components/headings.tsx';
import { Arrived, MissingPage } from '../components/loading.tsx';
import { useDocument } from '../documents/documents.ts';
import { momentText } from '../moments.ts';
import { consoleUrl } from '../place.ts';
import { consoleWords } from '../words/console.ts';

export function KeyPage({ keyPrefix }: { keyPrefix: string }) {
  const t = consoleWords.value;
  const key = useDocument('GET /account/keys/{keyPrefix}', { params: { keyPrefix } });
  const [isRevoking, setRevoking] = useState(false);
  if (key.problem?.code === 'not_found') return <MissingPage text={t.keys.notYours} />;
  const detail = key.body;
  return (
    <>
      <PageHeading title={detail?.label ?? keyPrefix}>
        <p class="quiet">
          <code>{keyPrefix}…</code> {detail && keyDates(detail)}
        </p>
      </PageHeading>
      <div class="actions">
        <a class="pill" href={consoleUrl('account#keys')}>
          {t.keys.toKeys}
        </a>
        {detail?.revokedAt === null && (
          <button type="button" class="pill danger" onClick={() => setRevoking(true)}>
            {t.keys.revoke}
          </button>
        )}
      </div>
      <section aria-labelledby="requests">
        <h2 id="requests">{t.keys.requests}</h2>
        <Arrived of={key}>{({ requests }) => <Requests requests={requests} />}</Arrived>
      </section>
      {isRevoking && detail && (
        <RevokeKey
          item={detail}
          onClose={() => {
            setRevoking(false);
            void key.reload();
          }}
        />
      )}
    </>
  );
}

function Requests({ requests }: { requests: readonly KeyRequest[] }) {
  const t = consoleWords.value.keys;
  if (requests.length === 0) return <p class="quiet">{t.noRequests}</p>;
  return (
    <ol class="rows requests">
      {requests.map((request, index) => (
        <li key={`${request.at} ${index}`} class={request.status >= 400 ? 'refused' : undefined}>
          <time dateTime={request.at} class="quiet">
            {momentText(request.at)}
          </time>
          <code>{request.operation}</code>
          <span>
            {request.eventId !== null && (
              <a href={consoleUrl(`events/${request.eventId}`)}>
                {t.eventColumn} {request.eventId}
              </a>
            )}
          </span>
          <span class="outcome">
            <span class="vh">{t.status} </span>
            {request.status} {request.code}
          </span>
        </li>
      ))}
    </ol>
  );
}
