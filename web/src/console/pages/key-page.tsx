/** API keys: the list on the account page, and the page of one key with its last requests. */
import { useState } from 'preact/hooks';
import type { KeyItem, KeyRequest, MintedKey } from '../../../../src/contract/console/account.ts';
import { readerTimeText } from '../../shared/moment-text.ts';
import { facts } from '../account/session.ts';
import { call } from '../api.ts';
import { CopyField } from '../components/copy-field.tsx';
import { Confirmation } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { Arrived, FocusedHeading, MissingPage, PageHeading } from '../components/page-parts.tsx';
import { announce } from '../documents/announcements.ts';
import { useDocument } from '../documents/documents.ts';
import { useForm } from '../form.ts';
import { consoleUrl } from '../place.ts';
import { accountPagesWords } from '../words/account-pages.ts';
import { consoleWords } from '../words/console.ts';

/** The page of a key: its last requests settle what race office and timing firm argue about on the morning of a regatta. */
export function KeyPage({ keyPrefix }: { keyPrefix: string }) {
  const t = accountPagesWords.value.keys;
  const key = useDocument('GET /account/keys/{keyPrefix}', { params: { keyPrefix } });
  const [isRevoking, setRevoking] = useState(false);
  if (key.problem?.code === 'not_found') return <MissingPage text={t.notYours} />;
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
          {t.toKeys}
        </a>
        {detail?.revokedAt === null && (
          <button type="button" class="pill danger" onClick={() => setRevoking(true)}>
            {t.revoke}
          </button>
        )}
      </div>
      <section aria-labelledby="requests">
        <h2 id="requests">{t.requests}</h2>
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
  const t = accountPagesWords.value.keys;
  if (requests.length === 0) return <p class="quiet">{t.noRequests}</p>;
  return (
    <ol class="rows requests">
      {requests.map((request, index) => (
        <li key={`${request.at} ${index}`} class={request.status >= 400 ? 'refused' : undefined}>
          <time dateTime={request.at} class="quiet">
            {readerTimeText(request.at)}
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

/** The section of keys: the list, minting a key, revoking one. */
export function KeysSection() {
  const t = accountPagesWords.value.keys;
  const keys = useDocument('GET /account/keys');
  const [minted, setMinted] = useState<MintedKey>();
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" tabIndex={-1}>
        {t.title}
      </h2>
      <p class="quiet">{t.intro}</p>
      {minted && <NewKey minted={minted} onClose={() => setMinted(undefined)} />}
      <Arrived of={keys}>
        {({ keys: all, mayMint }) => (
          <>
            <KeyRows keys={all} onChange={keys.reload} />
            {mayMint ? (
              <MintKey
                onMinted={(key) => {
                  setMinted(key);
                  void keys.reload();
                }}
              />
            ) : (
              <p class="quiet">{t.mayNot}</p>
            )}
          </>
        )}
      </Arrived>
    </section>
  );
}

function MintKey({ onMinted }: { onMinted: (key: MintedKey) => void }) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.keys;
  const form = useForm({
    name: 'mint-key',
    initial: { label: '' },
    words: { conflict: t.problems.tooManyKeys },
  });
  return (
    <FormFrame
      form={form}
      label={own.mint}
      submitText={own.mintNow}
      onSubmit={({ label }) => call('POST /account/keys', { body: { label } })}
      onDone={onMinted}
    >
      <TextField form={form} name="label" label={own.label} hint={own.labelHint} />
    </FormFrame>
  );
}

/** Shows the new key, this once. Part of the page and not a dialog, so that no stray key press closes it. */
function NewKey({ minted, onClose }: { minted: MintedKey; onClose: () => void }) {
  const t = accountPagesWords.value.keys;
  return (
    <div class="made">
      <FocusedHeading>{t.shownOnce}</FocusedHeading>
      <CopyField label={t.theKey} text={minted.key} />
      <CopyField
        label={t.nextCall}
        text={`curl -H 'Authorization: Bearer ${minted.key}' ${facts.publicUrl}/v1/events`}
      />
      <div class="actions">
        <button type="button" class="pill" onClick={onClose}>
          {t.kept}
        </button>
      </div>
    </div>
  );
}

function KeyRows({ keys, onChange }: { keys: readonly KeyItem[]; onChange: () => Promise<void> }) {
  const t = accountPagesWords.value.keys;
  const [revoked, setRevoked] = useState<KeyItem>();
  const live = keys.filter(({ revokedAt }) => revokedAt === null);
  const dead = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <>
      {live.length === 0 && <p class="quiet">{t.none}</p>}
      <ul class="rows">
        {live.map((key) => (
          <li key={key.keyPrefix} class="row-item">
            <KeyFacts item={key} />
            <button
              type="button"
              class="pill"
              aria-label={t.revokeOf(key.label)}
              onClick={() => setRevoked(key)}
            >
              {t.revoke}
            </button>
          </li>
        ))}
      </ul>
      {dead.length > 0 && (
        <details class="more">
          <summary>{t.showRevoked(dead.length)}</summary>
          <ul class="rows">
            {dead.map((key) => (
              <li key={key.keyPrefix} class="row-item">
                <KeyFacts item={key} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {revoked && (
        <RevokeKey
          item={revoked}
          onClose={() => {
            setRevoked(undefined);
            void onChange();
          }}
        />
      )}
    </>
  );
}

/** Asks for confirmation, then revokes. @param onClose called whatever was decided */
function RevokeKey({ item, onClose }: { item: KeyItem; onClose: () => void }) {
  const t = accountPagesWords.value.keys;
  return (
    <Confirmation
      title={t.revokeTitle(item.label)}
      action={t.revoke}
      perform={() =>
        call('DELETE /account/keys/{keyPrefix}', { params: { keyPrefix: item.keyPrefix } })
      }
      onDone={() => {
        announce(t.wasRevoked(item.label));
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{t.revokeHint}</p>
    </Confirmation>
  );
}

function KeyFacts({ item }: { item: KeyItem }) {
  const { keyPrefix, label } = item;
  return (
    <div>
      <a href={consoleUrl(`account/keys/${keyPrefix}`)} class="row-title">
        {label}
      </a>
      <span class="quiet block">
        <code>{keyPrefix}…</code> {keyDates(item)}
      </span>
    </div>
  );
}

/** When a key was made, used and revoked. */
export function keyDates({
  createdAt,
  lastUsedAt,
  revokedAt,
}: Pick<KeyItem, 'createdAt' | 'lastUsedAt' | 'revokedAt'>): string {
  const t = accountPagesWords.value.keys;
  return [
    t.created(readerTimeText(createdAt)),
    lastUsedAt ? t.used(readerTimeText(lastUsedAt)) : t.neverUsed,
    ...(revokedAt ? [t.revokedAt(readerTimeText(revokedAt))] : []),
  ].join(', ');
}
