/**
 * The third-party parts of what is shipped: packages that the service needs at run time, and those built into its pages.
 * They are read from the lock file, and their licences from where they are installed.
 *
 *     node scripts/parts.ts FOLDER     writes the bill of materials and the licences into a folder
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

export interface Part {
  name: string;
  version: string;
  /** The SPDX expression that its maker gives. */
  licence: string;
  /** Its hash, as npm checks it. */
  integrity: string | undefined;
  /** Where it is installed: absolute, or from the root of the checkout. */
  path: string;
}

interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** npm's names for each platform that there is a runtime for. */
export const PLATFORMS = {
  'linux-x64': { os: 'linux', cpu: 'x64' },
  'linux-arm64': { os: 'linux', cpu: 'arm64' },
  'win-x64': { os: 'win32', cpu: 'x64' },
} as const;
export type Platform = keyof typeof PLATFORMS;

/** Packages that only build the pages. */
const BUILDERS = ['vite'];

/** What is shipped: the service and its pages, by their place in the lock file. */
const SHIPPED = ['', 'web'];

if (import.meta.main) writeParts(join(import.meta.dirname, '..'), process.argv[2] ?? '.');

/**
 * Writes the bill of materials and the licences of what is shipped.
 *
 * @param root of a checkout
 * @param folder for `sbom.cdx.json` and `licences.txt`
 * @param parts left out for those of the package
 */
export function writeParts(
  root: string,
  folder: string,
  parts: readonly Part[] = partsOf(root),
): void {
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(manifest, parts));
  writeFileSync(join(folder, 'licences.txt'), licenceTexts(root, parts));
}

/**
 * @param root of a checkout
 * @param shipped the packages whose parts are wanted, by their place in the lock file
 * @returns the parts by name; a part in two versions is there twice
 */
export function partsOf(root: string, shipped: readonly string[] = SHIPPED): Part[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const found = new Set<string>();
  const add = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const path = locate(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      add(path, needsOf(packages[path] as Locked));
    }
  };
  for (const place of shipped) {
    const needed = Object.keys(packages[place]?.dependencies ?? {});
    add(
      place,
      needed.filter((name) => !BUILDERS.includes(name)),
    );
  }
  return [...found]
    .filter((path) => packages[path]?.link !== true)
    .map((path) => partAt(root, path, packages[path] as Locked))
    .sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

function needsOf(locked: Locked): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked;
  const peers = Object.keys(peerDependencies ?? {});
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
  ];
}

/** Where a package finds another one, by the rules of Node.js. */
function locate(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (Object.hasOwn(packages, path)) return path;
    if (folder === '') return undefined;
  }
}

function partAt(root: string, path: string, { version = '', license, integrity }: Locked): Part {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { name, version, licence: license ?? licenceAt(root, path), integrity, path };
}

function licenceAt(root: string, path: string): string {
  const file = join(root, path, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).license ?? '') : '';
}

/**
 * A software bill of materials, in CycloneDX's format.
 *
 * @param product what is shipped
 * @returns JSON
 */
function billOfMaterials(
  product: { name: string; version: string },
  parts: readonly Part[],
): string {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf({ ...product, licence: 'MIT', integrity: undefined }) },
    components: parts.map(componentOf),
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function componentOf({ name, version, licence, integrity }: Omit<Part, 'path'>) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const isSimple = /^[\w.-]+$/.test(licence);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [isSimple ? { license: { id: licence } } : { expression: licence }],
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
  };
}

/** @param integrity such as `sha512-…`, in base64 */
function hashOf(integrity: string): { alg: string; content: string } {
  const [name = '', base64 = ''] = integrity.split('-');
  return {
    alg: name.replace('sha', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  };
}

/** The licences of the parts with their texts, which most licences require to be included. */
export function licenceTexts(root: string, parts: readonly Part[]): string {
  const rule = '-'.repeat(80);
  const texts = parts.map((part) => {
    const head = `${part.name} ${part.version} (${part.licence})`;
    return `${rule}\n${head}\n${rule}\n\n${textOf(root, part)}\n`;
  });
  return `Running Order is made with the following parts, under these licences.\n\n${texts.join('\n')}`;
}

function textOf(root: string, { path, licence }: Part): string {
  const folder = resolve(root, path);
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  if (files.length === 0) return `Its package has no text of the licence ${licence}.`;
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}
