import type {
  ShownDefinition,
  WebhookTemplate,
  WebhookTemplateDetail,
} from '@recado/contracts/integrations/webhook-templates'
import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import {
  findSource,
  logoUrlOf,
  portableDefinition,
  shownDefinitionOf,
  type WebhookSource,
  webhookSources,
} from '#server/modules/integrations/webhook-sources/index.ts'
import { definitionChanges } from './changes.ts'
import * as queries from './queries.ts'

type Counts = readonly queries.UseCount[]

const usesOf = (counts: Counts, key: string, number?: number): number =>
  counts
    .filter((one) => one.key === key && (number === undefined || one.number === number))
    .reduce((sum, { n }) => sum + n, 0)

const ofProduct = ({ key, name, category }: WebhookSource, counts: Counts): WebhookTemplate => ({
  ...{ key, name, category, origin: 'product', logoUrl: null, status: 'published', number: null, hasDraft: false },
  ...{ uses: usesOf(counts, key), updatedAt: null },
})

/** A source as its versions make it; the newest comes first. */
const ofVersions = (
  versions: readonly [queries.ListedVersion, ...queries.ListedVersion[]],
  counts: Counts,
): WebhookTemplate => {
  const [newest] = versions
  const offered = versions.find(({ status }) => status === 'published')
  const shown = offered ?? newest
  return {
    ...{ key: newest.key, origin: 'own', name: shown.name, category: shown.category },
    logoUrl: logoUrlOf(shown.logoFileId),
    status: offered ? 'published' : versions.some(({ status }) => status === 'deprecated') ? 'deprecated' : 'draft',
    number: offered?.number ?? null,
    hasDraft: newest.status === 'draft',
    uses: usesOf(counts, newest.key),
    updatedAt: newest.updatedAt.toISOString(),
  }
}

/** All sources: those that were added, by key, and those of the product. */
export const listTemplates = async (ctx: Ctx): Promise<WebhookTemplate[]> => {
  const [rows, counts] = [await queries.listVersions(ctx), await queries.countUses(ctx)]
  const own = [...Map.groupBy(rows, ({ key }) => key).values()].flatMap(([first, ...rest]) =>
    first ? [ofVersions([first, ...rest], counts)] : [],
  )
  return [...own, ...webhookSources.map((source) => ofProduct(source, counts))]
}

const productDetail = (source: WebhookSource, counts: Counts): WebhookTemplateDetail => ({
  ...ofProduct(source, counts),
  versions: [],
  shown: {
    ...{ number: null, status: 'published', version: 0, changes: [], previous: null },
    definition: shownDefinitionOf(source),
    copyable: portableDefinition(source) !== null,
  },
})

/** The version before one, of which companies know. */
const previousOf = (versions: readonly queries.AuthoredVersion[], number: number) =>
  versions.find(({ row }) => row.number < number && row.status !== 'draft')?.row

/** A source with its versions, and what one of them says. Throws `not_found`. */
export const readTemplate = async (ctx: Ctx, key: string, number?: number): Promise<WebhookTemplateDetail> => {
  const counts = await queries.countUses(ctx, key)
  const known = findSource(key)
  if (known && number === undefined) return productDetail(known, counts)
  const versions = await queries.findVersions(ctx, key)
  const shown = versions.find(({ row }) => number === undefined || row.number === number)?.row
  const [first, ...rest] = versions.map(({ row }) => ({ ...row, ...row.definition }))
  if (!shown || !first) throw new AppError('not_found')
  const previous = previousOf(versions, shown.number)
  return {
    ...ofVersions([first, ...rest], counts),
    logoUrl: logoUrlOf(shown.logoFileId),
    versions: versions.map(({ row, author }) => ({
      ...{ number: row.number, status: row.status, uses: usesOf(counts, key, row.number) },
      author: personOf(row.authorId, author?.name ?? null, author?.avatar ?? null),
      publishedAt: row.publishedAt?.toISOString() ?? null,
      updatedAt: row.updatedAt.toISOString(),
    })),
    shown: {
      ...{ number: shown.number, status: shown.status, version: shown.version, copyable: true },
      definition: shown.definition satisfies ShownDefinition,
      changes: previous ? definitionChanges(previous.definition, shown.definition) : [],
      previous: previous?.number ?? null,
    },
  }
}
