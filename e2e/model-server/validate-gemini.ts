// The independent judge of Gemini generateContent requests, from the vendor's published interface definition and the
// messages of its 400s. Here: options and tools; contents are judged in validate-gemini-contents.ts. Only the spelling
// of JSON (functionCall, not function_call) is known.

import {
  isBlank,
  judgeCount,
  judgeFlag,
  judgeKeys,
  judgeRange,
  openBody,
  textsIn,
  wordsOf,
} from './judge-body.ts';
import { eachSchema, judgePlain } from './judge-schema.ts';
import { createReport, isList, isRecord, type Problem, type Report } from './problem.ts';
import { judgeContents } from './validate-gemini-contents.ts';
import type { JudgeOptions } from './wire.ts';

const maxBytes = 20_000_000;
const maxTools = 512;
const functionName = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
const bodyKeys = wordsOf(
  'contents tools toolConfig safetySettings systemInstruction generationConfig cachedContent serviceTier store',
);
const declarationKeys = wordsOf(
  'name description parameters parametersJsonSchema response responseJsonSchema behavior',
);
const generationKeys =
  wordsOf(`candidateCount stopSequences maxOutputTokens temperature topP topK seed responseMimeType
  responseSchema responseJsonSchema responseModalities presencePenalty frequencyPenalty responseLogprobs logprobs
  enableEnhancedCivicAnswers speechConfig thinkingConfig imageConfig mediaResolution`);
/** The words of the vendor's own Schema; whatever else JSON Schema has is an unknown name to it. */
const schemaKeys = wordsOf(`type format title description nullable enum maxItems minItems properties required
  minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum`);
const formats: Record<string, ReadonlySet<unknown>> = {
  string: new Set(['enum', 'date-time']),
  number: new Set(['float', 'double']),
  integer: new Set(['int32', 'int64']),
};
const types = wordsOf('string number integer boolean array object null');
const levels = new Set<unknown>([undefined, 'minimal', 'low', 'medium', 'high']);

const judgeOwnSchema = (schema: Record<string, unknown>, at: string, report: Report): void => {
  judgeKeys(schema, schemaKeys, at, 'tool-schema', report);
  const { type, format, enum: choices, properties, required, items, anyOf } = schema;
  const name = typeof type === 'string' ? type.toLowerCase() : '';
  if (type === undefined ? anyOf === undefined : !types.has(name))
    report.error('tool-schema', `${at}.type`, `${JSON.stringify(type)} is no type`);
  if (format !== undefined && formats[name]?.has(format) !== true)
    report.error('tool-schema', `${at}.format`, `${JSON.stringify(format)} is no format of ${name}`);
  if (choices !== undefined) {
    const texts = textsIn(choices);
    if (name !== 'string' || !isList(choices) || texts.length !== choices.length || texts.includes(''))
      report.error('tool-schema', `${at}.enum`, 'holds non-empty strings, and only where the type is string');
  }
  if (name === 'array' && !isRecord(items)) report.error('tool-schema', `${at}.items`, 'missing field');
  if (name === 'object' && (!isRecord(properties) || Object.keys(properties).length === 0))
    report.error('tool-schema', `${at}.properties`, 'should be non-empty for an object');
  for (const wanted of textsIn(required))
    if (!isRecord(properties) || !Object.hasOwn(properties, wanted))
      report.error('tool-schema', `${at}.required`, `${wanted} is no property`);
};

const judgeDeclaration = (declared: unknown, at: string, names: Set<string>, report: Report): void => {
  if (!isRecord(declared)) {
    report.error('tool-shape', at, 'a declaration is an object');
    return;
  }
  judgeKeys(declared, declarationKeys, at, 'tool-shape', report);
  const { name, description, parameters, parametersJsonSchema: plain } = declared;
  if (typeof name !== 'string' || !functionName.test(name))
    report.error('tool-name', `${at}.name`, `${JSON.stringify(name)} does not match ${functionName}`);
  else if (names.has(name))
    report.error('tool-name-duplicate', `${at}.name`, `duplicate function declaration found: ${name}`);
  else names.add(name);
  if (typeof description !== 'string')
    report.error('tool-description', `${at}.description`, 'must be a string');
  if (parameters !== undefined && plain !== undefined)
    report.error('tool-schema', at, 'either parameters or parametersJsonSchema');
  if (parameters !== undefined)
    eachSchema(parameters, `${at}.parameters`, report, (schema, place) => {
      judgeOwnSchema(schema, place, report);
    });
  if (plain === undefined) return;
  if (!isRecord(plain) || plain['type'] !== 'object')
    report.error('tool-schema', `${at}.parametersJsonSchema`, 'must be an object schema');
  eachSchema(plain, `${at}.parametersJsonSchema`, report, (schema, place) => {
    judgePlain(schema, place, report);
  });
};

const judgeTools = (tools: unknown, report: Report): ReadonlySet<string> => {
  const names = new Set<string>();
  if (tools === undefined) return names;
  if (!isList(tools)) {
    report.error('tool-shape', 'tools', 'tools is a list');
    return names;
  }
  for (const [index, tool] of tools.entries()) {
    const at = `tools[${index}]`;
    const declared = isRecord(tool) ? tool['functionDeclarations'] : undefined;
    if (isRecord(tool)) judgeKeys(tool, wordsOf('functionDeclarations'), at, 'tool-shape', report);
    if (!isList(declared) || declared.length === 0)
      report.error('tools-empty', at, 'a tool of ours is a filled list of functionDeclarations');
    else
      declared.forEach((item, place) =>
        judgeDeclaration(item, `${at}.functionDeclarations[${place}]`, names, report),
      );
  }
  if (names.size > maxTools) report.error('tools-too-many', 'tools', `more than ${maxTools} functions`);
  return names;
};

const judgeToolConfig = (config: unknown, names: ReadonlySet<string>, report: Report): void => {
  if (config === undefined) return;
  const calling = isRecord(config) ? config['functionCallingConfig'] : undefined;
  const at = 'toolConfig.functionCallingConfig';
  if (!isRecord(calling)) {
    report.error('tool-choice', at, 'must be an object');
    return;
  }
  const { mode, allowedFunctionNames: allowed } = calling;
  if (!['AUTO', 'ANY', 'NONE', 'VALIDATED'].includes(String(mode)))
    report.error('tool-choice', `${at}.mode`, `${JSON.stringify(mode)} is no mode`);
  if (allowed === undefined) return;
  if (mode !== 'ANY' && mode !== 'VALIDATED')
    report.error('tool-choice', `${at}.allowedFunctionNames`, 'only in mode ANY or VALIDATED');
  for (const name of textsIn(allowed))
    if (!names.has(name))
      report.error('tool-choice', `${at}.allowedFunctionNames`, `${name} is not declared`);
};

const judgeGeneration = (config: unknown, hasTools: boolean, report: Report): void => {
  const at = 'generationConfig';
  if (config === undefined) return;
  if (!isRecord(config)) {
    report.error('option-type', at, 'must be an object');
    return;
  }
  judgeKeys(config, generationKeys, at, 'unknown-key', report);
  judgeCount(config['maxOutputTokens'], 1, `${at}.maxOutputTokens`, report);
  judgeCount(config['topK'], 1, `${at}.topK`, report);
  judgeRange(config['temperature'], [0, 2], `${at}.temperature`, report);
  judgeRange(config['topP'], [0, 1], `${at}.topP`, report);
  const { stopSequences: stop, thinkingConfig: thinking, responseMimeType: mime } = config;
  if (stop !== undefined && (!isList(stop) || stop.length > 5))
    report.error('option-type', `${at}.stopSequences`, 'up to five stop sequences');
  if (hasTools && mime === 'application/json')
    report.error('response-format', `${at}.responseMimeType`, 'no JSON together with functions');
  if (thinking === undefined) return;
  const inner = `${at}.thinkingConfig`;
  if (!isRecord(thinking)) {
    report.error('option-type', inner, 'must be an object');
    return;
  }
  judgeKeys(thinking, wordsOf('includeThoughts thinkingBudget thinkingLevel'), inner, 'unknown-key', report);
  judgeFlag(thinking['includeThoughts'], `${inner}.includeThoughts`, report);
  const { thinkingBudget: budget, thinkingLevel: level } = thinking;
  judgeCount(budget, -1, `${inner}.thinkingBudget`, report);
  if (!levels.has(typeof level === 'string' ? level.toLowerCase() : level))
    report.error('option-type', `${inner}.thinkingLevel`, 'no such level');
  if (budget !== undefined && level !== undefined)
    report.error('thinking', inner, 'a level and a budget cannot both be set');
};

const judgeInstruction = (instruction: unknown, report: Report): void => {
  if (instruction === undefined) return;
  const parts = isRecord(instruction) ? instruction['parts'] : undefined;
  const fine =
    isList(parts) &&
    parts.length > 0 &&
    parts.every((part) => isRecord(part) && typeof part['text'] === 'string' && !isBlank(part['text']));
  if (!fine) report.error('system-shape', 'systemInstruction', 'is a content of filled text parts');
};

/** Whether the model of this name insists on the signatures of its calls. */
const wantsSignatures = (model: string): boolean => Number(/gemini-(\d+)/.exec(model)?.[1] ?? 0) >= 3;

/**
 * Judges a generateContent request: raw text, or the value before serialisation. The model stands in the address, so
 * it is told beside the body. Never throws.
 */
export const validateGeminiRequest = (
  body: unknown,
  { model = '', ...options }: JudgeOptions & { model?: string } = {},
): Problem[] => {
  const problems: Problem[] = [];
  const report = createReport(problems);
  const value = openBody(body, options.maxBytes ?? maxBytes, report);
  if (value === undefined) return problems;
  judgeKeys(value, bodyKeys, '', 'unknown-key', report);
  judgeInstruction(value['systemInstruction'], report);
  const declared = judgeTools(value['tools'], report);
  judgeToolConfig(value['toolConfig'], declared, report);
  judgeGeneration(value['generationConfig'], declared.size > 0, report);
  judgeContents(value['contents'], {
    report,
    declared,
    mustSign: wantsSignatures(model),
    seals: options.seals,
  });
  return problems;
};
