import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endpointsOf, type NamedEndpoint } from '@recado/contracts/openapi'

const folder = new URL('../../../../packages/contracts/src/', import.meta.url)

const load = async (file: string): Promise<NamedEndpoint[]> => {
  const exports: Record<string, unknown> = await import(new URL(file, folder).href)
  return endpointsOf(file.replaceAll('\\', '/').replace(/\.ts$/, ''), exports)
}
const files = globSync('*/*.ts', { cwd: fileURLToPath(folder) }).filter((file) => !file.endsWith('.test.ts'))

/** Every endpoint of the product: whatever the files of its contracts export, in their order. */
export const contractEndpoints: readonly NamedEndpoint[] = (await Promise.all(files.toSorted().map(load))).flat()
