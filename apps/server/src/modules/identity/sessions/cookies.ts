import type {} from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#server/context.ts'

type Config = Deps['config']

const isSecure = (config: Config) => config.PUBLIC_URL?.startsWith('https:') ?? false

/** Name of a cookie as next-auth calls it; on https with the `__Host-` prefix, which ties it to this very host. */
export const cookieName = (
  config: Config,
  name: 'session-token' | 'csrf-token' | 'oauth' | 'second-step' | 'device',
): string => `${isSecure(config) ? '__Host-' : ''}next-auth.${name}`

/** Value of a cookie in a Cookie header. */
export const readCookie = (header: string | undefined, name: string): string | null => {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at < 0 || part.slice(0, at).trim() !== name) continue
    try {
      return decodeURIComponent(part.slice(at + 1).trim())
    } catch {
      return null
    }
  }
  return null
}

/** Whether a Cookie header names a cookie, be its value of any use or not. */
export const hasCookie = (header: string | undefined, name: string): boolean =>
  header?.split(';').some((part) => part.split('=')[0]?.trim() === name) ?? false

export type NewCookie = { name: string; value: string; expires?: Date }

/** Sets a cookie that no script reads; without `expires` it goes with the browser. */
export const setCookie = (reply: FastifyReply, config: Config, { name, value, expires }: NewCookie): void => {
  reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    ...(expires ? { expires } : {}),
  })
}

/** Takes such a cookie away. */
export const clearCookie = (reply: FastifyReply, config: Config, name: string): void => {
  reply.setCookie(name, '', { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config), maxAge: 0 })
}

/** The token that scripts of our own pages read and send back as X-XSRF-TOKEN. */
export const setXsrfCookie = (reply: FastifyReply, config: Config, value: string): void => {
  reply.setCookie('XSRF-TOKEN', value, { path: '/', httpOnly: false, sameSite: 'lax', secure: isSecure(config) })
}
