// Judges `tools` and `tool_choice` of a chat request: names, counts, and the JSON Schema subset vendors check
// before they accept a function. It does not judge calls (validate-messages.ts).

import { isList, isRecord, keysOutside, type Report } from './problem.ts';

export const functionName = /^[a-zA-Z0-9_-]{1,64}$/;
const maxTools = 128;
const maxDescription = 1024;
const schemaTypes = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const toolKeys = new Set(['type', 'function']);
const functionKeys = new Set(['name', 'description', 'parameters', 'strict']);
const notAtTop = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

const typesOf = (schema: Record<string, unknown>): unknown[] => {
  if (schema['type'] === undefined) return [];
  return isList(schema['type']) ? [...schema['type']] : [schema['type']];
};

const judgeObject = (schema: Record<string, unknown>, at: string, report: Report): void => {
  const { properties, required } = schema;
  if (properties !== undefined && !isRecord(properties)) {
    report.error('tool-schema', `${at}.properties`, 'properties must be an object');
    return;
  }
  if (required === undefined) return;
  if (!isList(required)) {
    report.error('tool-schema', `${at}.required`, 'required must be an array');
    return;
  }
  const seen = new Set<string>();
  for (const name of required) {
    if (typeof name !== 'string')
      report.error('tool-schema', `${at}.required`, 'required holds a non-string');
    else if (seen.has(name)) report.error('tool-schema', `${at}.required`, `${name} is required twice`);
    else if (properties === undefined || !Object.hasOwn(properties, name))
      report.error('tool-schema', `${at}.required`, `required names ${name}, which is no property`);
    else seen.add(name);
  }
};

const judgeSchema = (schema: unknown, at: string, report: Report): void => {
  if (typeof schema === 'boolean') return;
  if (!isRecord(schema)) {
    report.error('tool-schema', at, 'a schema must be an object');
    return;
  }
  const types = typesOf(schema);
  for (const type of types) {
    if (typeof type !== 'string' || !schemaTypes.has(type))
      report.error('tool-schema', `${at}.type`, `${JSON.stringify(type)} is not a JSON Schema type`);
  }
  if (types.includes('array') && schema['items'] === undefined && schema['prefixItems'] === undefined)
    report.error('tool-schema', at, 'array schema missing items');
  if (schema['enum'] !== undefined && (!isList(schema['enum']) || schema['enum'].length === 0))
    report.error('tool-schema', `${at}.enum`, 'enum must be a non-empty array');
  judgeObject(schema, at, report);
  if (isRecord(schema['properties'])) {
    for (const [name, inner] of Object.entries(schema['properties']))
      judgeSchema(inner, `${at}.properties.${name}`, report);
  }
  if (schema['items'] !== undefined) judgeSchema(schema['items'], `${at}.items`, report);
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    const branches = schema[word];
    if (branches === undefined) continue;
    if (!isList(branches) || branches.length === 0)
      report.error('tool-schema', `${at}.${word}`, `${word} must be a non-empty array`);
    else branches.forEach((branch, index) => judgeSchema(branch, `${at}.${word}[${index}]`, report));
  }
};

/** The parameters of a function as OpenAI takes them, in either of its interfaces. */
export const judgeParameters = (parameters: unknown, at: string, report: Report): void => {
  if (!isRecord(parameters)) {
    report.error('tool-schema', at, 'parameters must be a JSON Schema object');
    return;
  }
  if (parameters['type'] !== 'object')
    report.error('tool-schema', `${at}.type`, 'the top level must be type: object');
  if (!isRecord(parameters['properties']))
    report.error('tool-schema', at, 'object schema missing properties');
  for (const word of notAtTop) {
    if (parameters[word] !== undefined)
      report.error('tool-schema', `${at}.${word}`, `${word} is not allowed at the top level`);
  }
  judgeSchema(parameters, at, report);
};

const judgeTool = (tool: unknown, at: string, names: Set<string>, report: Report): void => {
  if (!isRecord(tool) || tool['type'] !== 'function' || !isRecord(tool['function'])) {
    report.error('tool-shape', at, 'a tool is {type: "function", function: {…}}');
    return;
  }
  for (const key of keysOutside(tool, toolKeys)) report.error('tool-shape', `${at}.${key}`, 'unknown key');
  const declared = tool['function'];
  for (const key of keysOutside(declared, functionKeys))
    report.error('tool-shape', `${at}.function.${key}`, 'unknown key');
  const { name, description, parameters, strict } = declared;
  if (typeof name !== 'string' || !functionName.test(name))
    report.error(
      'tool-name',
      `${at}.function.name`,
      `${JSON.stringify(name)} does not match ${functionName}`,
    );
  else if (names.has(name))
    report.error('tool-name-duplicate', `${at}.function.name`, `${name} is declared twice`);
  else names.add(name);
  if (description !== undefined && typeof description !== 'string')
    report.error('tool-description', `${at}.function.description`, 'description must be a string');
  else if (description !== undefined && description.length > maxDescription)
    report.error(
      'tool-description',
      `${at}.function.description`,
      `longer than ${maxDescription} characters`,
    );
  if (strict !== undefined && strict !== null && typeof strict !== 'boolean')
    report.error('tool-shape', `${at}.function.strict`, 'strict must be a boolean');
  if (parameters !== undefined) judgeParameters(parameters, `${at}.function.parameters`, report);
};

const judgeChoice = (body: Record<string, unknown>, names: ReadonlySet<string>, report: Report): void => {
  const choice = body['tool_choice'];
  if (choice === undefined) return;
  if (body['tools'] === undefined) {
    report.error('tool-choice', 'tool_choice', 'tool_choice is only allowed when tools are specified');
    return;
  }
  if (choice === 'none' || choice === 'auto' || choice === 'required') return;
  const chosen = isRecord(choice) && choice['type'] === 'function' ? choice['function'] : undefined;
  const name = isRecord(chosen) ? chosen['name'] : undefined;
  if (typeof name !== 'string' || !names.has(name))
    report.error('tool-choice', 'tool_choice', `${JSON.stringify(choice)} is no choice among the tools`);
};

/** Judges the tools of `body`; returns the declared names, or undefined when the request declares none. */
export const judgeTools = (
  body: Record<string, unknown>,
  report: Report,
): ReadonlySet<string> | undefined => {
  const { tools } = body;
  const names = new Set<string>();
  if (tools !== undefined) {
    if (!isList(tools) || tools.length === 0)
      report.error('tools-empty', 'tools', 'tools must be a non-empty array');
    else {
      if (tools.length > maxTools) report.error('tools-too-many', 'tools', `more than ${maxTools} tools`);
      tools.forEach((tool, index) => judgeTool(tool, `tools[${index}]`, names, report));
    }
  }
  judgeChoice(body, names, report);
  const parallel = body['parallel_tool_calls'];
  if (parallel !== undefined && typeof parallel !== 'boolean')
    report.error('option-type', 'parallel_tool_calls', 'parallel_tool_calls must be a boolean');
  else if (parallel !== undefined && tools === undefined)
    report.error('tool-choice', 'parallel_tool_calls', 'only allowed when tools are specified');
  return tools === undefined ? undefined : names;
};
