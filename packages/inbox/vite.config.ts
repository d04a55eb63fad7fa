import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
) as Record<'dependencies' | 'peerDependencies', Record<string, string>>
const installed = Object.keys({ ...dependencies, ...peerDependencies })

/** The package for bundlers and Node: ES modules that leave React and what is installed with them outside. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  build: {
    target: 'es2022',
    outDir: 'dist',
    // The embed lies in a folder of it and is built apart.
    emptyOutDir: false,
    minify: false,
    lib: {
      entry: { index: 'src/index.ts', headless: 'src/headless.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
      // A file for each of ours, so that bundlers take what a page uses, and languages stay apart.
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
      checks: { ineffectiveDynamicImport: false, moduleLevelDirective: false },
    },
  },
})
