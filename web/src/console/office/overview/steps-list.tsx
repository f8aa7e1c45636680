/** The way from an empty regatta to one that crews see: four steps, the next one ahead. */
import { useForemost } from '../../foremost.ts';
import { consoleUrl } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { frameWords } from '../frame/frame-words.ts';
import type { PartProps } from '../frame/parts.ts';
import { attentionWords } from './attention-words.ts';
import { firstSteps } from './first-steps.ts';

export function StepsList({ eventId, document }: Pick<PartProps, 'eventId' | 'document'>) {
  const t = attentionWords.value.steps;
  const steps = firstSteps(document);
  const next = steps.find(({ isDone }) => !isDone);
  const isForemost = useForemost(next !== undefined);
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">{t.title}</h2>
      <ol class="rows first-steps">
        {steps.map((step) => {
          const { part, isDone, count } = step;
          return (
            <li key={part} class={isDone ? 'done' : undefined}>
              <div>
                <b>{t.todo[part]}</b>
                {isDone && <span class="vh"> ({t.done})</span>}
                <span class="quiet block">
                  {count > 0 ? t.count[part](count, document.races.length) : t.hints[part]}
                </span>
              </div>
              <a
                class={step === next && isForemost ? 'pill primary' : 'pill'}
                href={consoleUrl(partPath(eventId, part))}
              >
                {frameWords.value.parts[part]}
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
