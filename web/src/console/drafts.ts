/**
 * What somebody has typed and not saved yet. Only the fields that differ from what is stored are kept, so that
 * the others follow what others save meanwhile.
 */

/** Texts and ticks of a form, by field. */
export type Values = Record<string, string | boolean>;

/** The changes once `field` has `value`. @param initial what is stored, which is no change @param changes so far */
export function changed<V extends Values>(
  initial: V,
  changes: Partial<V>,
  field: keyof V,
  value: V[keyof V],
): Partial<V> {
  const { [field]: _, ...others } = changes;
  return initial[field] === value
    ? (others as Partial<V>)
    : { ...(others as Partial<V>), [field]: value };
}

/**
 * A draft that, once anything is typed, also holds some fields at the values on the screen, so that writes of others do not
 * change them.
 *
 * @param changes as `changed` returns them
 * @param shown the values on the screen
 * @param held the fields to hold; they are no draft by themselves while they are as stored
 */
export function holding<V extends Values>(
  changes: Partial<V>,
  initial: V,
  shown: V,
  held: readonly (keyof V)[],
): Partial<V> {
  const isTyped = keysOf(changes).some(
    (field) => !held.includes(field) || changes[field] !== initial[field],
  );
  if (!isTyped) return {};
  return { ...keep(shown as Partial<V>, (field) => held.includes(field)), ...changes };
}

/** What is left of the changes once some values have been saved: what was typed after they were sent. */
export function unsaved<V extends Values>(changes: Partial<V>, sent: V): Partial<V> {
  return keep(changes, (field, value) => sent[field] !== value);
}

/** The changes that may be stored: without passwords and other secrets. */
export function withoutSecrets<V extends Values>(
  changes: Partial<V>,
  secrets: readonly (keyof V)[],
): Partial<V> {
  return keep(changes, (field) => !secrets.includes(field));
}

/** Reads a stored draft; fields that the form does not have, or of another type, are dropped. */
export function readDraft<V extends Values>(text: string | null, initial: V): Partial<V> {
  const kept = readJson(text);
  if (typeof kept !== 'object' || kept === null) return {};
  return keep(
    kept as Partial<V>,
    (field, value) => Object.hasOwn(initial, field) && typeof value === typeof initial[field],
  );
}

/** Parses a stored text; `undefined` where it is not JSON. */
export function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function keysOf<V extends Values>(changes: Partial<V>): (keyof V)[] {
  return Object.keys(changes);
}

function keep<V extends Values>(
  changes: Partial<V>,
  isKept: (field: keyof V & string, value: unknown) => boolean,
): Partial<V> {
  return Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => isKept(field, value)),
  ) as Partial<V>;
}
