import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { plans } from '@recado/contracts/companies/plans'
import { type Locale, locales } from '@recado/contracts/shared'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { callsPerMinute } from '#server/http/key-caller.ts'
import { dropPageHeaders } from '#server/http/page-headers.ts'
import { loadSettings } from '#server/modules/shared/settings/index.ts'
import { isPageName, type PageName, pageNames, pathOf, readTexts, type Texts } from './content.ts'
import { layOut } from './layout.ts'
import { printPostman } from './postman.ts'
import { type Article, type Installation, renderPage } from './render.ts'

const own = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url))
const font = () =>
  readFileSync(
    createRequire(import.meta.url).resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  )

/** Pages are small texts; assets keep their address until they change. */
const PAGE_AGE = 'public, max-age=300'
const ASSET_AGE = 'public, max-age=31536000, immutable'
const compress = { threshold: 1024, encodings: ['br', 'gzip'] as ('br' | 'gzip')[] }

const readAssets = () => {
  const fontFile = font()
  const fontName = `figtree-${createHash('sha256').update(fontFile).digest('hex').slice(0, 10)}.woff2`
  const style = Buffer.from(own('docs.css').toString('utf8').replace('figtree.woff2', fontName))
  const files = [
    { name: 'docs.css', type: 'text/css; charset=utf-8', body: style },
    { name: 'theme.js', type: 'text/javascript; charset=utf-8', body: own('theme.js') },
    { name: 'docs.js', type: 'text/javascript; charset=utf-8', body: own('docs.js') },
  ].map((file) => {
    const [base, ending] = file.name.split('.')
    const hash = createHash('sha256').update(file.body).digest('hex').slice(0, 10)
    return { ...file, path: `/docs/assets/${base}-${hash}.${ending}` }
  })
  return [...files, { name: 'font', type: 'font/woff2', body: fontFile, path: `/docs/assets/${fontName}` }]
}

type Language = { texts: Texts; titles: Record<PageName, string>; articles: Map<PageName, Article> }

const readLanguage = (locale: Locale, installation: Installation): Language => {
  const articles = new Map(pageNames.map((name) => [name, renderPage(locale, name, installation)]))
  const titles = Object.fromEntries([...articles].map(([name, { title }]) => [name, title])) as Language['titles']
  const texts = readTexts(locale)
  return { texts, articles, titles: { ...titles, index: texts.ui.home } }
}

/** The language that a browser asks for, of those there are. */
const localeFor = ({ headers }: FastifyRequest): Locale =>
  /^\s*pt\b/i.test(headers['accept-language'] ?? '') ? 'pt' : 'en'

/** How many calls a key makes in a minute, from the least plan to the greatest. */
const limitsOf = (config: Deps['config']): string => plans.map((plan) => callsPerMinute(config, plan)).join(', ')

/** The documentation for developers: pages without a session, in both languages, from `docs/developers`. */
export const developerDocsRoutes = async (app: FastifyInstance): Promise<void> => {
  const { deps } = app
  const assets = readAssets()
  const assetPath = (name: string) => assets.find((one) => one.name === name)?.path ?? ''
  const shownAssets = { style: assetPath('docs.css'), theme: assetPath('theme.js'), script: assetPath('docs.js') }
  const installation = { origin: publicOrigin(deps.config), limits: limitsOf(deps.config) }
  const known = new Map<Locale, Language>()
  const languageOf = (locale: Locale): Language => {
    const language = known.get(locale) ?? readLanguage(locale, installation)
    known.set(locale, language)
    return language
  }

  const show = async (reply: FastifyReply, locale: Locale, asked: string) => {
    const { texts, titles, articles } = languageOf(locale)
    const { name: brand } = (await loadSettings(deps)).brand
    const name = isPageName(asked) ? asked : null
    const { notFound, notFoundText } = texts.ui
    const missing = {
      title: notFound,
      description: '',
      html: `<h1>${notFound}</h1><p>${notFoundText}</p>`,
      headings: [],
    }
    const article = (name && articles.get(name)) ?? missing
    reply
      .code(name ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', PAGE_AGE)
    return layOut({ locale, name, article, texts, titles, brand, assets: shownAssets })
  }

  app.get<{ Params: { file: string } }>('/docs/assets/:file', { compress }, ({ params }, reply) => {
    const asset = assets.find(({ path }) => path === `/docs/assets/${params.file}`)
    if (!asset) throw new AppError('not_found')
    dropPageHeaders(reply.raw)
    return reply.type(asset.type).header('cache-control', ASSET_AGE).send(asset.body)
  })
  for (const locale of locales) {
    app.get(`/docs/${locale}`, { compress }, (_request, reply) => show(reply, locale, 'index'))
    app.get<{ Params: { page: string } }>(`/docs/${locale}/:page`, { compress }, ({ params }, reply) =>
      params.page === 'index' ? reply.redirect(pathOf(locale, 'index'), 301) : show(reply, locale, params.page),
    )
  }
  let postman: object | undefined
  app.get('/docs/recado.postman_collection.json', { compress }, (_request, reply) => {
    dropPageHeaders(reply.raw)
    postman ??= printPostman(installation.origin)
    return reply.header('content-disposition', 'attachment').header('cache-control', PAGE_AGE).send(postman)
  })
  const lead = (request: FastifyRequest, reply: FastifyReply, name: PageName) =>
    reply.header('vary', 'accept-language').redirect(pathOf(localeFor(request), name))
  app.get('/docs', (request, reply) => lead(request, reply, 'index'))
  for (const name of pageNames) app.get(`/docs/${name}`, (request, reply) => lead(request, reply, name))
}
