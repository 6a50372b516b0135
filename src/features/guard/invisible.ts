// Characters that a reader can't see: which of them do honest work where they stand, and how the rest is counted,
// stripped or shown. It decides nothing about trust; fence.ts and the page do.

/**
 * Everything that Unicode tells renderers to ignore (zero-width, bidi overrides and isolates, the tag block,
 * variation selectors and their supplement, soft hyphen, fillers), the interlinear marks, half characters, and the control
 * characters other than tab and line ends.
 */
const HIDDEN = /[[\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}\p{Cc}\p{Cs}]--[\t\n\r]]|\r(?!\n)/gv;

const JOINER_SCRIPT =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const EMOJI = /[\p{Emoji}\p{Emoji_Modifier}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const IDEOGRAPH = /[\p{scx=Han}\p{Sm}]/u;

const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const VS15 = 0xfe0e;
const VS16 = 0xfe0f;

function before(text: string, at: number): string {
  if (at <= 0) return '';
  const pair = at > 1 ? text.codePointAt(at - 2) : undefined;
  return pair !== undefined && pair > 0xffff ? text.slice(at - 2, at) : text.slice(at - 1, at);
}

/** Whether the character at `at` does what it was made for: joins a script or an emoji, or picks a glyph. */
function works(char: string, text: string, at: number): boolean {
  const code = char.codePointAt(0) ?? 0;
  const left = before(text, at);
  if (code === VS15 || code === VS16) return EMOJI.test(left);
  if (code >= 0xfe00 && code <= 0xfe02) return IDEOGRAPH.test(left);
  if ((code >= 0x180b && code <= 0x180e) || code === 0x180f) return /\p{scx=Mong}/u.test(left);
  if (code === ZWNJ) return JOINER_SCRIPT.test(left);
  if (code !== ZWJ) return false;
  if (JOINER_SCRIPT.test(left)) return true;
  const base = left.charCodeAt(0) === VS16 ? before(text, at - 1) : left;
  const right = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  return EMOJI.test(base) && PICTOGRAPH.test(right);
}

/** Most text has none of the characters in question, and this tells it ten times faster. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

function replaceHidden(text: string, by: (char: string) => string): { text: string; count: number } {
  if (PLAIN.test(text)) return { text, count: 0 };
  let count = 0;
  const replaced = text.replace(HIDDEN, (char, at: number) => {
    if (works(char, text, at)) return char;
    count++;
    return by(char);
  });
  return { text: replaced, count };
}

/** How many characters of `text` are invisible and do no work where they stand. */
export function countInvisible(text: string): number {
  return replaceHidden(text, (char) => char).count;
}

/** Removes them, and says how many they were. */
export function stripInvisible(text: string): { readonly text: string; readonly count: number } {
  return replaceHidden(text, () => '');
}

/** Shows them as `\u{202e}`, so that an approval says everything that it allows. */
export function showInvisible(text: string): string {
  return replaceHidden(text, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`).text;
}
