/** What somebody should look at, each one click from where it is mended (console, "Needs attention"). */
import { words } from '../../../shared/page/language.ts';
import { consoleUrl } from '../../place.ts';
import type { PartProps } from '../frame/parts.ts';
import { useUnsaved } from '../unsaved.ts';
import { attentionGroups } from './attention-items.ts';
import { UnsavedThings } from './unsaved-things.tsx';
import { attentionWords } from './attention-words.ts';

/** So many of the same are read one by one; more of them open. */
const MAX_OPEN = 3;

export function NeedsAttention({ document }: Pick<PartProps, 'document'>) {
  const unsaved = useUnsaved(document.event.id);
  const t = attentionWords.value;
  const groups = attentionGroups(document, t, words.value, Date.now());
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention">{t.title}</h2>
      <UnsavedThings document={document} unsaved={unsaved} />
      {groups.length === 0 && unsaved.length === 0 && <p class="calm-note">{t.nothing}</p>}
      {groups.map(({ kind, isDue, title, items }) => (
        <details
          key={`${kind} ${isDue}`}
          class={isDue ? 'more attention-group due' : 'more attention-group'}
          open={items.length <= MAX_OPEN}
        >
          <summary>{title}</summary>
          <ul>
            {items.map(({ text, path }) => (
              <li key={text}>
                <a href={consoleUrl(path)}>{text}</a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
