// Two projects: `node` runs every *.test.ts, `browser` runs *.browser.test.ts(x) in a real Chromium.
import preact from '@preact/preset-vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './scripts/chromium.mjs';
import { engineAlias } from './scripts/model-engine.mjs';

const roots = '{src,workers,e2e,bench,scripts}';
const browserTests = `${roots}/**/*.browser.test.{ts,tsx}`;

export default defineConfig({
  // Found late, a dependency that only a worker imports reloads the page in the middle of a test.
  resolve: { alias: engineAlias },
  optimizeDeps: {
    exclude: ['@huggingface/transformers', 'onnxruntime-web'],
    include: [
      'comlink',
      'idb',
      'preact',
      'preact/hooks',
      'preact/jsx-dev-runtime',
      '@preact/signals',
      'lucide-preact',
      'katex',
      'marked',
      'dompurify',
      'zod/mini',
      'diff',
      'picomatch',
      'ignore',
      'fflate',
      'fast-check',
      '@ai-sdk/anthropic',
      '@ai-sdk/google',
      '@ai-sdk/openai',
      '@ai-sdk/openai-compatible',
    ],
  },
  test: {
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          pool: 'threads',
          include: [`${roots}/**/*.test.ts`],
          exclude: [browserTests, '**/node_modules/**', 'bench/peers/**'],
        },
      },
      {
        extends: true,
        plugins: [preact()],
        test: {
          name: 'browser',
          include: [browserTests],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
