import type { AddressInfo } from 'node:net'
import type { Deps } from '#server/context.ts'
import { createNotificationSocket } from '#server/notifications/index.ts'
import { buildOwnApp } from './app.ts'

export type NotificationServer = {
  /** Where the published clients find it: the address of both the API and the socket. */
  url: string
  deps: Deps
  /** Waits until the engine has nothing left that is due. */
  settle: () => Promise<void>
  stop: () => Promise<void>
}

/** The application listening on a loopback port, with its widget socket and its engine running. */
export const startNotificationServer = async (overrides: Record<string, string> = {}): Promise<NotificationServer> => {
  const { app, deps, close } = await buildOwnApp(overrides)
  const sockets = createNotificationSocket(app.server, deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  deps.notifications.start(deps)
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    deps,
    settle: () => deps.notifications.drain(deps),
    stop: async () => {
      await sockets.close()
      await deps.notifications.stop()
      await close()
    },
  }
}

/** The methods of an object's class, and the functions that it carries itself. */
export const methodsOf = (object: object): string[] => {
  const own = Object.keys(object).filter((name) => typeof Reflect.get(object, name) === 'function')
  const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(object))
  return [...own, ...inherited].filter((name) => name !== 'constructor').sort()
}

/** Wraps an object so that it notes the name of each method called. */
export const noteCalls = <T extends object>(object: T, called: Set<string>, prefix = ''): T =>
  new Proxy(object, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        called.add(`${prefix}${String(key)}`)
        return Reflect.apply(value, target, args)
      }
    },
  })
