import { createServer, type Server, Socket } from 'node:net'

export type Gate = {
  /** Leads to the server while the gate is open. */
  url: string
  /** Cuts what goes through, and lets nothing more in. */
  close: () => Promise<void>
  open: () => Promise<void>
  /** Keeps back what the server answers from now on, until `release`. */
  hold: () => void
  /** Bytes that are kept back. */
  held: () => number
  release: () => void
}

/** A way to a server on the loopback address that can be closed, opened and slowed down, as a network can. */
export const openGate = async (target: string): Promise<Gate> => {
  const { hostname, port } = new URL(target)
  const passing = new Set<Socket>()
  const kept: (() => void)[] = []
  let isHolding = false
  let held = 0
  let server: Server | undefined
  let ownPort = 0

  const join = (near: Socket) => {
    const far = new Socket().connect(Number(port), hostname)
    near.pipe(far)
    far.on('data', (bytes) => {
      if (!isHolding) return near.write(bytes)
      held += bytes.length
      return kept.push(() => near.write(bytes))
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      passing.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        passing.delete(one)
        other.destroy()
      })
    }
  }
  const open = () =>
    new Promise<void>((resolve) => {
      server = createServer(join).listen(ownPort, '127.0.0.1', resolve)
    })

  await open()
  const address = server?.address()
  if (typeof address !== 'object' || !address) throw new Error('no gate')
  ownPort = address.port
  return {
    url: `http://127.0.0.1:${ownPort}`,
    open,
    close: () =>
      new Promise((resolve) => {
        server?.close(() => resolve())
        for (const socket of passing) socket.destroy()
      }),
    hold: () => {
      isHolding = true
    },
    held: () => held,
    release: () => {
      isHolding = false
      held = 0
      for (const pass of kept.splice(0)) pass()
    },
  }
}
