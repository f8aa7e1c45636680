/**
 * The state of a form: what was typed, what was wrong with it, and whether it is being sent. What was typed
 * stands until it is saved or discarded: through errors, other pages and a reload of this one.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { person } from './account/session.ts';
import type { Reply } from './api.ts';
import { changed, holding, readDraft, unsaved, type Values, withoutSecrets } from './drafts.ts';
import type { OwnWords, Problem } from './problems.ts';
import { readTab, writeTab } from './tab-storage.ts';

interface FormOptions<V extends Values> {
  /** By which what was typed is kept; forms of different things have different names. */
  name: string;
  /** What is stored, or an empty form. */
  initial: V;
  /** Fields that are kept nowhere. */
  secrets?: readonly (keyof V)[];
  /** Fields that follow what is stored until something is typed, and then stand as they are shown. */
  held?: readonly (keyof V)[];
  /** Words for what may be refused. */
  words?: OwnWords;
  /** Of a form of the race office: the revision on the screen, `shownRevision`. */
  revision?: () => number;
}

export class Form<V extends Values> {
  readonly values: ReadonlySignal<V>;
  readonly problem = signal<Problem | undefined>(undefined);
  readonly isBusy = signal(false);
  /** Whether something was typed that is not saved. */
  readonly isChanged: ReadonlySignal<boolean>;
  /** The fields that differ from what is stored: another object after each letter. */
  readonly typed: ReadonlySignal<Partial<V>>;
  words: OwnWords = {};
  /** The element of the form, once it is drawn. */
  element: HTMLFormElement | null = null;
  readonly name: string;
  private readonly secrets: readonly (keyof V)[];
  private readonly held: readonly (keyof V)[];
  private readonly initial;
  private readonly changes;
  private readonly revision: () => number;

  constructor({ name, initial, secrets = [], held = [], revision = () => 0 }: FormOptions<V>) {
    this.revision = revision;
    this.name = `draft ${person.peek()?.id ?? 0} ${name}`;
    this.secrets = secrets;
    this.held = held;
    this.initial = signal(initial);
    this.changes = signal<Partial<V>>(readDraft(readTab(this.name), initial));
    this.typed = this.changes;
    this.values = computed(() => ({ ...this.initial.value, ...this.changes.value }));
    this.isChanged = computed(() => Object.keys(this.changes.value).length > 0);
  }

  /** Takes over what is stored now; fields that somebody is changing stay as they are. */
  update(initial: V): void {
    if (JSON.stringify(initial) !== JSON.stringify(this.initial.peek()))
      this.initial.value = initial;
  }

  set(field: keyof V & string, value: V[keyof V]): void {
    const initial = this.initial.peek();
    const changes = changed(initial, this.changes.peek(), field, value);
    this.keep(holding(changes, initial, { ...initial, ...changes }, this.held));
  }

  /**
   * The revision that was on the screen when the typing began, also after a reload; else the one now, also where that is a
   * lower one, of a back-up that was restored.
   */
  seen(): number {
    const kept = readTab(this.seenKey);
    return Math.min(kept === null ? Number.POSITIVE_INFINITY : Number(kept), this.revision());
  }

  /** Only the fields that differ from what is stored. */
  changedValues(): Partial<V> {
    return this.changes.peek();
  }

  /** Forgets what was typed. */
  discard(): void {
    this.problem.value = undefined;
    this.keep({});
  }

  /**
   * Sends the form, once however often it is asked to.
   *
   * @param onDone shows what was answered; then what was sent no longer counts as typed, unless it returns
   *   `'unsaved'`
   * @param onSaved closes the form; not called where something was typed meanwhile
   */
  async submit<Body>(
    action: (values: V) => Promise<Reply<Body>>,
    onDone?: (body: Body) => unknown,
    onSaved?: () => void,
  ): Promise<void> {
    if (this.isBusy.peek()) return;
    this.isBusy.value = true;
    const sent = this.values.peek();
    const reply = await action(sent).finally(() => {
      this.isBusy.value = false;
    });
    if (reply.problem) {
      this.problem.value = reply.problem;
      requestAnimationFrame(() => this.focusFirstError());
      return;
    }
    this.problem.value = undefined;
    if (onDone?.(reply.body) === 'unsaved') return;
    this.settle(sent);
    if (!this.isChanged.peek()) onSaved?.();
  }

  /** What was sent no longer counts as typed, and what was typed meanwhile stands over what is on the screen now. */
  settle(sent: V): void {
    const left = unsaved(this.changes.peek(), sent);
    this.keep(holding(left, this.initial.peek(), this.values.peek(), this.held));
    // The own write is on the screen: seen before it, the next one would meet it as somebody else's.
    if (this.isChanged.peek()) writeTab(this.seenKey, String(this.revision()));
  }

  private get seenKey(): string {
    return `${this.name} seen`;
  }

  private keep(changes: Partial<V>): void {
    const isChanged = Object.keys(changes).length > 0;
    if (!isChanged) writeTab(this.seenKey, null);
    else if (!this.isChanged.peek()) writeTab(this.seenKey, String(this.revision()));
    this.changes.value = changes;
    const kept = withoutSecrets(changes, this.secrets);
    writeTab(this.name, Object.keys(kept).length > 0 ? JSON.stringify(kept) : null);
  }

  private focusFirstError(): void {
    const first = this.element?.querySelector<HTMLElement>('[aria-invalid=true]');
    first?.focus();
  }
}

/** The form of that name, as long as it is on the page. */
export function useForm<V extends Values>(options: FormOptions<V>): Form<V> {
  const form = useMemo(() => new Form(options), [options.name]);
  form.words = options.words ?? {};
  form.update(options.initial);
  return form;
}

/** What is done once however often it is asked for meanwhile. @returns whether it is under way, and what begins it */
export function useOnce<Given extends unknown[]>(
  act: (...given: Given) => Promise<unknown>,
): [isBusy: boolean, begin: (...given: Given) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  // Two presses may come before the page is drawn again.
  const isBegun = useRef(false);
  const begin = async (...given: Given) => {
    if (isBegun.current) return;
    isBegun.current = true;
    setBusy(true);
    await act(...given).finally(() => {
      isBegun.current = false;
      setBusy(false);
    });
  };
  return [isBusy, begin];
}

/** All that want to be it; the last one is. */
const candidates = signal<readonly object[]>([]);

/**
 * Which of the things that can be sent from a page is the foremost: what was typed last, else the first that waits for
 * somebody. Only its button is not quiet, so that a page has one such button however many of its forms and
 * tables hold something that is not saved; and it is the one that the key for saving presses.
 *
 * @param wants whether there is something to send
 * @param typed another value after each letter; `undefined` for what nobody types, which is behind all that is typed
 */
export function useForemost(wants: boolean, typed?: unknown): boolean {
  const self = useMemo(() => ({}), []);
  useLayoutEffect(() => {
    const others = candidates.peek().filter((each) => each !== self);
    if (!wants) candidates.value = others;
    else candidates.value = typed === undefined ? [self, ...others] : [...others, self];
  }, [wants, typed]);
  useLayoutEffect(
    () => () => {
      candidates.value = candidates.peek().filter((each) => each !== self);
    },
    [],
  );
  return candidates.value.at(-1) === self;
}
