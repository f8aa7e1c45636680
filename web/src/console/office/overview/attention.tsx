/** What somebody should look at, each one click from where it is mended (console, "Needs attention"). */
import { consoleUrl } from '../../place.ts';
import type { PartProps } from '../parts.ts';
import { attentionGroups } from './attention-items.ts';
import { attentionWords } from './attention-words.ts';

export function NeedsAttention({ document }: Pick<PartProps, 'document'>) {
  const t = attentionWords.value;
  const groups = attentionGroups(document, t);
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention">{t.title}</h2>
      {groups.length === 0 && <p class="calm-note">{t.nothing}</p>}
      {groups.map(({ kind, title, items }) => (
        <div key={kind} class="attention attention-group">
          <h3>{title}</h3>
          <ul>
            {items.map(({ text, path }) => (
              <li key={text}>
                <a href={consoleUrl(path)}>{text}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
