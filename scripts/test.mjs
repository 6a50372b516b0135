// `npm test`: every check there is, and the true totals as the last line. `npm run check` (--quick): types, lint,
// format, architecture and unit tests. A step that fails doesn't keep the others from being counted.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, ensureDependencies } from './install.mjs';
import { binOf, root, run } from './project.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {{ name: string, ok: boolean, seconds: number, output: string, count: Count }} Result */

const cache = join(root, '.cache');
const E2E_REPORTS = ['e2e-journeys.json', 'e2e-timed.json'];
/** @param {boolean} ok @returns {Count} */
const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/** @param {string} file @returns {any} */
function report(file) {
  try {
    return JSON.parse(readFileSync(join(cache, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Tests by the runner's own report; a file that didn't load is a failure, and so is a bad exit without one. */
function unitCount(/** @type {boolean} */ ok) {
  const json = report('unit.json');
  if (json === undefined) return one(false);
  const unloaded = json.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = json.numFailedTests + unloaded;
  return {
    passed: json.numPassedTests,
    failed: !ok && failed === 0 ? 1 : failed,
    skipped: json.numPendingTests + (json.numTodoTests ?? 0),
  };
}

function e2eCount(/** @type {boolean} */ ok) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const file of E2E_REPORTS) {
    const json = report(file);
    if (json === undefined) {
      sum.failed += 1;
      continue;
    }
    const { expected, unexpected, flaky, skipped } = json.stats;
    sum.passed += expected;
    sum.failed += unexpected + flaky + json.errors.length;
    sum.skipped += skipped;
  }
  if (!ok && sum.failed === 0) sum.failed = 1;
  return sum;
}

/**
 * @param {string} name @param {string} command @param {readonly string[]} args
 * @param {{ count?: (ok: boolean) => Count, env?: Record<string, string> }} [options]
 * @returns {Promise<Result>}
 */
async function step(name, command, args, { count = one, env = {} } = {}) {
  const start = performance.now();
  const { code, output } = await run(command, args, { quiet: true, env });
  const counted = count(code === 0);
  const ok = code === 0 && counted.failed === 0;
  const result = { name, ok, seconds: (performance.now() - start) / 1000, output, count: counted };
  const { passed, failed, skipped } = counted;
  const figures = passed + failed > 1 ? `  ${passed} passed, ${failed} failed, ${skipped} skipped` : '';
  console.log(
    `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)} ${result.seconds.toFixed(1).padStart(6)} s${figures}`,
  );
  if (!ok) console.log(output.split('\n').slice(-400).join('\n'));
  return result;
}

const quick = process.argv.includes('--quick');
await ensureDependencies();
await ensureChromium();
mkdirSync(cache, { recursive: true });
for (const file of ['unit.json', ...E2E_REPORTS, 'totals']) rmSync(join(cache, file), { force: true });

// Two at a time: the types of one layer wait for those of another anyway.
const results = await Promise.all([
  step('types', binOf('tsc'), ['-b', '--pretty', 'false']),
  step('lint', binOf('oxlint'), ['--deny-warnings']).then(async (lint) => [
    lint,
    await step('format', binOf('biome'), ['check', '--max-diagnostics=20', '.']),
  ]),
]).then((found) => found.flat());
const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=.cache/unit.json'];
results.push(await step('unit', binOf('vitest'), ['run', ...reporters], { count: unitCount }));

if (!quick) {
  results.push(await step('unused', binOf('knip'), ['--no-progress']));
  const build = await step('build', process.execPath, ['scripts/build.mjs']);
  results.push(build);
  if (build.ok) {
    results.push(await step('size', binOf('size-limit'), []));
    results.push(await step('e2e', process.execPath, ['scripts/e2e.mjs'], { count: e2eCount }));
  } else {
    console.log('      size and e2e need a build: each counts as one failure');
    for (const name of ['size', 'e2e'])
      results.push({ name, ok: false, seconds: 0, output: '', count: one(false) });
  }
}

const passed = results.reduce((sum, { count }) => sum + count.passed, 0);
const failed = results.reduce((sum, { count }) => sum + count.failed, 0);
const totals = `${passed} passed, ${failed} failed`;
writeFileSync(join(cache, 'totals'), totals);
console.log(totals);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
