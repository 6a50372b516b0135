// What is known of one model and from whom (P4): the person, the server's list, the catalogue, or a guess. For the page
// that shows and overrides it; requests are written from `capabilitiesIn`. Asks nobody but where it says so.

import { asFailure, type Failure, failure } from '../../engine/failures.ts';
import type { Http } from '../../engine/ports.ts';
import type { ModelCapabilities } from '../../engine/provider.ts';
import { type Account, capabilitiesIn, type ModelWord } from './accounts.ts';
import { familyOf } from './catalogue.ts';
import { type Preset, presetAt } from './presets.ts';
import { headersOf } from './wires.ts';

export type FigureName = 'window' | 'maxOutput' | 'tools' | 'images' | 'reasoning' | 'price';

/** asked: we ask the server for it with each request · unknown: there is no such figure. */
export type FigureSource = 'person' | 'server' | 'catalogue' | 'asked' | 'guess' | 'unknown';

export interface ModelFigures {
  readonly capabilities: ModelCapabilities;
  readonly sources: Readonly<Record<FigureName, FigureSource>>;
  /** What would hold without the person's word. */
  readonly found: ModelCapabilities;
  readonly word: ModelWord;
  /** The window is asked for with each request, and the server can be asked what it gave. */
  readonly setsWindow: boolean;
}

export function figuresOf(account: Account, preset: Preset, model: string): ModelFigures {
  const listed = account.models.find(({ id }) => id === model);
  const family = familyOf(model);
  const word = account.said?.[model] ?? {};
  const unsaid = capabilitiesIn({ ...account, said: {} }, preset, model);
  const capabilities = capabilitiesIn(account, preset, model);
  const setsWindow = presetAt(preset, account.baseUrl).wire === 'ollama';
  const source = (name: FigureName): FigureSource => {
    if (word[name] !== undefined) return 'person';
    if (capabilities[name] === undefined) return 'unknown';
    if (listed?.[name] !== undefined) return 'server';
    if (name === 'window') return windowSource();
    if (name === 'price') return 'catalogue';
    return family?.[name] === undefined ? 'guess' : 'catalogue';
  };
  const windowSource = (): FigureSource => {
    if (setsWindow) return 'asked';
    if (!capabilities.windowKnown) return 'guess';
    if (listed?.trainedWindow !== undefined) return 'server';
    return family === undefined ? 'guess' : 'catalogue';
  };
  return {
    capabilities,
    found: unsaid,
    word,
    setsWindow,
    sources: {
      window: source('window'),
      maxOutput: source('maxOutput'),
      tools: source('tools'),
      images: source('images'),
      reasoning: source('reasoning'),
      price: source('price'),
    },
  };
}

export interface LoadedWindow {
  readonly asked: number;
  /** Missing: the model isn't loaded now. */
  readonly loaded?: number;
}

/** Asks the server with which window it has loaded the model. Contract: never rejects. */
export async function loadedWindow(
  http: Http,
  asking: { readonly baseUrl: string; readonly key: string | undefined; readonly model: string },
  asked: number,
  signal: AbortSignal,
): Promise<LoadedWindow | Failure> {
  const { baseUrl, key, model } = asking;
  try {
    const url = `${baseUrl}/api/ps`;
    const answer = await http.fetch({ url, headers: headersOf('ollama', key), purpose: 'models', signal });
    if (!answer.ok) return failure('not-a-provider', `answered ${answer.status}`, { status: answer.status });
    const loaded = readLoadedWindow(JSON.parse(await answer.text()), model);
    return { asked, ...(loaded === undefined ? {} : { loaded }) };
  } catch (thrown) {
    return asFailure(thrown, 'not-a-provider');
  }
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export function readLoadedWindow(body: unknown, model: string): number | undefined {
  const { models } = fieldsOf(body);
  const list: readonly unknown[] = Array.isArray(models) ? models : [];
  const names = new Set([model, `${model}:latest`]);
  const loaded = list
    .map(fieldsOf)
    .find((row) => [row['model'], row['name']].some((name) => typeof name === 'string' && names.has(name)));
  const length = loaded?.['context_length'];
  return typeof length === 'number' && length > 0 ? length : undefined;
}
