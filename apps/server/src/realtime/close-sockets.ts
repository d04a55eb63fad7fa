import type { Server } from 'socket.io'

/** Ends every socket. The HTTP server is left to whoever opened it: `io.close()` would wait for all its connections. */
export const closeSockets = (io: Server): void => {
  io.disconnectSockets(true)
  io.engine.close()
}
