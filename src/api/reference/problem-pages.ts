/** The pages that the `type` of a problem leads to (decision A13), and their index. */
import { problemExample } from '../../contract/examples.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../contract/problem.ts';
import { escaped, page, prose } from '../../http/answers/page-layout.ts';

/** What a problem means and what to do about it. */
export function problemPage(code: ProblemCode, publicUrl: string): string {
  const { title, cause, remedy } = PROBLEMS[code];
  const example = JSON.stringify(problemExample(code, publicUrl), null, 2);
  const others = PROBLEM_CODES.filter((other) => other !== code);
  return page(
    title,
    '..',
    `<h1>${escaped(title)}</h1>
<p>Status ${statusOf(code)}, code <code>${code}</code></p>
<h2>Why it happens</h2>
<p>${prose(cause)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
<h2>Example</h2>
<pre><code>${escaped(example)}</code></pre>
<h2>Other problems</h2>
${list(others, '')}`,
  );
}

/** All problems that the interface knows. */
export function problemIndex(): string {
  return page(
    'Problems',
    '.',
    `<h1>Problems</h1>
<p>Every error of the interface is a problem document (RFC 9457). Branch on its <code>code</code>;
these pages say what each code means and what to do about it.</p>
${list(PROBLEM_CODES, 'problems/')}`,
  );
}

/** All problems for programs: code, status (of `internal_error` that of a bug; its other one is 503), title and page. */
export function problemList(publicUrl: string) {
  return PROBLEM_CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    return { code, status, title, type: `${publicUrl}/problems/${code}` };
  });
}

function list(codes: readonly ProblemCode[], folder: string): string {
  const items = codes.map((code) => {
    const { title } = PROBLEMS[code];
    return `<li><a href="${folder}${code}"><code>${code}</code></a> ${statusOf(code)}: ${escaped(title)}</li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function statusOf(code: ProblemCode): string {
  return code === 'internal_error' ? '500 or 503' : String(PROBLEMS[code].status);
}
