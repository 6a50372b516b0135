// Call ids for a wire that takes nine letters or digits only: the same id gives the same nine in every request, and two
// ids of one request never the same.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function createCallIds(): (id: string) => string {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  return (id) => {
    const known = given.get(id);
    if (known !== undefined) return known;
    let made = /^[a-zA-Z0-9]{9}$/.test(id) ? id : nineOf(id);
    for (let n = 2; taken.has(made); n += 1) made = nineOf(`${id} ${n}`);
    given.set(id, made);
    taken.add(made);
    return made;
  };
}

/** FNV-1a twice, with different seeds: 2⁵³ and more of them. */
function nineOf(text: string): string {
  let letters = '';
  for (const seed of [0x811c9dc5, 0x9e3779b9]) {
    let hash = seed;
    for (let at = 0; at < text.length; at += 1)
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
    for (let n = 0; n < 5; n += 1) {
      letters += ALPHABET[hash % ALPHABET.length] ?? '0';
      hash = Math.floor(hash / ALPHABET.length);
    }
  }
  return letters.slice(0, 9);
}
