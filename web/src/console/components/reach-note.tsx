/** Beside an address that is passed on, or is about to be: that nobody else reaches it, and what to do about that. */
import { isLoopback } from '../../../../src/domain/loopback.ts';
import { useDocument } from '../documents/documents.ts';
import { facts } from '../account/session.ts';
import { consoleWords } from '../words/console.ts';

/** Nothing, where others reach the public address. */
export function ReachNote() {
  const isAlone = URL.canParse(facts.publicUrl) && isLoopback(new URL(facts.publicUrl).hostname);
  return isAlone ? <OnlyHere /> : null;
}

function OnlyHere() {
  const t = consoleWords.value.reach;
  const { body } = useDocument('GET /reach');
  return (
    <div class="attention reach" role="note">
      <p>
        <b>{t.onlyHere}</b>
      </p>
      {body?.addresses.length === 0 && <p>{t.noNetwork}</p>}
      {body && !body.isOpen && (
        <p>
          {t.listen} <code>HOST=0.0.0.0</code> {t.orBy}{' '}
          <code>running-order serve --host 0.0.0.0</code>.
        </p>
      )}
      {body && body.addresses.length > 0 && (
        <>
          <p>{body.isOpen ? t.setAddress : t.reachedAt}</p>
          <ul class="bullets">
            {body.addresses.map((address) => (
              <li key={address}>
                <code>{body.isOpen ? `PUBLIC_URL=${address}` : address}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
