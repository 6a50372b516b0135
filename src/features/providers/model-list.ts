// The list of models that an endpoint offers: asked for over the Http port, read leniently, never trusted to be
// complete. Servers of this wire describe their models each in their own words.

import { type Failure, asFailure, failure } from '../../engine/failures.ts';
import { ABORTED, orAborted, stopOf } from '../../engine/abort.ts';
import type { Clock, Http, HttpRequest } from '../../engine/ports.ts';
import type { Price } from '../../engine/provider.ts';
import { cutHead, wellFormed } from '../../engine/text.ts';
import type { ModelFacts } from './catalogue.ts';
import { classifyAnswer, looksLikeHtml } from './classify.ts';
import { showModels } from './ollama-show.ts';
import { headersOf, WIRES, type Wire } from './wires.ts';

const MOST_MODELS = 1_000;

export interface ListRequest {
  readonly wire: Wire;
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly purpose: HttpRequest['purpose'];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Contract: never rejects; an abort comes back as `connection-lost`. */
export async function listModels(
  ports: { readonly http: Http; readonly clock: Clock },
  request: ListRequest,
): Promise<readonly ModelFacts[] | Failure> {
  const { http, clock } = ports;
  if (request.wire === 'in-page') return (await import('./in-page-models.ts')).inPageFacts();
  const closing = new AbortController();
  const cancel = clock.after(request.timeoutMs, () => closing.abort());
  const signal = AbortSignal.any([request.signal, closing.signal]);
  const host = new URL(request.baseUrl).host;
  try {
    const answer = await orAborted(ask(http, request, signal), stopOf(signal));
    if (answer !== ABORTED) {
      const models = read(answer, { host, now: clock.now(), secret: request.key });
      if ('code' in models || request.wire !== 'ollama' || request.purpose === 'probe') return models;
      const shown = await orAborted(showModels(http, { ...request, signal }, models), stopOf(signal));
      return shown === ABORTED ? models : shown;
    }
    return request.signal.aborted
      ? failure('connection-lost', 'given up')
      : failure('connect-timeout', `${host} did not answer`, { facts: { host } });
  } catch (thrown) {
    const found = asFailure(thrown, 'unreachable');
    return { ...found, facts: { host, ...found.facts } };
  } finally {
    cancel();
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: { get(name: string): string | null };
}

async function ask(http: Http, request: ListRequest, signal: AbortSignal): Promise<Answer> {
  const headers = headersOf(request.wire, request.key);
  const response = await http.fetch({
    url: request.baseUrl + WIRES[request.wire].list,
    purpose: request.purpose,
    signal,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function read(
  answer: Answer,
  at: { host: string; now: number; secret?: string | undefined },
): readonly ModelFacts[] | Failure {
  if (answer.status < 200 || answer.status > 299) {
    return classifyAnswer({ ...answer, contentType: answer.headers.get('content-type') }, at);
  }
  const nothing = failure('not-a-provider', `${at.host} answered, but not with a list of models`, {
    status: answer.status,
    facts: { host: at.host },
  });
  if (looksLikeHtml(answer.headers.get('content-type'), answer.body)) return nothing;
  try {
    return readModelList(JSON.parse(answer.body)) ?? nothing;
  } catch {
    return nothing;
  }
}

/** Undefined where `body` holds no list at all. Rows without a name and models that can't chat are left out. */
export function readModelList(body: unknown): readonly ModelFacts[] | undefined {
  const list = Array.isArray(body) ? body : (listIn(body, 'data') ?? listIn(body, 'models'));
  if (list === undefined) return undefined;
  const found = new Map<string, ModelFacts>();
  for (const row of list.slice(0, MOST_MODELS)) {
    const facts = readRow(row);
    if (facts !== undefined && !found.has(facts.id)) found.set(facts.id, facts);
  }
  return [...found.values()];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function listIn(body: unknown, name: string): readonly unknown[] | undefined {
  const list: unknown = fieldsOf(body)[name];
  return Array.isArray(list) ? list : undefined;
}

const NO_CHAT = /(^|[/_:.-])(embed|embedding|embeddings|rerank|reranker|whisper|tts|moderation)([/_:.-]|$)/i;

function readRow(row: unknown): ModelFacts | undefined {
  const fields = fieldsOf(row);
  const id =
    typeof row === 'string' ? row : (text(fields['id']) ?? text(fields['model']) ?? text(fields['name']));
  if (id === undefined || NO_CHAT.test(id) || text(fields['type'])?.startsWith('embedding') === true)
    return undefined;
  const methods = fields['supportedGenerationMethods'];
  if (Array.isArray(methods) && !methods.includes('generateContent')) return undefined;
  const meta = fieldsOf(fields['meta']);
  const able = fieldsOf(fields['capabilities']);
  if (able['completion_chat'] === false) return undefined;
  const top = fieldsOf(fields['top_provider']);
  const parameters = fields['supported_parameters'];
  const modalities = fieldsOf(fields['architecture'])['input_modalities'];
  return {
    id: cutHead(wellFormed(id.replace(/^models\//, '')), 256),
    ...defined({
      label: text(fields['display_name']) ?? text(fields['displayName']),
      window: whole(
        fields['loaded_context_length'],
        fields['max_model_len'],
        meta['n_ctx'],
        fields['context_length'],
        fields['context_window'],
        fields['inputTokenLimit'],
        fields['max_input_tokens'],
      ),
      trainedWindow: whole(fields['max_context_length'], meta['n_ctx_train']),
      maxOutput: whole(
        top['max_completion_tokens'],
        fields['max_completion_tokens'],
        fields['outputTokenLimit'],
      ),
      tools: Array.isArray(parameters) ? parameters.includes('tools') : flag(able['function_calling']),
      images: Array.isArray(modalities)
        ? modalities.includes('image')
        : (flag(able['vision']) ?? isVlm(fields)),
      reasoning: Array.isArray(parameters)
        ? parameters.includes('reasoning')
        : (flag(fields['thinking']) ?? flag(able['reasoning'])),
      price: priceOf(fields['pricing']),
      bytes: whole(fields['size']),
    }),
  };
}

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Defined<T>;
}

const isVlm = (fields: Fields): boolean | undefined => (fields['type'] === 'vlm' ? true : undefined);

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

function whole(...values: readonly unknown[]): number | undefined {
  const found = values.find((value) => typeof value === 'number' && Number.isInteger(value) && value > 0);
  return typeof found === 'number' ? found : undefined;
}

/** Listed per token, as decimal strings; negative where the price varies. */
function priceOf(pricing: unknown): Price | undefined {
  const fields = fieldsOf(pricing);
  const perMillion = (name: string): number | undefined => {
    const listed = fields[name];
    const value = typeof listed === 'number' ? listed : Number.parseFloat(text(listed) ?? '');
    return Number.isFinite(value) && value >= 0 ? Math.round(value * 1e12) / 1e6 : undefined;
  };
  const input = perMillion('prompt');
  const output = perMillion('completion');
  if (input === undefined || output === undefined) return undefined;
  const cached = perMillion('input_cache_read');
  const cacheWrite = perMillion('input_cache_write');
  return {
    input,
    output,
    ...(cached === undefined ? {} : { cached }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}
