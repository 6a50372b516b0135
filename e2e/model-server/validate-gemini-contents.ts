// Judges the contents of a Gemini request: roles, parts, function calls and their responses, thought signatures.
// Options and tools are judged in validate-gemini.ts.

import { isBlank, judgeKeys, wordsOf } from './judge-body.ts';
import { judgeImage } from './judge-image.ts';
import { isList, isRecord, type Report } from './problem.ts';
import type { Seals } from './wire.ts';

type Context = {
  report: Report;
  declared: ReadonlySet<string>;
  /** Calls of the current turn need the signature that came with them. */
  mustSign: boolean;
  seals: Seals | undefined;
};
type Part = Record<string, unknown>;
type Content = { role: 'user' | 'model'; parts: readonly Part[]; at: string };

const calledName = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const maxImages = 3600;
const imageRule = {
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  most: 20_000_000,
  side: Number.POSITIVE_INFINITY,
};
/** Documented for calls that come from elsewhere; only these two texts are no signature and still accepted. */
const pardons = wordsOf('skip_thought_signature_validator context_engineering_is_the_way_to_go');
const dataKeys = [
  ...wordsOf('text inlineData fileData functionCall functionResponse executableCode codeExecutionResult'),
];
const partKeys = new Set([
  ...dataKeys,
  ...wordsOf('thought thoughtSignature partMetadata videoMetadata mediaResolution'),
]);

const judgeCall = (call: unknown, at: string, { report, declared }: Context): void => {
  if (!isRecord(call)) {
    report.error('call-shape', at, 'functionCall is an object');
    return;
  }
  judgeKeys(call, wordsOf('id name args'), at, 'call-shape', report);
  const { id, name, args } = call;
  if (typeof name !== 'string' || !calledName.test(name))
    report.error('call-name', `${at}.name`, `${JSON.stringify(name)} does not match ${calledName}`);
  else if (!declared.has(name))
    report.warning('call-undeclared', `${at}.name`, `${name} is not among the tools of this request`);
  if (args !== undefined && !isRecord(args))
    report.error('call-arguments', `${at}.args`, 'must be an object');
  if (id !== undefined && (typeof id !== 'string' || id === ''))
    report.error('call-id', `${at}.id`, 'must be a filled string');
};

const judgeResponse = (response: unknown, at: string, report: Report): void => {
  if (!isRecord(response)) {
    report.error('call-shape', at, 'functionResponse is an object');
    return;
  }
  judgeKeys(response, wordsOf('id name response parts willContinue scheduling'), at, 'call-shape', report);
  if (typeof response['name'] !== 'string' || !calledName.test(response['name']))
    report.error('call-name', `${at}.name`, 'the name of the function that was called');
  if (!isRecord(response['response']))
    report.error('content-type', `${at}.response`, 'a response is an object, not a text or a list');
};

const judgeBlob = (blob: unknown, at: string, report: Report): void => {
  const mime = isRecord(blob) ? String(blob['mimeType']) : '';
  if (!isRecord(blob)) report.error('part-shape', at, 'inlineData is {mimeType, data}');
  else if (/^(audio|video|text)\/|\/pdf$/.test(mime)) return;
  else if (mime === 'image/heic' || mime === 'image/heif') return;
  else judgeImage({ type: mime, data: blob['data'] }, imageRule, at, report);
};

/** What a signature of a call stands for. */
const coverOf = (part: Part): string => {
  const { functionCall: call, text } = part;
  return isRecord(call) ? JSON.stringify([call['name'], call['args'] ?? {}]) : String(text);
};

const judgeSignature = (part: Part, at: string, { report, seals }: Context): void => {
  const { thoughtSignature: signature } = part;
  if (signature === undefined || (typeof signature === 'string' && pardons.has(signature))) return;
  if (typeof signature !== 'string' || !base64.test(signature)) {
    report.error('seal', `${at}.thoughtSignature`, 'base64 decoding failed');
    return;
  }
  if (seals === undefined) return;
  const issued = seals.get(signature);
  if (issued === undefined) report.error('seal', `${at}.thoughtSignature`, 'thought signature is not valid');
  else if (part['functionCall'] !== undefined && issued !== coverOf(part))
    report.error('seal', `${at}.thoughtSignature`, 'the signature belongs to another part');
};

const judgePart = (part: unknown, role: Content['role'], at: string, context: Context): void => {
  const { report } = context;
  if (!isRecord(part)) {
    report.error('part-shape', at, 'a part is an object');
    return;
  }
  judgeKeys(part, partKeys, at, 'part-shape', report);
  const data = dataKeys.filter((key) => part[key] !== undefined);
  const [kind] = data;
  if (data.length !== 1) {
    report.error('part-shape', at, `a part has one field of data, not ${data.length}`);
    return;
  }
  if (kind === 'text') {
    if (typeof part['text'] !== 'string') report.error('part-shape', `${at}.text`, 'must be a string');
    else if (part['text'] === '' && part['thoughtSignature'] === undefined)
      report.error('content-empty', `${at}.text`, 'an empty text part');
  }
  const wrongSide =
    role === 'user' ? kind === 'functionCall' || part['thought'] === true : kind === 'functionResponse';
  if (wrongSide) report.error('part-type', at, `no such part in a ${role} content`);
  if (part['thoughtSignature'] !== undefined && role === 'user')
    report.error('seal', `${at}.thoughtSignature`, 'only what the model said is signed');
  if (kind === 'functionCall') judgeCall(part['functionCall'], `${at}.functionCall`, context);
  if (kind === 'functionResponse') judgeResponse(part['functionResponse'], `${at}.functionResponse`, report);
  if (kind === 'inlineData') judgeBlob(part['inlineData'], `${at}.inlineData`, report);
  judgeSignature(part, at, context);
};

const openContent = (content: unknown, at: string, report: Report): Content | undefined => {
  if (!isRecord(content)) {
    report.error('message-shape', at, 'a content is an object');
    return undefined;
  }
  judgeKeys(content, wordsOf('role parts'), at, 'message-key', report);
  const { role, parts } = content;
  if (role !== 'user' && role !== 'model') {
    report.error('role', `${at}.role`, 'please use a valid role: user, model');
    return undefined;
  }
  if (!isList(parts) || parts.length === 0) {
    report.error('content-empty', `${at}.parts`, 'must include at least one part');
    return undefined;
  }
  if (parts.every((part) => isRecord(part) && isBlank(part['text'])) && role === 'user')
    report.error('content-empty', at, 'a content that says nothing');
  return { role, at, parts: parts.filter(isRecord) };
};

const partsOf = (content: Content | undefined, key: string): Part[] =>
  (content?.parts ?? []).flatMap((part) => {
    const inner = part[key];
    return isRecord(inner) ? [inner] : [];
  });

const judgePairing = (contents: readonly Content[], report: Report): void => {
  for (const [index, content] of contents.entries()) {
    const { at, role } = content;
    const before = contents[index - 1];
    const calls = role === 'model' ? partsOf(content, 'functionCall') : [];
    const responses = partsOf(content, 'functionResponse');
    if (calls.length > 0 && before?.role !== 'user')
      report.error('role-order', at, 'a function call comes right after a user turn or a function response');
    const next = contents[index + 1];
    if (calls.length > 0 && partsOf(next, 'functionResponse').length === 0)
      report.error('result-missing', at, 'no function response right after the call');
    if (role === before?.role && calls.length === 0)
      report.warning('role-order', at, `two ${role} contents in a row`);
    if (responses.length === 0) continue;
    const asked = partsOf(before, 'functionCall');
    if (asked.length === 0) {
      report.error('result-orphan', at, 'a function response comes right after a function call');
      continue;
    }
    if (asked.length !== responses.length)
      report.error('result-missing', at, `${responses.length} responses to ${asked.length} calls`);
    const byId = new Map(asked.map((call) => [call['id'], call]));
    for (const [place, response] of responses.entries()) {
      const call = response['id'] === undefined ? asked[place] : byId.get(response['id']);
      if (call === undefined) {
        if (place < asked.length) report.error('call-id', at, `no call has the id ${String(response['id'])}`);
      } else if (call['name'] !== response['name'])
        report.error('result-order', at, `${String(response['name'])} answers ${String(call['name'])}`);
    }
  }
};

/** In each step of the turn that goes on, the first call carries the signature it came with. */
const judgeSigning = (contents: readonly Content[], report: Report): void => {
  const said = contents.findLastIndex(
    (content) => content.role === 'user' && partsOf(content, 'functionResponse').length === 0,
  );
  for (const { role, parts, at } of contents.slice(said + 1)) {
    const first = role === 'model' ? parts.find((part) => part['functionCall'] !== undefined) : undefined;
    if (first !== undefined && first['thoughtSignature'] === undefined)
      report.error('seal-missing', at, 'function call is missing a thought_signature');
  }
};

export const judgeContents = (contents: unknown, context: Context): void => {
  const { report, mustSign } = context;
  if (!isList(contents) || contents.length === 0) {
    report.error('messages-empty', 'contents', 'contents is not specified');
    return;
  }
  const opened = contents.flatMap(
    (content, index) => openContent(content, `contents[${index}]`, report) ?? [],
  );
  for (const { role, parts, at } of opened)
    parts.forEach((part, index) => judgePart(part, role, `${at}.parts[${index}]`, context));
  if (opened.length !== contents.length) return;
  const images = opened.reduce((sum, content) => sum + partsOf(content, 'inlineData').length, 0);
  if (images > maxImages) report.error('image-count', 'contents', `more than ${maxImages} images`);
  if (opened[0]?.role === 'model') report.warning('first-role', 'contents[0]', 'a model speaks first');
  if (opened.at(-1)?.role === 'model')
    report.error('last-role', `contents[${contents.length - 1}]`, 'ends with a user or a function response');
  judgePairing(opened, report);
  if (mustSign) judgeSigning(opened, report);
};
