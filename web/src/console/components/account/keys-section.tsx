/** API keys: the list, minting one, revoking one. */
import { useState } from 'preact/hooks';
import type { KeyItem, MintedKey } from '../../../../../src/contract/console/keys.ts';
import { announce } from '../../documents/announcements.ts';
import { call } from '../../api.ts';
import { useDocument } from '../../documents/documents.ts';
import { useForm } from '../../form.ts';
import { keyCall } from '../../account/key-call.ts';
import { momentText } from '../../moments.ts';
import { consoleUrl } from '../../place.ts';
import { facts } from '../../account/session.ts';
import { consoleWords } from '../../words/console.ts';
import { Confirmation } from '../confirmation.tsx';
import { CopyField } from '../copy-field.tsx';
import { TextField } from '../field.tsx';
import { FormFrame } from '../form-frame.tsx';
import { FocusedHeading } from '../headings.tsx';
import { Arrived } from '../loading.tsx';

export function KeysSection() {
  const t = consoleWords.value;
  const keys = useDocument('GET /account/keys');
  const [minted, setMinted] = useState<MintedKey>();
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" tabIndex={-1}>
        {t.keys.title}
      </h2>
      <p class="quiet">{t.keys.intro}</p>
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
              <p class="quiet">{t.keys.mayNot}</p>
            )}
          </>
        )}
      </Arrived>
    </section>
  );
}

function MintKey({ onMinted }: { onMinted: (key: MintedKey) => void }) {
  const t = consoleWords.value;
  const form = useForm({
    name: 'mint-key',
    initial: { label: '' },
    words: { conflict: t.problems.tooManyKeys },
  });
  return (
    <FormFrame
      form={form}
      label={t.keys.mint}
      submitText={t.keys.mintNow}
      onSubmit={({ label }) => call('POST /account/keys', { body: { label } })}
      onDone={onMinted}
    >
      <TextField form={form} name="label" label={t.keys.label} hint={t.keys.labelHint} />
    </FormFrame>
  );
}

/** The key, this once. It is part of the page and no dialog, so that no stray key press closes it. */
function NewKey({ minted, onClose }: { minted: MintedKey; onClose: () => void }) {
  const t = consoleWords.value;
  return (
    <div class="made">
      <FocusedHeading>{t.keys.shownOnce}</FocusedHeading>
      <CopyField label={t.keys.theKey} text={minted.key} />
      <CopyField label={t.keys.nextCall} text={keyCall(facts.publicUrl, minted.key)} />
      <div class="actions">
        <button type="button" class="pill" onClick={onClose}>
          {t.keys.kept}
        </button>
      </div>
    </div>
  );
}

function KeyRows({ keys, onChange }: { keys: readonly KeyItem[]; onChange: () => Promise<void> }) {
  const t = consoleWords.value;
  const [revoked, setRevoked] = useState<KeyItem>();
  const live = keys.filter(({ revokedAt }) => revokedAt === null);
  const dead = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <>
      {live.length === 0 && <p class="quiet">{t.keys.none}</p>}
      <ul class="rows">
        {live.map((key) => (
          <li key={key.keyPrefix} class="row-item">
            <KeyFacts item={key} />
            <button
              type="button"
              class="pill"
              aria-label={t.keys.revokeOf(key.label)}
              onClick={() => setRevoked(key)}
            >
              {t.keys.revoke}
            </button>
          </li>
        ))}
      </ul>
      {dead.length > 0 && (
        <details class="more">
          <summary>{t.keys.showRevoked(dead.length)}</summary>
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

/** Asks once, then revokes. @param onClose whatever was decided */
export function RevokeKey({ item, onClose }: { item: KeyItem; onClose: () => void }) {
  const t = consoleWords.value;
  return (
    <Confirmation
      title={t.keys.revokeTitle(item.label)}
      action={t.keys.revoke}
      perform={() =>
        call('DELETE /account/keys/{keyPrefix}', { params: { keyPrefix: item.keyPrefix } })
      }
      onDone={() => {
        announce(t.keys.wasRevoked(item.label));
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{t.keys.revokeHint}</p>
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
export function keyDates({ createdAt, lastUsedAt, revokedAt }: KeyItem): string {
  const t = consoleWords.value.keys;
  return [
    t.created(momentText(createdAt)),
    lastUsedAt ? t.used(momentText(lastUsedAt)) : t.neverUsed,
    ...(revokedAt ? [t.revokedAt(momentText(revokedAt))] : []),
  ].join(', ');
}
