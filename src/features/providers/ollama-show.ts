// What an Ollama server says of one of its models: senses, and the window of the weights. Asked model by model, as its
// list is silent about both. Read leniently; what can't be read is left out.

import type { Http, HttpRequest } from '../../engine/ports.ts';
import type { ModelFacts } from './catalogue.ts';
import { headersOf } from './wires.ts';

/** More models than this are listed without asking about each. */
const MOST_SHOWN = 60;

export interface ShowRequest {
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly purpose: HttpRequest['purpose'];
  readonly signal: AbortSignal;
}

/** Never rejects; a model that the server won't speak of stays as it was. */
export async function showModel(http: Http, request: ShowRequest, facts: ModelFacts): Promise<ModelFacts> {
  const { baseUrl, key, purpose, signal } = request;
  try {
    const answer = await http.fetch({
      url: `${baseUrl}/api/show`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf('ollama', key) },
      body: JSON.stringify({ model: facts.id }),
      purpose,
      signal,
    });
    if (!answer.ok) return facts;
    return { ...facts, ...readShow(JSON.parse(await answer.text())) };
  } catch {
    return facts;
  }
}

/** The models that can talk, each with what the server knows of it. */
export async function showModels(
  http: Http,
  request: ShowRequest,
  listed: readonly ModelFacts[],
): Promise<readonly ModelFacts[]> {
  const shown = await Promise.all(
    listed.slice(0, MOST_SHOWN).map((facts) => showModel(http, request, facts)),
  );
  return [...shown, ...listed.slice(MOST_SHOWN)].filter(({ speaks }) => speaks !== false);
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export function readShow(body: unknown): Partial<ModelFacts> {
  const fields = fieldsOf(body);
  const able = fields['capabilities'];
  const info = Object.entries(fieldsOf(fields['model_info']));
  const trained = info.find(([name]) => name.endsWith('.context_length'))?.[1];
  return {
    ...(typeof trained === 'number' && trained > 0 ? { trainedWindow: trained } : {}),
    ...(Array.isArray(able)
      ? {
          tools: able.includes('tools'),
          images: able.includes('vision'),
          reasoning: able.includes('thinking'),
          ...(able.includes('completion') ? {} : { speaks: false }),
        }
      : {}),
  };
}
