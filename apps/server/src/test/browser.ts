import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Send = {
  json?: unknown
  form?: Record<string, string>
  payload?: Buffer | Readable
  headers?: Record<string, string>
}

/** A browser as far as the server can tell: it keeps cookies and sends back the tokens that guard against other sites. */
export const createBrowser = (app: FastifyInstance, options: { ip?: string; userAgent?: string } = {}) => {
  const jar = new Map<string, string>()
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const keep = (header: string | string[] | undefined) => {
    for (const line of [header ?? []].flat()) {
      const [pair = '', ...attributes] = line.split(';')
      const name = pair.slice(0, pair.indexOf('=')).trim()
      const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
      if (gone) jar.delete(name)
      else jar.set(name, pair.slice(pair.indexOf('=') + 1).trim())
    }
  }

  const send = async (method: Method, url: string, { json, form, payload, headers = {} }: Send = {}) => {
    const xsrf = jar.get('XSRF-TOKEN')
    const answer = await app.inject({
      method,
      url,
      remoteAddress: options.ip ?? '127.0.0.1',
      headers: {
        ...(jar.size > 0 ? { cookie: cookieHeader() } : {}),
        ...(xsrf && method !== 'GET' ? { 'x-xsrf-token': decodeURIComponent(xsrf) } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        'user-agent': options.userAgent ?? 'tests',
        ...headers,
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
      ...(payload ? { payload } : {}),
      ...(json === undefined ? {} : { payload: json as object }),
    })
    keep(answer.headers['set-cookie'])
    return answer
  }

  const csrf = async (): Promise<string> => (await send('GET', '/api/auth/csrf')).json().csrfToken

  return {
    jar,
    csrf,
    get: (url: string, headers?: Record<string, string>) => send('GET', url, headers ? { headers } : {}),
    post: (url: string, json: unknown = {}) => send('POST', url, { json }),
    put: (url: string, json: unknown = {}) => send('PUT', url, { json }),
    patch: (url: string, json: unknown = {}) => send('PATCH', url, { json }),
    remove: (url: string) => send('DELETE', url),
    send,
    /** Posts a form to the sign-in protocol, with its csrf token and `json=true`. */
    form: async (url: string, fields: Record<string, string> = {}) =>
      send('POST', url, { form: { csrfToken: await csrf(), json: 'true', ...fields } }),
    signIn: async (email: string, password: string) =>
      send('POST', '/api/auth/callback/credentials', {
        form: { csrfToken: await csrf(), json: 'true', email, password },
      }),
    session: async () => (await send('GET', '/api/auth/session')).json(),
    /** Takes over a session made by the factories. */
    use: (headers: { cookie: string }) => {
      const at = headers.cookie.indexOf('=')
      jar.set(headers.cookie.slice(0, at), headers.cookie.slice(at + 1))
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>
