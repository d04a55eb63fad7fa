import type { ServerResponse } from 'node:http'

/** Server-sent events for the pages and tests. Hints only: a page fetches what it needs. */
export const createLiveHub = () => {
  const listeners = new Set<ServerResponse>()
  return {
    add: (response: ServerResponse): void => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        connection: 'keep-alive',
      })
      response.write(': hello\n\n')
      listeners.add(response)
      response.on('close', () => listeners.delete(response))
    },
    publish: (event: string, data: unknown): void => {
      if (listeners.size === 0) return
      const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
      for (const listener of listeners) {
        if (listener.writableLength < 1_000_000) listener.write(text)
      }
    },
    close: (): void => {
      for (const listener of listeners) listener.end()
      listeners.clear()
    },
  }
}

export type LiveHub = ReturnType<typeof createLiveHub>
