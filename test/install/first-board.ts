/**
 * Measures how soon somebody has a board of their own (adoption, "Proofs"): the portable folder runs in a system that has a
 * shell, tar, the C library and nothing else, and a person at a browser does what READ-ME.txt and the pages say.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/chromium.ts';
import { freePort } from '../support/server.ts';

/** The limit of the proof, which includes the time to think and type. */
const MOST_SECONDS = 180;
/** A person who looks for each field and button first, and types with two fingers. */
const SECONDS_A_STEP = 3;
const SECONDS_A_LETTER = 0.3;
/** More than any machine needs to start the service. */
const START_MILLIS = 60_000;

/** The programs of the system. */
const PROGRAMS = ['sh', 'env', 'tar', 'gzip'];

/** A programme, as it is copied from a spreadsheet. */
const PROGRAMME = [
  ['Number', 'Date', 'Time', 'Title'],
  ['1', '2026-06-13', '9:00', 'Women 8+'],
  ['2', '2026-06-13', '9:10', 'Men 4x'],
];

/**
 * @param packed a portable folder for this machine
 * @param folder for the system; it must not exist yet
 * @returns what was measured, or why nothing was
 */
export async function makeFirstBoard(packed: string, folder: string): Promise<string> {
  const missing = findChromium() ? withoutSystem() : 'there is no Chromium';
  if (missing) return `NOT RUN: a first board without Node.js, because ${missing}`;
  makeSystem(folder);
  const archive = `${basename(packed)}.tar.gz`;
  execFileSync('tar', ['-C', dirname(packed), '-czf', join(folder, archive), basename(packed)]);
  assert.notEqual(spawnSync(...inSystem(folder, 'sh', '-c', 'command -v node npm')).status, 0);
  const browser = await launchChromium();
  try {
    const startedAt = performance.now();
    execFileSync(...inSystem(folder, 'tar', '-xzf', archive));
    const service = await startFolder(folder, basename(packed));
    const person = new Person(await browser.newPage({ locale: 'en-GB' }));
    try {
      await makeBoard(person, service.setUpLink);
    } finally {
      service.child.kill('SIGTERM');
      await service.ended;
    }
    const machine = (performance.now() - startedAt) / 1000;
    // Unpacking and starting are two more steps.
    const steps = person.steps + 2;
    const hands = steps * SECONDS_A_STEP + person.letters * SECONDS_A_LETTER;
    assert.ok(machine + hands < MOST_SECONDS, `${machine} s, ${steps} steps, ${person.letters}`);
    return `a first board without Node.js: ${steps} steps, ${person.letters} letters, ${machine.toFixed(1)} s of the machine; with ${SECONDS_A_STEP} s a step and ${SECONDS_A_LETTER} s a letter ${Math.round(machine + hands)} s`;
  } finally {
    await browser.close();
  }
}

/** Counts what somebody does: fields and buttons, and the letters that are typed. */
class Person {
  readonly page: Page;
  steps = 0;
  letters = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async type(label: string, text: string): Promise<void> {
    this.letters += text.length;
    await this.paste(label, text);
  }

  /** Fills a field as by pasting: a step without letters. */
  async paste(label: string, text: string): Promise<void> {
    this.steps++;
    await this.page.getByLabel(label, { exact: true }).first().fill(text);
  }

  async press(what: Locator): Promise<void> {
    this.steps++;
    await what.click();
  }

  button(name: string): Promise<void> {
    return this.press(this.page.getByRole('button', { name, exact: true }));
  }

  link(name: string): Promise<void> {
    return this.press(this.page.getByRole('link', { name, exact: true }).first());
  }
}

/** From the page that the start opens to the board. */
async function makeBoard(person: Person, setUpLink: string): Promise<void> {
  const { page } = person;
  await page.goto(setUpLink);
  await person.type('Your first club', 'Rowing Club Lakeside');
  await person.type('Name', 'Ann Smith');
  await person.type('E-mail address', 'ann@example.org');
  await person.type('Password', 'a boat full of hay');
  await person.button('Set up');
  await person.link('New regatta');
  await person.type('Name of the regatta', 'Lake regatta');
  await person.type('First day', '2026-06-13');
  await person.type('Time zone of the venue', 'Europe/Berlin');
  await page.keyboard.press('Tab');
  await person.button('Make the regatta');
  await page.getByRole('heading', { level: 1, name: 'Lake regatta' }).waitFor();
  await person.link('Programme');
  await person.button('Paste from a spreadsheet');
  await person.paste('Copied rows', PROGRAMME.map((row) => row.join('\t')).join('\n'));
  await person.button('Save 2 rows');
  await page.getByText('2 rows saved.').waitFor();
  await person.link('Publish');
  await person.button('Publish');
  await page.getByText('The running order is published.', { exact: true }).waitFor();
  const board = await page.getByLabel('Address of the board', { exact: true }).inputValue();
  person.steps++;
  await page.goto(board);
  await page.getByText('Women 8+').first().waitFor();
  await page.getByText('Lake regatta').first().waitFor();
}

/** Why such a system cannot be made here; undefined if it can. */
function withoutSystem(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has a system in a system';
  const tried = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']);
  return tried.status === 0 ? undefined : 'a system of its own is not allowed (unshare)';
}

/** A root folder with a few programs and their libraries, without Node.js. */
function makeSystem(folder: string): void {
  for (const name of ['bin', 'dev', 'proc', 'tmp'])
    mkdirSync(join(folder, name), { recursive: true });
  const programs = PROGRAMS.map((name) =>
    execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
  );
  for (const program of programs) copy(program, join(folder, 'bin', basename(program)));
  // The libraries of the runtime are needed, too.
  for (const program of [...programs, process.execPath]) {
    const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
    for (const [, library = ''] of listed.matchAll(/(\/\S+) \(0x/g))
      copy(library, join(folder, library));
  }
}

/** Copies a file, or the file to which a link leads. */
function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(file, to);
}

/** A command that runs with `folder` as its root, and has no variables but those that it is given. */
function inSystem(folder: string, ...words: string[]): [program: string, words: string[]] {
  const enter = [
    'mount --rbind /dev "$0/dev"',
    'mount --rbind /proc "$0/proc"',
    'exec chroot "$0" /bin/env -i PATH=/bin "$@"',
  ].join(' && ');
  const own = ['--user', '--map-root-user', '--mount', '/bin/sh', '-c', enter, folder];
  return ['unshare', [...own, ...words]];
}

async function startFolder(folder: string, name: string) {
  const port = String(await freePort());
  const [program, words] = inSystem(folder, `PORT=${port}`, `/${name}/start`);
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (bytes) => {
    said += bytes;
  });
  for (const end = performance.now() + START_MILLIS; ; await delay(20)) {
    const [setUpLink] = /http:\/\/\S+\/set-up#\S+/.exec(said) ?? [];
    if (setUpLink && said.includes('listens on')) return { child, ended, setUpLink };
    assert.ok(child.exitCode === null && performance.now() < end, said);
  }
}
