// The licences of what draws diagrams: it is taken ready-built, so the build's own list of bundled code doesn't name it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** @returns {string} Markdown: the package and all it brings along, each with its licence. */
export function diagramLicences() {
  /** @type {Record<string, { version?: string, license?: string, dependencies?: Record<string, string> }>} */
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {string} from */
  const visit = (name, from) => {
    const nested = `${from}/node_modules/${name}`;
    const path = locked[nested] === undefined ? `node_modules/${name}` : nested;
    if (found.has(path) || locked[path] === undefined) return;
    found.add(path);
    for (const inner of Object.keys(locked[path].dependencies ?? {})) {
      if (!inner.startsWith('@types/')) visit(inner, path);
    }
  };
  visit('mermaid', '');
  const parts = [...found].sort().map((path) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version = '', license = '' } = locked[path] ?? {};
    return `## ${name} ${version}\n\n${license}\n\n${licenceText(join(root, path))}`;
  });
  return `# Licences of what draws diagrams\n\n${parts.join('\n\n')}\n`;
}

/** @param {string} folder */
function licenceText(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names.find((file) => /^(licen[cs]e|copying)/i.test(file));
  return name === undefined ? '' : readFileSync(join(folder, name), 'utf8').trim();
}
