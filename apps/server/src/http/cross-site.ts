import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { equalTexts } from '#server/lib/equal-texts.ts'
import { AppError } from './app-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The origin that browsers use to reach the product. */
export const publicOrigin = (config: Config): string =>
  new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin

/** Origins that our own pages are served from. */
export const ownOrigins = (config: Config): string[] =>
  config.PUBLIC_URL
    ? [publicOrigin(config)]
    : [`http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`, `http://[::1]:${config.PORT}`]

const cookieValue = (header: string | undefined, name: string) =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const carriesToken = (request: FastifyRequest) => {
  const header = request.headers['x-xsrf-token']
  const cookie = decoded(cookieValue(request.headers.cookie, 'XSRF-TOKEN') ?? '')
  return typeof header === 'string' && cookie !== '' && equalTexts(header, cookie)
}

/**
 * Refuses a writing request that rides on a session cookie from another site. Browsers state where a request comes
 * from (Sec-Fetch-Site, Origin); a client that states neither is no browser and must still send JSON or the token.
 */
export const refuseCrossSite = (config: Config, request: FastifyRequest): void => {
  if (safeMethods.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const foreign =
    site !== undefined ? site !== 'same-origin' : origin !== undefined && !ownOrigins(config).includes(origin)
  if (foreign) throw new AppError('csrf')
  // Other methods than POST cannot be sent across sites without a preflight, which is never granted.
  if (request.method !== 'POST') return
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? false
  if (!isJson && !carriesToken(request)) throw new AppError('csrf')
}
