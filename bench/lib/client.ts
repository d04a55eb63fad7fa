import { request } from 'undici'
import { sleep } from './numbers.ts'

const EVERY_MS = 250

/** Calls of the API as a signed-in script makes them; what is refused is thrown. */
export const createClient = (url: string, cookie: string) => {
  const send = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: string, type = 'application/json') => {
    // What is no JSON carries the token against other sites.
    const headers = {
      cookie: `${cookie}; XSRF-TOKEN=bench`,
      'x-xsrf-token': 'bench',
      ...(body === undefined ? {} : { 'content-type': type }),
    }
    const answer = await request(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      headersTimeout: 0,
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`)
    return JSON.parse(text) as T
  }
  const get = <T>(path: string) => send<T>('GET', path)
  return {
    get,
    post: <T>(path: string, body: unknown = {}) => send<T>('POST', path, JSON.stringify(body)),
    put: <T>(path: string, body: unknown) => send<T>('PUT', path, JSON.stringify(body)),
    upload: <T>(path: string, name: string, content: string) => {
      const line = 'a-line-between-the-parts'
      const head = `--${line}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
      return send<T>('POST', path, `${head}${content}\r\n--${line}--\r\n`, `multipart/form-data; boundary=${line}`)
    },
    /** Reads something until it is so, at most for some minutes. */
    until: async <T>(path: string, isSo: (found: T) => boolean, minutes = 10): Promise<T> => {
      for (const end = performance.now() + minutes * 60_000; ; ) {
        const found = await get<T>(path)
        if (isSo(found)) return found
        if (performance.now() > end) throw new Error(`${path} is not done after ${minutes} minutes`)
        await sleep(EVERY_MS)
      }
    },
  }
}
export type Client = ReturnType<typeof createClient>
