import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const languages = ['en', 'pt']
const files = ['data.json', 'messages.json']
const require = createRequire(import.meta.url)

const source = (language: string, file: string): string =>
  readFileSync(require.resolve(`emojibase-data/${language}/${file}`), 'utf8')

/** Serves the names and groups of emoji from this site, at /emoji/{language}/{file}; nothing comes from elsewhere. */
export const emojiData = (): Plugin => ({
  name: 'emoji-data',
  configureServer: ({ middlewares }) => {
    middlewares.use('/emoji', (request, response, next) => {
      const [, language = '', file = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? []
      if (!languages.includes(language) || !files.includes(file)) return next()
      response.setHeader('content-type', 'application/json')
      response.end(source(language, file))
    })
  },
  generateBundle() {
    for (const language of languages) {
      for (const file of files) {
        this.emitFile({ type: 'asset', fileName: `emoji/${language}/${file}`, source: source(language, file) })
      }
    }
  },
})
