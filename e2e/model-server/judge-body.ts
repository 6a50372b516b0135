// What every vendor asks of a body before reading it: JSON, an object, not too large, no half characters. And the small
// questions about single values that all judges ask.

import { eachString, hasLoneSurrogate, isList, isRecord, type ProblemCode, type Report } from './problem.ts';

const utf8Length = (text: string): number => {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
};

/** What stands on the wire for `body`: undefined members vanish, as they do for every real server. */
const onTheWire = (body: unknown): { text: string; value: unknown } | undefined => {
  try {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const value: unknown = JSON.parse(text);
    return { text, value };
  } catch {
    return undefined;
  }
};

/** The body as an object, from its raw text or the value before serialisation; undefined where there is none. */
export const openBody = (
  body: unknown,
  maxBytes: number,
  report: Report,
): Record<string, unknown> | undefined => {
  const wire = onTheWire(body);
  if (wire === undefined) {
    report.error('not-json', '', 'the body is not JSON');
    return undefined;
  }
  if (!isRecord(wire.value)) {
    report.error('not-an-object', '', 'the body must be a JSON object');
    return undefined;
  }
  const bytes = utf8Length(wire.text);
  if (bytes > maxBytes) report.error('too-large', '', `${bytes} bytes, more than ${maxBytes}`);
  eachString(wire.value, '', (text, at) => {
    if (hasLoneSurrogate(text)) report.error('lone-surrogate', at, 'half of a surrogate pair');
    if (text.includes('\u0000')) report.warning('nul-character', at, 'U+0000: some servers refuse it');
  });
  return wire.value;
};

export const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const judgeKeys = (
  value: Record<string, unknown>,
  known: ReadonlySet<string>,
  at: string,
  code: ProblemCode,
  report: Report,
): void => {
  for (const key of Object.keys(value))
    if (!known.has(key)) report.error(code, at === '' ? key : `${at}.${key}`, 'unknown key');
};

/** A number between the two, where it is given at all. */
export const judgeRange = (
  value: unknown,
  [least, most]: readonly [number, number],
  at: string,
  report: Report,
): void => {
  if (value !== undefined && (typeof value !== 'number' || value < least || value > most))
    report.error('range', at, `${JSON.stringify(value)} is not between ${least} and ${most}`);
};

/** A whole number from `least` on, where it is given at all. */
export const judgeCount = (value: unknown, least: number, at: string, report: Report): void => {
  if (value !== undefined && (typeof value !== 'number' || !Number.isInteger(value) || value < least))
    report.error('limit', at, `${JSON.stringify(value)} is not a whole number from ${least}`);
};

export const judgeFlag = (value: unknown, at: string, report: Report): void => {
  if (value !== undefined && typeof value !== 'boolean') report.error('option-type', at, 'must be a boolean');
};

export const judgeText = (value: unknown, at: string, report: Report): void => {
  if (value !== undefined && typeof value !== 'string') report.error('option-type', at, 'must be a string');
};

export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

export const textsIn = (value: unknown): string[] =>
  isList(value) ? value.filter((item): item is string => typeof item === 'string') : [];
