// What vendors let a page do (P9), as data with a date: taken over on 2026-11-30 from measurements published on
// 2026-08-14; vendors change this without notice. We send the content type and the key's header, so a fixed list of
// headers is no trouble while it stays at that.

export interface PageAccess {
  readonly host: RegExp;
  /** `any`: whatever headers are asked for · `listed`: a fixed list · `none`: no page is answered. */
  readonly headers: 'any' | 'listed' | 'none';
  /** A wrong key is answered without the header that lets a page read the answer: it looks like no answer. */
  readonly hidesWrongKey?: true;
}

export const PAGE_ACCESS: readonly PageAccess[] = [
  { host: /^api\.openai\.com$/, headers: 'any', hidesWrongKey: true },
  { host: /^api\.cerebras\.ai$/, headers: 'any', hidesWrongKey: true },
  { host: /^api\.anthropic\.com$/, headers: 'any' },
  {
    host: /^api\.(groq|deepseek|together)\.(com|xyz)$|^api\.x\.ai$|^api\.z\.ai$|^api\.cohere\.com$/,
    headers: 'any',
  },
  { host: /^(openrouter\.ai|api\.mistral\.ai|api\.perplexity\.ai|api\.fireworks\.ai)$/, headers: 'listed' },
  { host: /^(generativelanguage\.googleapis\.com|api\.moonshot\.(ai|cn))$/, headers: 'listed' },
  { host: /^integrate\.api\.nvidia\.com$|^bedrock[\w-]*\.[\w-]+\.amazonaws\.com$/, headers: 'none' },
];
