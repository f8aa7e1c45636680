/**
 * Finds the code that a planted bug changes by its syntax: a declaration by its name, in any file of `src`, and in it the
 * piece whose syntax tree has the shape of a pattern. In a pattern, a name such as `$row` matches any piece of code, and the
 * same piece where it occurs again. So files can be moved, code reformatted and variables renamed without touching the table
 * of bugs.
 */
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import {
  isClassDeclaration,
  isExpressionStatement,
  isIdentifier,
  isParenthesizedExpression,
  isVariableStatement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, type Program } from 'typescript/unstable/sync';
import { newFolder, removeFolder } from '../support/started.ts';
import type { PlantedBug } from './planted-bugs-table.ts';

/** A piece of a file, and the text that plants a bug in its place. */
export interface Place {
  file: string;
  start: number;
  end: number;
  text: string;
}

/** The source text that names such as `$row` have matched. */
type Parts = Map<string, string>;

/**
 * Finds the places of bugs in the checkout of the working directory.
 *
 * @returns the places of the bugs that have exactly one, and a sentence about each of the others
 */
export function findPlaces(bugs: readonly PlantedBug[]) {
  const api = new API();
  try {
    const patterns = readPatterns(api, bugs);
    const program = programOf(api, resolve('tsconfig.json'));
    const sources = program
      .getSourceFileNames()
      .filter((name) => /^src[\\/]/.test(relative('.', name)))
      .flatMap((name) => program.getSourceFile(name) ?? []);
    const declarations = Map.groupBy(sources.flatMap(declarationsIn), ({ name }) => name);
    const places = new Map<PlantedBug, Place>();
    const lost: string[] = [];
    for (const [index, bug] of bugs.entries()) {
      const [name, inside, code, becomes] = bug;
      const around = declarations.get(inside) ?? [];
      const found = around.flatMap(({ node, file }) =>
        placesIn(node, patterns[index] as Node[], becomes, file),
      );
      if (found[0] && found.length === 1) places.set(bug, found[0]);
      else if (around.length === 0) lost.push(`"${name}": nothing in src is called ${inside}`);
      else lost.push(`"${name}": ${found.length} pieces of ${inside} look like ${code}, not one`);
    }
    return { places, lost };
  } finally {
    api.close();
  }
}

function programOf(api: API, config: string): Program {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (!project) throw new Error(`${config} cannot be read`);
  return project.program;
}

/** Each pattern as the statements of a block, or as one expression. */
function readPatterns(api: API, bugs: readonly PlantedBug[]): Node[][] {
  const folder = newFolder();
  const file = join(folder, 'patterns.ts');
  const config = join(folder, 'tsconfig.json');
  writeFileSync(file, `export {};\n${bugs.map(([, , code]) => `{ ${code} }\n`).join('')}`);
  writeFileSync(config, '{"compilerOptions":{"noLib":true,"types":[]},"files":["patterns.ts"]}');
  const program = programOf(api, config);
  const [, ...blocks] = program.getSourceFile(file)?.statements ?? [];
  const [trouble] = program.getSyntacticDiagnostics(file);
  removeFolder(folder);
  if (trouble || blocks.length !== bugs.length)
    throw new Error(`a pattern of the planted bugs is no TypeScript: ${trouble?.text}`);
  return blocks.map((block) => {
    const statements = childrenOf(block);
    const [first] = statements;
    if (!first || statements.length > 1 || !isExpressionStatement(first)) return statements;
    const { expression } = first;
    // Braces alone would be a block, so a pattern that is an object stands in parentheses.
    return [isParenthesizedExpression(expression) ? expression.expression : expression];
  });
}

/** The named declarations at the top level of a file, and the members of its classes. */
function declarationsIn(file: SourceFile): { name: string; node: Node; file: SourceFile }[] {
  const nodes = file.statements.flatMap((statement): readonly Node[] => {
    if (isVariableStatement(statement)) return statement.declarationList.declarations;
    return isClassDeclaration(statement) ? statement.members : [statement];
  });
  return nodes.flatMap((node) => {
    const name = childrenOf(node).find(isIdentifier)?.text;
    return name === undefined ? [] : { name, node, file };
  });
}

/** All places in a tree where neighbouring nodes match the nodes of the pattern, one by one. */
function placesIn(tree: Node, pattern: Node[], becomes: string, file: SourceFile): Place[] {
  const children = childrenOf(tree);
  const here = children.flatMap((first, index): Place[] => {
    const parts: Parts = new Map();
    const nodes = children.slice(index, index + pattern.length);
    const end = nodes.at(-1)?.end;
    if (end === undefined || !areLike(nodes, pattern, parts)) return [];
    const text = becomes.replace(/\$[a-z]\w*/gi, (name) => parts.get(name) ?? name);
    return [{ file: relative('.', file.fileName), start: first.getStart(file), end, text }];
  });
  return [...here, ...children.flatMap((child) => placesIn(child, pattern, becomes, file))];
}

function areLike(nodes: Node[], patterns: Node[], parts: Parts): boolean {
  return (
    nodes.length === patterns.length &&
    nodes.every((node, index) => isLike(node, patterns[index] as Node, parts))
  );
}

function isLike(node: Node, pattern: Node, parts: Parts): boolean {
  if (isIdentifier(pattern) && pattern.text.startsWith('$')) {
    const text = node.getText();
    if (!parts.has(pattern.text)) parts.set(pattern.text, text);
    return parts.get(pattern.text) === text;
  }
  return (
    node.kind === pattern.kind &&
    wordsOf(node) === wordsOf(pattern) &&
    areLike(childrenOf(node), childrenOf(pattern), parts)
  );
}

/** What a node has besides its children: a name, the text of a literal, a unary operator. */
function wordsOf(node: Node): string {
  const { text, operator } = node as { text?: string; operator?: number };
  return `${text} ${operator}`;
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
}
