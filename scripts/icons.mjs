// Renders public/icons/icon.svg to the PNG sizes of the manifest. Run by hand after the drawing has changed.
import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright';
import { launchOptions } from './chromium.mjs';

const folder = new URL('../public/icons/', import.meta.url);
const drawing = await readFile(new URL('icon.svg', folder), 'utf8');
// A maskable icon is cut to any shape: the ground fills the square and the knot stays in the middle 80 %.
const maskable = drawing
  .replace(/ rx="14"/, '')
  .replace(/(<rect[^>]*\/>)([\s\S]*)(<\/svg>)/, '$1<g transform="translate(8 8) scale(0.75)">$2</g>$3');

const browser = await chromium.launch(launchOptions());
const page = await browser.newPage();
for (const { name, size, svg } of [
  { name: 'icon-192', size: 192, svg: drawing },
  { name: 'icon-512', size: 512, svg: drawing },
  { name: 'icon-maskable-512', size: 512, svg: maskable },
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await page.screenshot({ path: new URL(`${name}.png`, folder).pathname, omitBackground: true });
}
await browser.close();
