// Reads one source file into the facts that the architecture test judges: imports, platform things touched, workers
// launched, words written straight into a component. Knows nothing of what is allowed.
import { posix } from 'node:path';
import { parseSync } from 'vite';
import type { Import } from './architecture.ts';

export interface Facts {
  readonly path: string;
  readonly lines: number;
  readonly header: boolean;
  readonly imports: readonly Import[];
  readonly touches: readonly string[];
  /** Paths of worker entries started with `new Worker(new URL(…))`; '' for any other way. */
  readonly launches: readonly string[];
  readonly words: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The node below `key`; a node of no type where there is none, so that questions about it are all answered no. */
const child = (node: Node, key: string): Node => {
  const value = node[key];
  return isNode(value) ? value : { type: '' };
};
const list = (node: Node, key: string): readonly Node[] => {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
};
const text = (node: Node): string | undefined =>
  typeof node['value'] === 'string' ? node['value'] : undefined;
const nameOf = (node: Node): string | undefined =>
  (node.type === 'Identifier' || node.type === 'JSXIdentifier') && typeof node['name'] === 'string'
    ? node['name']
    : undefined;

const GLOBALS = new Set([
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'indexedDB',
  'caches',
  'localStorage',
  'sessionStorage',
  'eval',
  'Function',
]);
const ROOTS = new Set(['globalThis', 'self', 'window']);
const READ_ATTRIBUTES = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
const BRAND = /^Bowline$/;

const hasWords = (value: string): boolean => /\p{L}{2,}/u.test(value) && !BRAND.test(value.trim());

function resolve(from: string, to: string): string {
  const bare = to.replace(/\?.*$/, '');
  return bare.startsWith('.') ? posix.join(posix.dirname(from), bare) : to;
}

/** An import whose every binding is a type. */
function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const names = list(node, 'specifiers');
  return (
    names.length > 0 && names.every((name) => name['importKind'] === 'type' || name['exportKind'] === 'type')
  );
}

function importOf(node: Node): { to: string; typeOnly: boolean } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression': {
      const to = text(child(node, 'source'));
      return to === undefined ? undefined : { to, typeOnly: isTypeOnly(node) };
    }
    case 'TSImportType': {
      const source = child(node, 'source');
      const to =
        text(source) ?? text(child(source, 'literal')) ?? text(child(child(node, 'argument'), 'literal'));
      return to === undefined ? undefined : { to, typeOnly: true };
    }
    case 'TSModuleDeclaration': {
      const to = text(child(node, 'id'));
      return to === undefined ? undefined : { to, typeOnly: true };
    }
    default:
      return undefined;
  }
}

function touchOf(node: Node, parent: Node, key: string): string | undefined {
  if (node.type === 'MemberExpression') {
    const object = nameOf(child(node, 'object'));
    const property = nameOf(child(node, 'property'));
    if (property === 'sendBeacon') return property;
    if (object === 'navigator' && property === 'storage') return 'navigator.storage';
    return object !== undefined && ROOTS.has(object) && property !== undefined && GLOBALS.has(property)
      ? property
      : undefined;
  }
  const name = nameOf(node);
  if (name === undefined || !GLOBALS.has(name)) return undefined;
  // A property, key or type of that name is somebody's own word, not the platform's.
  const isOwnName =
    (parent.type === 'MemberExpression' && key === 'property') ||
    key === 'key' ||
    parent.type.startsWith('TS');
  return isOwnName ? undefined : name;
}

function launchOf(node: Node, path: string): string | undefined {
  if (node.type !== 'NewExpression') return undefined;
  const callee = nameOf(child(node, 'callee'));
  if (callee !== 'Worker' && callee !== 'SharedWorker') return undefined;
  const [url] = list(node, 'arguments');
  const target = url?.type === 'NewExpression' ? text(list(url, 'arguments')[0] ?? url) : undefined;
  return target === undefined ? '' : resolve(path, target);
}

function wordsOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return text(node);
  if (node.type === 'JSXExpressionContainer') return text(child(node, 'expression'));
  if (node.type !== 'JSXAttribute' || !READ_ATTRIBUTES.has(nameOf(child(node, 'name')) ?? ''))
    return undefined;
  const value = child(node, 'value');
  return text(value) ?? text(child(value, 'expression'));
}

const isKey = (node: Node): boolean => nameOf(child(child(node, 'openingElement'), 'name')) === 'kbd';

export function readFacts(path: string, source: string): Facts {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'does not parse'}`);
  const imports: Import[] = [];
  const touches: string[] = [];
  const launches: string[] = [];
  const words: string[] = [];
  const visit = (node: Node, parent: Node, key: string): void => {
    const found = importOf(node);
    if (found !== undefined)
      imports.push({ from: path, to: resolve(path, found.to), typeOnly: found.typeOnly });
    const touched = touchOf(node, parent, key);
    if (touched !== undefined) touches.push(touched);
    const launched = launchOf(node, path);
    if (launched !== undefined) launches.push(launched);
    // An attribute's value is judged with its attribute; class names and the like are not for reading, and what
    // stands on a key is the same in every language.
    const skipped = parent.type === 'JSXAttribute' || isKey(parent);
    const said = skipped ? undefined : wordsOf(node);
    if (said !== undefined && hasWords(said)) words.push(said.trim());
    for (const [name, value] of Object.entries(node)) {
      for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) visit(item, node, name);
    }
  };
  // The parser's own types are wide unions; the walk only needs nodes, and checks each.
  if (isNode(program)) visit(program, { type: '' }, '');
  return {
    path,
    lines: source.split('\n').length - 1,
    header: /^(\/\/|\/\*|#!)/.test(source),
    imports,
    touches,
    launches,
    words,
  };
}
