export type Provider = { id: string; name: string; type: string; signinUrl: string; callbackUrl: string }

const formPost = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields),
})

/** The calls under the auth base path, in the NextAuth v4 protocol (https://next-auth.js.org/getting-started/rest-api). */
export const createAuthWire = (basePath: string) => {
  /** Tells the server what went wrong in the browser, without waiting. */
  const log = (level: 'error' | 'warn' | 'debug', code: string, details: Record<string, string>): void => {
    const body = new URLSearchParams({ level, code, ...details })
    if (navigator.sendBeacon?.(`${basePath}/_log`, body)) return
    // A log entry that cannot be delivered has nowhere else to go.
    fetch(`${basePath}/_log`, { method: 'POST', body, keepalive: true }).catch(() => {})
  }

  /** The parsed body; null for nothing, and for a failure, which is logged as CLIENT_FETCH_ERROR. */
  const getJson = async <T>(path: string, init?: RequestInit, onFailure = () => {}): Promise<T | null> => {
    const url = `${basePath}/${path}`
    try {
      const response = await fetch(url, { credentials: 'same-origin', ...init })
      const body: unknown = await response.json()
      if (!response.ok) throw new Error(`${response.status}`)
      return body && Object.keys(body).length > 0 ? (body as T) : null
    } catch (error) {
      log('error', 'CLIENT_FETCH_ERROR', { url, message: error instanceof Error ? error.message : String(error) })
      onFailure()
      return null
    }
  }

  const csrfToken = async (): Promise<string> => (await getJson<{ csrfToken: string }>('csrf'))?.csrfToken ?? ''

  const getProviders = () => getJson<Record<string, Provider>>('providers')

  const post = async (path: string, fields: Record<string, string>) => {
    const body = formPost({ csrfToken: await csrfToken(), json: 'true', ...fields })
    const response = await fetch(`${basePath}/${path}`, body)
    // Error pages of a proxy are not JSON; callers then go by the status.
    const answer = (await response.json().catch(() => ({}))) as { url?: string }
    return { response, url: answer.url ?? null }
  }

  return { log, getJson, csrfToken, getProviders, post }
}

export type AuthWire = ReturnType<typeof createAuthWire>
