/**
 * The state of a form: what was typed, what was wrong with it, and whether it is being sent. What was typed is kept until it is
 * saved or discarded: through errors, visits to other pages and a reload of this one.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { person } from './account/session.ts';
import type { Reply } from './api.ts';
import { changed, holding, readDraft, unsaved, type Values, withoutSecrets } from './drafts.ts';
import type { OwnWords, Problem } from './problems.ts';
import { readTab, writeTab } from './tab-storage.ts';

interface FormOptions<V extends Values> {
  /** The name under which the draft is stored; forms about different things have different names. */
  name: string;
  /** What is stored, or an empty form. */
  initial: V;
  /** Fields that are never stored. */
  secrets?: readonly (keyof V)[];
  /** Fields that follow what is stored until something is typed, and then keep the value on the screen. */
  held?: readonly (keyof V)[];
  /** The form's own texts for problems, by code. */
  words?: OwnWords;
  /** For a form of the race office: the revision on the screen, `shownRevision`. */
  revision?: () => number;
}

export class Form<V extends Values> {
  readonly values: ReadonlySignal<V>;
  readonly problem = signal<Problem | undefined>(undefined);
  readonly isBusy = signal(false);
  /** Whether something was typed that is not saved. */
  readonly isChanged: ReadonlySignal<boolean>;
  /** The fields that differ from what is stored; a new object after each key press. */
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
   * The revision that was on the screen when the typing began, also after a reload; the current one where nothing was typed, or
   * where it is lower because a back-up was restored.
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
   * Sends the form; does nothing while it is being sent already.
   *
   * @param onDone shows the answer; after it, what was sent no longer counts as typed, unless it returns `'unsaved'`
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

  /** Takes what was sent out of the draft; what was typed meanwhile becomes a draft over what is on the screen now. */
  settle(sent: V): void {
    const left = unsaved(this.changes.peek(), sent);
    this.keep(holding(left, this.initial.peek(), this.values.peek(), this.held));
    // The page's own write is on the screen: with an older `seen`, the next write would conflict with it as with somebody
    // else's.
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

/** The form with the name of the options, the same one as long as the component is on the page. */
export function useForm<V extends Values>(options: FormOptions<V>): Form<V> {
  const form = useMemo(() => new Form(options), [options.name]);
  form.words = options.words ?? {};
  form.update(options.initial);
  return form;
}

/** Keeps an action from running twice at a time. @returns whether it is running, and what starts it unless it is */
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

/** All candidates of `usePrimaryAction`; the last one is the foremost. */
const candidates = signal<readonly object[]>([]);

/**
 * Whether this is the foremost of the things on the page that can be sent: the one that was typed into last, else the first
 * that has something to send. Only its button is highlighted, so that a page has one such button however many of its forms and
 * tables hold something unsaved; and the key for saving presses it.
 *
 * @param wants whether there is something to send
 * @param typed another value after each key press; `undefined` for what is not typed, which comes behind everything that is
 */
export function usePrimaryAction(wants: boolean, typed?: unknown): boolean {
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
