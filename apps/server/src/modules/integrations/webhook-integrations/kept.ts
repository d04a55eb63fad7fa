import type { SourceSettings } from '#server/modules/integrations/webhook-sources/index.ts'

const MOST_HEADERS = 50
const MOST_CHARACTERS = 500
const MASK = '•••'

/** Headers and parameters that are secrets themselves; signatures are worth nothing without the secret. */
const secretHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'asaas-access-token',
  'x-hotmart-hottok',
  'x-webhook-token',
])
const secretParameters = new Set(['token', 'access_token', 'key', 'api_key', 'secret'])
const uninteresting = new Set(['cookie', 'connection', 'host', 'accept-encoding', 'transfer-encoding'])

/** Headers as they are kept: without what anyone could pass themselves off with. */
export const keptHeaders = (
  headers: Readonly<Record<string, string | undefined>>,
  { scheme, header }: SourceSettings,
  secretHeader?: string,
): Record<string, string> => {
  const own = scheme === 'token' || scheme === undefined ? header?.toLowerCase() : undefined
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || uninteresting.has(name)
      ? []
      : [
          [
            name,
            secretHeaders.has(name) || name === own || name === secretHeader ? MASK : value.slice(0, MOST_CHARACTERS),
          ] as const,
        ],
  )
  return Object.fromEntries(kept.slice(0, MOST_HEADERS))
}

/** The parameters of the address as they are kept. */
export const keptQuery = (query: URLSearchParams): string =>
  new URLSearchParams(
    [...query].map(([name, value]): [string, string] => [name, secretParameters.has(name) ? MASK : value]),
  )
    .toString()
    .slice(0, 2000)
