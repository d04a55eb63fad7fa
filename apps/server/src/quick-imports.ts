import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Speeds up loading the product. Programs import this file first, and the product dynamically after it.

/** Caches compiled code for the next start. Without a writable folder nothing is cached. */
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)))

/**
 * ES modules whose package.json names each of their files, in 200 KB. Node 24 reads and parses it again for each import
 * of them and inside of them, hundreds of times: half of the time that loading the product took.
 */
const packages = ['drizzle-orm', 'date-fns']

const ownFile = new RegExp(`/node_modules/(${packages.join('|')})/.*\\.js$`)
const named = new RegExp(`^(${packages.join('|')})(/|$)`)
const known = new Map<string, { url: string; format: 'module'; shortCircuit: true }>()

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('.') && specifier.endsWith('.js') && ownFile.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!named.test(specifier) || parentURL.includes('/node_modules/')) return next(specifier, context)
    const found = known.get(specifier) ?? {
      url: next(specifier, context).url,
      format: 'module' as const,
      shortCircuit: true as const,
    }
    known.set(specifier, found)
    return found
  },
})
