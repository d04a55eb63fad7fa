import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ours = fileURLToPath(new URL('../../../packages/inbox/src/index.ts', import.meta.url))

/** Builds the page into `<folder>/published` and `<folder>/ours`; all that differs is what the import means. */
export const buildCompatibilityPages = async (
  folder: string,
  changeHtml: (html: string) => string = (html) => html,
): Promise<void> => {
  const widgets = { published: {}, ours: { '@novu/notification-center': ours } }
  for (const [name, alias] of Object.entries(widgets)) {
    await build({
      configFile: false,
      root: fileURLToPath(new URL('.', import.meta.url)),
      base: './',
      logLevel: 'error',
      plugins: [{ name: 'html', transformIndexHtml: changeHtml }],
      resolve: { alias, dedupe: ['react', 'react-dom'] },
      build: {
        outDir: join(folder, name),
        emptyOutDir: true,
        target: 'es2022',
        chunkSizeWarningLimit: 4000,
        rolldownOptions: { checks: { moduleLevelDirective: false } },
      },
    })
  }
}
