// The build: a page, module workers with recognisable names, a service worker of our own, and the headers table
// for whoever serves the result. Tests and Node bundles have their own configuration.
import preact from '@preact/preset-vite';
import { defineConfig, type Connect, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { diagramLicences } from './scripts/diagram-licences.mjs';
import { engineAlias } from './scripts/model-engine.mjs';
import { headerRows, headersFor } from './src/adapters/headers.ts';

/** Same table everywhere. The dev server alone also gets inline styles, scripts and no Trusted Types: Vite's own. */
function securityHeaders(): Plugin {
  const relax = (policy: string): string =>
    policy
      .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
      .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
      .replace(/; require-trusted-types-for.*$/, '');
  const middleware =
    (dev: boolean): Connect.NextHandleFunction =>
    (request, response, next) => {
      const path = (request.url ?? '/').replace(/[?#].*$/, '').slice(1);
      for (const [name, value] of Object.entries(headersFor(path))) {
        if (dev && name === 'cache-control') continue;
        response.setHeader(name, dev && name === 'content-security-policy' ? relax(value) : value);
      }
      next();
    };
  return {
    name: 'security-headers',
    configureServer: (server) => void server.middlewares.use(middleware(true)),
    configurePreviewServer: (server) => void server.middlewares.use(middleware(false)),
    generateBundle() {
      if (this.environment.name !== 'client') return;
      this.emitFile({
        type: 'asset',
        fileName: 'headers.json',
        source: JSON.stringify(headerRows(), null, 1),
      });
      this.emitFile({ type: 'asset', fileName: 'licences-diagrams.md', source: diagramLicences() });
    },
  };
}

const names = { entryFileNames: 'workers/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' };

export default defineConfig({
  plugins: [
    preact(),
    securityHeaders(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,woff2,svg,png,webmanifest}', 'sample/**/*'],
        // What draws diagrams is stored when it is first needed (workers/sw.ts).
        globIgnores: ['sw.js', 'assets/mermaid*'],
        maximumFileSizeToCacheInBytes: 4_000_000,
        dontCacheBustURLsMatching: /^(assets|workers)\//,
      },
    }),
  ],
  worker: { format: 'es', rolldownOptions: { output: names } },
  resolve: { alias: engineAlias },
  build: {
    target: 'esnext',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    // The recovery page shares no chunk with the app, so that a broken one doesn't take it along.
    rolldownOptions: { input: { main: 'index.html', recovery: 'recovery.html' } },
  },
  server: { host: '127.0.0.1', port: 5173 },
  preview: { host: '127.0.0.1', port: 4173 },
  // Found late, a dependency that only a worker imports reloads the page under a run.
  optimizeDeps: {
    // It shares a module with the worker that loads it.
    exclude: ['@huggingface/transformers', 'onnxruntime-web'],
    include: [
      'comlink',
      'idb',
      'zod/mini',
      'diff',
      'picomatch',
      'ignore',
      'katex',
      'marked',
      'dompurify',
      'workbox-window',
      '@ai-sdk/anthropic',
      '@ai-sdk/google',
      '@ai-sdk/openai',
      '@ai-sdk/openai-compatible',
    ],
  },
});
