/** The first of some values, as a sentence names them: `"a", "b" and 2 more`. */
export function listed(values: readonly unknown[], most = 3): string {
  const first = values.slice(0, most).map((value) => JSON.stringify(value));
  const more = values.length - first.length;
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
