import type { Plugin } from 'vite'

/** Fails a build that contains parts of the component catalogue, which is for development only. */
export const withoutCatalogue = (): Plugin => ({
  name: 'recado-without-catalogue',
  apply: 'build',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
    const found = modules.filter((id) => id.includes('/apps/web/catalogue/'))
    if (found.length > 0) this.error(`the product has parts of the catalogue in it: ${found.join(', ')}`)
    if ('catalogue/index.html' in bundle) this.error('the product has the catalogue in it')
  },
})
