/** Says that an erased name may be left in the files of the database, and what an operator can do about it. */
import { consoleWords } from '../words/console.ts';
import { erasureWords } from '../words/erasure.ts';

interface Files {
  rewritten: boolean;
  /** Statements that an operator has to run. */
  toRun: readonly string[];
}

export function LeftInFiles({ files, onClose }: { files: Files; onClose: () => void }) {
  const t = erasureWords.value;
  return (
    <>
      <p>{files.toRun.length > 0 ? t.toRun : t.notRewritten}</p>
      {files.toRun.map((statement) => (
        <code key={statement} class="block">
          {statement}
        </code>
      ))}
      <div class="actions">
        <button type="button" class="pill primary" onClick={onClose}>
          {consoleWords.value.close}
        </button>
      </div>
    </>
  );
}
