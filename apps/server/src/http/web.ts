import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { dropPageHeaders } from './page-headers.ts'
import { sendProblem } from './problems.ts'

const root = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const serverPaths = /^\/(api|v1|webhooks|files|healthz|readyz|metrics)(\/|$)/

const page = `${root}/index.html`
const inlineScript = /<script>([\s\S]*?)<\/script>/g

/** Sources of a content security policy that allow the scripts within the built web app's page, and no others. */
export const pageScriptSources = (): string[] => {
  const html = existsSync(page) ? readFileSync(page, 'utf8') : ''
  return [...html.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** Serves the built web app, and its page for every path that is neither the server's nor a file. */
export const registerWeb = async (app: FastifyInstance): Promise<void> => {
  const built = existsSync(page)
  if (built) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      wildcard: false,
      // Each file found is a route; the compressed ones are given in place of theirs.
      globIgnore: ['**/*.br', '**/*.gz'],
      index: false,
      cacheControl: false,
      // The etag says the same.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const isAsset = path.includes('/assets/')
        const isPage = path.includes('/index.html')
        reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (!isPage) dropPageHeaders(reply.raw)
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage = ['GET', 'HEAD'].includes(request.method) && !serverPaths.test(path) && extname(path) === ''
    if (!isPage) return sendProblem(request, reply, new AppError('not_found'))
    if (!built) return reply.code(503).type('text/plain').send('The web app is not built; run `npm start`.')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
