// Markdown as it is said aloud: the words without their signs. For ears, not for eyes: a rough reading is enough.

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Code blocks are left out: nobody wants to hear them. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm, ' ')
    .replace(/^ {0,3}\[[^\]]+\]:[^\n]*$/gm, ' ')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .replace(/^([^\s|#>][^\n]*)\n {0,3}(?:=+|-{2,})[ \t]*$/gm, (_, words: string) => ended(words))
    .replace(/\${2}([^$]+)\${2}/g, '$1')
    .replace(/\$(?=\S)([^$\n]*[^\s$])\$(?!\d)/g, (formula, inside: string) =>
      /[\\^_=+]/.test(inside) ? inside : formula,
    )
    .replace(/^[ \t]*\|?[ \t:|-]*-{3,}[ \t:|-]*$/gm, ' ')
    .replace(/^ {0,3}(?:[-*_][ \t]*){3,}$/gm, ' ')
    .replace(/^[ \t]*>+[ \t]?/gm, '')
    .replace(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/gm, (_, words: string) => ended(words))
    .replace(/!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<((?:https?|mailto):[^>\s]+)>/g, '$1')
    .replace(/<\/?[a-z][^>\n]*>/gi, ' ')
    .replace(/(`+)([^`]+)\1/g, '$2')
    .replace(/(\*{1,3}|~~)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/(^|[^\p{L}\p{N}_])(_{1,3})(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}_])/gmu, '$1$3')
    .replace(/(^|[\s(])(?:\*{2,3}|~~|_{2})(?=\S)/g, '$1')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/[ \t]*\|[ \t]*/g, ', ')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/(?:^|(?<=[.,;:!?])) ?(?:, ?)+/g, ' ')
    .replace(/[ ,]+$/, '')
    .trim();
}

/** A heading is a sentence of its own. */
function ended(words: string): string {
  return /[.!?…:]$/.test(words) ? words : `${words}.`;
}
