import type { Server } from 'node:http'

/**
 * Rejects upgrades to unknown paths. A socket server would do that itself, but it takes the paths of other
 * socket servers for such ones too; those of a server with several of them are made with `destroyUpgrade: false`.
 */
export const refuseOtherUpgrades = (http: Server, paths: readonly string[]): void => {
  http.on('upgrade', (request, socket) => {
    if (paths.some((path) => request.url?.startsWith(`${path}/`))) return
    // The client may have closed the connection already; there is nothing left to tell it.
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
}
