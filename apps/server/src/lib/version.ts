import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/** The version of the product, e.g. `6.5.0`. */
export const productVersion = manifest.version
