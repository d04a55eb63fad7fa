/** Non-OK answer to a plain GET. `info` is the parsed body, or null when it is not JSON. */
export class FetchError extends Error {
  readonly status: number
  readonly info: unknown

  constructor(status: number, info: unknown) {
    super('An error occurred while fetching the data.')
    this.name = 'FetchError'
    this.status = status
    this.info = info
  }
}

const getOne = async (url: string): Promise<unknown> => {
  const response = await fetch(url, { credentials: 'same-origin', headers: { accept: 'application/json' } })
  // The body of a failure is optional detail; the status is what counts.
  if (!response.ok) throw new FetchError(response.status, await response.json().catch(() => null))
  return response.json()
}

/** GETs one address, or several in parallel, and parses JSON. Throws FetchError on any non-OK answer. */
export const fetchJson = async <T>(url: string | readonly string[]): Promise<T> =>
  (await (typeof url === 'string' ? getOne(url) : Promise.all(url.map(getOne)))) as T
