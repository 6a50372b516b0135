// The layers as a table: who may import whom, which packages each may use, and where the single places are that
// touch the platform. Data and pure judgements only; architecture.test.ts reads the sources and holds them to it.

export type Layer =
  | 'engine'
  | 'features'
  | 'protocol'
  | 'adapters'
  | 'ui'
  | 'recovery'
  | 'companion'
  | 'workers';

interface LayerRule {
  /** Layers it may import beside itself. A feature reaches its own folder and the leaves only. */
  readonly layers: readonly Layer[];
  /** Layers of which it may import types only, but for the files in `pureValues`. */
  readonly typesOf?: readonly Layer[];
  /** Packages; a trailing `/` allows a whole scope, `node:` every built-in module. */
  readonly packages: readonly string[];
}

export const layerRules: Readonly<Record<Layer, LayerRule>> = {
  engine: { layers: [], packages: [] },
  features: {
    layers: ['engine'],
    packages: ['zod', 'diff', 'picomatch', 'ignore', '@ai-sdk/', 'marked', 'fflate'],
  },
  protocol: { layers: ['engine', 'features'], packages: ['comlink'] },
  adapters: {
    layers: ['engine', 'features', 'protocol'],
    packages: ['idb', 'comlink', 'zod', '@ai-sdk/', 'onnxruntime-web/'],
  },
  ui: {
    layers: ['features', 'protocol'],
    typesOf: ['engine'],
    packages: [
      'preact',
      '@preact/',
      'lucide-preact',
      '@fontsource-variable/',
      'marked',
      'dompurify',
      'katex',
      'mermaid',
      'diff',
      'workbox-window',
      'virtual:pwa-register',
    ],
  },
  // Works when the app does not: of the app only pure leaves.
  recovery: { layers: ['features'], packages: ['fflate'] },
  companion: {
    layers: ['engine', 'features', 'protocol', 'adapters', 'workers'],
    packages: ['node:', 'zod'],
  },
  workers: {
    layers: ['engine', 'features', 'protocol', 'adapters'],
    packages: [
      'comlink',
      'workbox-precaching',
      'workbox-routing',
      'zod',
      '@huggingface/transformers',
      'onnxruntime-web/',
    ],
  },
};

/** Features that every feature may import: they import no feature themselves. */
export const featureLeaves: readonly string[] = [
  'src/features/diagnostics/forms.ts',
  'src/features/diagnostics/diagnostics.ts',
  'src/features/schema.ts',
  'src/features/settings.ts',
  'src/features/zip.ts',
];

/** Engine files whose values the page may use: pure folds and tables that page and worker share. */
export const pureValues: readonly string[] = [
  'events',
  'failures',
  'ids',
  'session-head',
  'text',
  'transcript',
].map((name) => `src/engine/${name}.ts`);

/** A platform thing and the only places that may touch it. A place is the start of a path. */
export const singlePlaces: readonly { readonly name: string; readonly places: readonly string[] }[] = [
  { name: 'fetch', places: ['src/adapters/http', 'workers/sw.ts'] },
  { name: 'XMLHttpRequest', places: [] },
  { name: 'WebSocket', places: [] },
  { name: 'EventSource', places: [] },
  { name: 'sendBeacon', places: [] },
  { name: 'indexedDB', places: ['src/adapters/', 'src/recovery/'] },
  { name: 'navigator.storage', places: ['src/adapters/', 'src/recovery/', 'src/ui/state/storage.ts'] },
  { name: 'caches', places: ['workers/sw.ts', 'src/recovery/'] },
  { name: 'localStorage', places: ['src/ui/state/', 'src/recovery/'] },
  { name: 'sessionStorage', places: ['src/ui/state/', 'src/recovery/'] },
  { name: 'eval', places: [] },
  { name: 'Function', places: [] },
];

/** Packages and the only places that may import them. */
export const packagePlaces: readonly { readonly name: string; readonly places: readonly string[] }[] = [
  { name: 'comlink', places: ['src/protocol/wire.ts', 'workers/', 'src/adapters/scanner'] },
  { name: 'idb', places: ['src/adapters/db'] },
  { name: 'node:child_process', places: ['src/companion/exec'] },
  { name: 'node:worker_threads', places: ['src/companion/node-scanner.ts', 'src/companion/scan-thread.ts'] },
];

/** Names of vendors occur in the provider layer and in what people read, nowhere else (P13). */
export const vendors =
  /open-?ai|anthropic|claude|gemini|mistral|deepseek|\bgroq\b|\bx-?ai\b|open-?router|ollama|lm-?studio|llama\.?cpp|vllm/i;
export const vendorPlaces: readonly string[] = [
  'src/features/providers',
  'src/adapters/providers',
  'src/features/imports/',
  'src/ui/i18n/',
  // The name of a file that people keep, of whichever vendor.
  'src/features/workspace/rule-files.ts',
];

export interface Import {
  readonly from: string;
  /** Path below the root, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const within = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path.startsWith(place));

export function layerOf(path: string): Layer | undefined {
  if (path.startsWith('workers/')) return 'workers';
  const name = /^src\/([^/]+)\//.exec(path)?.[1];
  return name !== undefined && name in layerRules ? (name as Layer) : undefined;
}

/** The feature a file belongs to: its folder below features/, or its own name. */
export function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/.]+)/.exec(path)?.[1];
}

export const isTest = (path: string): boolean =>
  /\.(test|test-d|contract)\.tsx?$|\/fixtures\/|\/testing\//.test(path);

/** A front file (`rooms/rooms.ts`, `settings.ts`) or the fold: all that is seen of a feature from outside. */
function isFront(path: string): boolean {
  const feature = featureOf(path) ?? '';
  const inside = path.slice('src/features/'.length);
  return (
    inside === `${feature}.ts` || inside === `${feature}/${feature}.ts` || inside === `${feature}/fold.ts`
  );
}

function judgePackage({ from, to }: Import, rule: LayerRule): string | undefined {
  const name = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : (to.split('/')[0] ?? to);
  const allowed = rule.packages.some((item) =>
    /[/:]$/.test(item) ? to.startsWith(item) : item === name || item === to,
  );
  if (!allowed) return `${from}: its layer may not import the package ${to}`;
  const place = packagePlaces.find((item) => item.name === name || item.name === to);
  if (place !== undefined && !within(from, place.places))
    return `${from}: ${to} belongs to ${place.places.join(', ')}`;
  return undefined;
}

function judgeFeature({ from, to }: Import, layer: Layer): string | undefined {
  if (layer !== 'features') {
    if (layer === 'ui') {
      const fine = to.endsWith('/fold.ts') || featureLeaves.includes(to);
      return fine ? undefined : `${from}: the page sees only fold.ts of a feature, not ${to}`;
    }
    return isFront(to) || featureLeaves.includes(to)
      ? undefined
      : `${from}: ${to} is not the front file of its feature`;
  }
  if (featureOf(from) === featureOf(to)) return undefined;
  if (featureLeaves.includes(to) && !featureLeaves.includes(from)) return undefined;
  return `${from}: a feature never imports another one (${to})`;
}

/** What is wrong with an import of a file that is not a test; undefined when it is allowed. */
export function judgeImport(item: Import): string | undefined {
  const { from, to, typeOnly } = item;
  const layer = layerOf(from);
  if (layer === undefined) return `${from}: lies in no layer`;
  const rule = layerRules[layer];
  if (!/^(src|workers)\//.test(to)) return judgePackage(item, rule);
  if (isTest(to)) return `${from}: what runs does not import a test (${to})`;
  const target = layerOf(to);
  if (target === undefined) return `${from}: ${to} lies in no layer`;
  if (target === 'features') {
    const wrong = judgeFeature(item, layer);
    if (wrong !== undefined) return wrong;
  }
  if (target === layer || rule.layers.includes(target)) return undefined;
  if (rule.typesOf?.includes(target) === true && (typeOnly || pureValues.includes(to))) return undefined;
  return `${from}: ${layer} may not import ${target} (${to})`;
}

/** Whether `path` may touch the platform thing `name`. */
export function mayTouch(path: string, name: string): boolean {
  const place = singlePlaces.find((item) => item.name === name);
  return place === undefined || within(path, place.places);
}

export const mayNameVendors = (path: string): boolean => isTest(path) || within(path, vendorPlaces);
