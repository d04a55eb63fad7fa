import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const built = fileURLToPath(new URL('../../../../packages/inbox/dist/embed', import.meta.url))
const entry = 'embed.js'
const scripts = /^\/?(embed\.js|chunks\/[\w.-]+\.js)$/

/**
 * Serves the script that puts the inbox on a page of any origin, `/inbox/embed.js`, and what it loads, `/inbox/chunks/*`.
 * The entry keeps its name and is asked for again; chunks have a hash in theirs. Nothing is there before it is built.
 */
export const registerInboxScript = async (app: FastifyInstance, root = built): Promise<void> => {
  if (!existsSync(`${root}/${entry}`)) return
  await app.register(fastifyStatic, {
    root,
    prefix: '/inbox/',
    decorateReply: false,
    preCompressed: true,
    acceptRanges: false,
    index: false,
    redirect: false,
    cacheControl: false,
    allowedPath: (path) => scripts.test(path),
    setHeaders: (reply, path) => {
      const lasting = !basename(path).startsWith(entry)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      reply.header('access-control-allow-origin', '*')
      reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
}
