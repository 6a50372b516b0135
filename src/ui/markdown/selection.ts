// Copying a selection: formulas go as they were written, bars of code and tables not at all.

/** Puts a selection with formulas in it on the clipboard with their sources in their place. */
export function copied(event: ClipboardEvent): void {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || event.clipboardData === null) return;
  const box = document.createElement('div');
  for (let at = 0; at < selection.rangeCount; at++) box.append(cloneWhole(selection.getRangeAt(at)));
  const formulas = box.querySelectorAll<HTMLElement>('.math[data-tex]');
  if (formulas.length === 0) return;
  for (const formula of formulas) formula.replaceWith(formula.dataset['tex'] ?? '');
  for (const bar of box.querySelectorAll('.bar')) bar.remove();
  box.className = 'prose off-screen';
  document.body.append(box);
  event.clipboardData.setData('text/plain', box.innerText);
  event.clipboardData.setData('text/html', box.innerHTML);
  box.remove();
  event.preventDefault();
}

/** What is selected, formulas that are cut through as a whole. */
function cloneWhole(selected: Range): DocumentFragment {
  const range = selected.cloneRange();
  const formulaOf = (node: Node): Element | null =>
    (node instanceof Element ? node : node.parentElement)?.closest('.math[data-tex]') ?? null;
  const first = formulaOf(range.startContainer);
  const last = formulaOf(range.endContainer);
  if (first !== null) range.setStartBefore(first);
  if (last !== null) range.setEndAfter(last);
  return range.cloneContents();
}
