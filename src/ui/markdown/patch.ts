// Makes what stands in an element equal to newly drawn nodes while keeping every node that can stay: text that grew is
// appended to, so that a selection in it, and a reader's place, survive the next redraw.

/** `fresh` is used up. Listeners and properties are not compared: both sides are drawn markup. */
export function patch(parent: ParentNode & Node, fresh: ParentNode & Node): void {
  let old = parent.firstChild;
  let next = fresh.firstChild;
  while (next !== null) {
    const wanted: ChildNode = next;
    next = next.nextSibling;
    if (old === null) {
      parent.append(wanted);
      continue;
    }
    const after: ChildNode | null = old.nextSibling;
    if (!becomes(old, wanted)) old.replaceWith(wanted);
    old = after;
  }
  while (old !== null) {
    const after: ChildNode | null = old.nextSibling;
    old.remove();
    old = after;
  }
}

/** False: it can't, and has to make room. */
function becomes(old: ChildNode, wanted: ChildNode): boolean {
  if (old instanceof Text && wanted instanceof Text) {
    if (old.data === wanted.data) return true;
    if (wanted.data.startsWith(old.data)) old.appendData(wanted.data.slice(old.data.length));
    else old.data = wanted.data;
    return true;
  }
  if (!(old instanceof Element && wanted instanceof Element)) return false;
  if (old.nodeName !== wanted.nodeName || !sameAttributes(old, wanted)) return false;
  patch(old, wanted);
  return true;
}

function sameAttributes(old: Element, wanted: Element): boolean {
  return (
    old.attributes.length === wanted.attributes.length &&
    [...wanted.attributes].every(({ name, value }) => old.getAttribute(name) === value)
  );
}
