// Walks a JSON Schema and judges what every vendor's dialect asks of it. What one vendor asks more stands in its judge.

import { isList, isRecord, type Report } from './problem.ts';

const types = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const listsOfSchemas = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const mapsOfSchemas = ['properties', '$defs', 'definitions', 'patternProperties'];
const schemas = ['items', 'additionalProperties', 'not'];

type Visit = (schema: Record<string, unknown>, at: string) => void;

/** Visits `schema` and all schemas in it, outermost first. What is no schema where one should be is reported. */
export const eachSchema = (schema: unknown, at: string, report: Report, visit: Visit): void => {
  if (typeof schema === 'boolean') return;
  if (!isRecord(schema)) {
    report.error('tool-schema', at, 'a schema must be an object');
    return;
  }
  visit(schema, at);
  for (const word of mapsOfSchemas) {
    const map = schema[word];
    if (map !== undefined && !isRecord(map))
      report.error('tool-schema', `${at}.${word}`, 'must be an object');
    for (const [name, inner] of Object.entries(isRecord(map) ? map : {}))
      eachSchema(inner, `${at}.${word}.${name}`, report, visit);
  }
  for (const word of listsOfSchemas) {
    const list = schema[word];
    if (list === undefined) continue;
    if (!isList(list) || list.length === 0)
      report.error('tool-schema', `${at}.${word}`, 'must be a non-empty array');
    else list.forEach((inner, index) => eachSchema(inner, `${at}.${word}[${index}]`, report, visit));
  }
  for (const word of schemas)
    if (schema[word] !== undefined) eachSchema(schema[word], `${at}.${word}`, report, visit);
};

/** What JSON Schema itself asks: known types, a list of distinct names as `required`, a filled `enum`. */
export const judgePlain = (schema: Record<string, unknown>, at: string, report: Report): void => {
  const { type, required, enum: choices } = schema;
  const named = isList(type) ? type : type === undefined ? [] : [type];
  for (const name of named)
    if (!types.has(name)) report.error('tool-schema', `${at}.type`, `${JSON.stringify(name)} is no type`);
  if (isList(type) && type.length === 0) report.error('tool-schema', `${at}.type`, 'an empty list of types');
  if (choices !== undefined && (!isList(choices) || choices.length === 0))
    report.error('tool-schema', `${at}.enum`, 'enum must be a non-empty array');
  if (required === undefined) return;
  if (!isList(required) || !required.every((name) => typeof name === 'string'))
    report.error('tool-schema', `${at}.required`, 'required is a list of names');
  else if (new Set(required).size !== required.length)
    report.error('tool-schema', `${at}.required`, 'a name is required twice');
};
