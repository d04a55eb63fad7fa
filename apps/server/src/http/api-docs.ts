import { readFileSync } from 'node:fs'
import { fastifySwaggerUi } from '@fastify/swagger-ui'
import { printOpenApi } from '@recado/contracts/openapi'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { publicOrigin } from './cross-site.ts'

const packageFile = new URL('../../package.json', import.meta.url)

declare module 'fastify' {
  interface FastifyInstance {
    /** What the documentation page asks for; the document comes from the contracts, not from the routes. */
    swagger: () => Record<string, unknown>
  }
}

/** `/api/v1/openapi.json` is the OpenAPI document of the contracts, `/docs/api` a page to read and try it. */
export const registerApiDocs = async (app: FastifyInstance, sessionCookie: string): Promise<void> => {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  let printed: Record<string, unknown> | undefined
  const document = () => {
    printed ??= printOpenApi({ version, url: publicOrigin(app.deps.config), cookie: sessionCookie })
    return printed
  }
  app.get('/api/v1/openapi.json', () => document())
  await app.register(async (docs) => {
    // The page insists on a plugin of this name, from which it takes the document.
    await docs.register(
      fastifyPlugin(async (inner) => void inner.decorate('swagger', document), { name: '@fastify/swagger' }),
    )
    await docs.register(fastifySwaggerUi, {
      routePrefix: '/docs/api',
      indexPrefix: '',
      staticCSP: false,
      uiConfig: { docExpansion: 'none', deepLinking: true },
      theme: { title: 'Recado API' },
    })
  })
}
