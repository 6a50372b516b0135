// Elements in one call each: the page has no framework to break.

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(attribute, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

export function button(label: string, press: () => void, look = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', class: `btn ${look}`.trim() }, label);
  made.addEventListener('click', press);
  return made;
}

/** Hands a file to the person. */
export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
