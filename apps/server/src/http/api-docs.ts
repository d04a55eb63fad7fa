import { fastifySwaggerUi } from '@fastify/swagger-ui'
import { printV1OpenApi } from '@recado/contracts/notifications/openapi'
import { printOpenApi } from '@recado/contracts/openapi'
import { printPublicOpenApi } from '@recado/contracts/public-openapi'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { productVersion } from '#server/lib/version.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { publicOrigin } from './cross-site.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What the documentation page asks for; the document comes from the contracts, not from the routes. */
    swagger: () => Record<string, unknown>
  }
}

type Printed = {
  title: string
  file: string
  page: string
  print: (options: { version: string; url: string }) => object
}

const registerDocument = async (app: FastifyInstance, { title, file, page, print }: Printed) => {
  let printed: Record<string, unknown> | undefined
  const document = () => {
    printed ??= { ...print({ version: productVersion, url: publicOrigin(app.deps.config) }) }
    return printed
  }
  app.get(file, () => document())
  await app.register(async (docs) => {
    // The page insists on a plugin of this name, from which it takes the document.
    await docs.register(
      fastifyPlugin(async (inner) => void inner.decorate('swagger', document), { name: '@fastify/swagger' }),
    )
    await docs.register(fastifySwaggerUi, {
      routePrefix: page,
      indexPrefix: '',
      staticCSP: false,
      uiConfig: { docExpansion: 'none', deepLinking: true },
      // Its bar has the name of the framework, and asks for the address of a document.
      theme: { title, css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }] },
    })
  })
}

/** The OpenAPI documents of the contracts, each with a page to read and try it. */
export const registerApiDocs = async (app: FastifyInstance, sessionCookie: string): Promise<void> => {
  await registerDocument(app, {
    title: 'Recado API',
    file: '/api/openapi.json',
    page: '/docs/api',
    print: (options) => printPublicOpenApi(contractEndpoints, options),
  })
  await registerDocument(app, {
    title: 'Recado API of the web application',
    file: '/api/v1/openapi.json',
    page: '/docs/app',
    print: (options) => printOpenApi(contractEndpoints, { ...options, cookie: sessionCookie }),
  })
  await registerDocument(app, {
    title: 'Recado notification API',
    file: '/v1/openapi.json',
    page: '/docs/notifications',
    print: printV1OpenApi,
  })
}
