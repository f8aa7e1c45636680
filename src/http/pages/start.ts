/** The start page: what answers here, and where to read on. It shows no data. */
import { page } from './layout.ts';

export function startPage(): string {
  return page(
    'Running Order',
    '.',
    `<h1>Running Order</h1>
<p>This service keeps a regatta's races, lane draw and results, and answers for them through one JSON
API. Timing and regatta software uses it with an API key.</p>
<ul>
<li><a href="docs/">The interface description</a>, to read, search and try</li>
<li><a href="openapi.json">The same for programs</a>, as OpenAPI</li>
<li><a href="problems">The problems</a> that it answers with, and what to do about them</li>
</ul>`,
  );
}
