import type { EndpointInput } from '@recado/contracts'
import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import * as contract from '@recado/contracts/integrations/webhook-templates'
import { z } from 'zod'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { isUuid, newId } from '#server/lib/ids.ts'
import { pageFrom } from '#server/lib/page.ts'
import { type MoveOutcome, moveUse } from '#server/modules/integrations/webhook-integrations/index.ts'
import {
  declaredSource,
  findSource,
  portableDefinition,
  samplesOf,
  testSamples,
} from '#server/modules/integrations/webhook-sources/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { keepPicture } from '#server/modules/shared/images/index.ts'
import { assertRoom, found } from '#server/modules/shared/settings-resource/index.ts'
import { assertDefinition, assertPublishable } from './check.ts'
import * as queries from './queries.ts'
import { readTemplate } from './view.ts'

type Detail = contract.WebhookTemplateDetail
type Verb = 'created' | 'deprecated' | 'discarded' | 'moved' | 'published' | 'restored' | 'updated'

const record = (tx: Ctx, verb: Verb, row: queries.TemplateRow, diff: Record<string, unknown> = {}): Promise<void> =>
  recordAudit(tx, {
    action: `webhook_template.${verb}`,
    companyId: null,
    target: { type: 'webhook_template', id: row.id, label: row.definition.name.en },
    diff: { key: row.key, number: row.number, ...diff },
  })

/** Has every process look again at what companies are offered. */
const tellAll = (tx: Ctx): void => tx.afterCommit(() => tx.deps.bus.publish('webhook_sources.changed', {}))

const blank = (name: SourceDefinition['name']): SourceDefinition => ({
  ...{ name, category: 'other', docsUrl: null, steps: { en: [], pt: [] }, blocks: [] },
  verification: { scheme: 'standard' },
  secrets: [{ key: 'secret', label: { en: 'Secret', pt: 'Segredo' }, origin: 'ours', required: true }],
  ...{ event: { from: 'path', path: '$.type' }, eventId: null, objectPath: null },
  ...{ events: [], recipes: [], samples: [] },
})

/** What a source of one's own begins with. Throws `not_found`, and `state_invalid` for those that need code of their own. */
const copyOf = async (tx: Ctx, key: string): Promise<{ definition: SourceDefinition; logoFileId: string | null }> => {
  const known = findSource(key)
  if (known) {
    const definition = portableDefinition(known)
    if (!definition) throw new AppError('state_invalid', { data: { key } })
    return { definition, logoFileId: null }
  }
  const [newest] = await queries.findVersions(tx, key)
  return found(newest?.row ?? null)
}

type Creation = EndpointInput<typeof contract.createWebhookTemplate>['body']

/** Begins a source as a draft. Throws `limit_reached`, `duplicate`, `not_found`, `state_invalid`, `validation_failed`. */
export const create = (ctx: UserCtx, { key, name, from, definition }: Creation): Promise<Detail> =>
  inTransaction(ctx, async (tx) => {
    assertRoom(await queries.countSources(tx), contract.webhookTemplateLimits.stored)
    const copied = from ? await copyOf(tx, from) : null
    const begun = { ...(definition ?? copied?.definition ?? blank(name)), name }
    assertDefinition(begun)
    const row = {
      ...{ id: newId(), key, number: 1, definition: begun, logoFileId: copied?.logoFileId ?? null },
      ...{ authorId: ctx.actor.userId, createdAt: tx.now(), updatedAt: tx.now() },
    }
    const isTaken = findSource(key) !== undefined || (await queries.findVersions(tx, key)).length > 0
    if (isTaken || !(await queries.insertVersion(tx, row))) throw new AppError('duplicate', { data: { key } })
    await record(tx, 'created', found(await queries.lockDraft(tx, key)), from ? { from } : {})
    return readTemplate(tx, key)
  })

const refuse = (key: string) => new AppError('state_invalid', { data: { key } })

/** The draft of a source, held still. Throws `not_found`, `state_invalid` where there is none, `conflict`. */
const draftOf = async (tx: Ctx, key: string, version?: number): Promise<queries.TemplateRow> => {
  const row = await queries.lockDraft(tx, key)
  if (!row) {
    await readTemplate(tx, key)
    throw refuse(key)
  }
  if (version !== undefined && row.version !== version)
    throw new AppError('conflict', { data: { current: await readTemplate(tx, key) } })
  return row
}

type Saved = EndpointInput<typeof contract.saveWebhookTemplate>['body']

/** Saves a draft. Throws `not_found`, `state_invalid`, `conflict`, `validation_failed`. */
export const save = (ctx: UserCtx, key: string, { version, definition }: Saved): Promise<Detail> =>
  inTransaction(ctx, async (tx) => {
    const row = await draftOf(tx, key, version)
    assertDefinition(definition)
    await queries.updateVersion(tx, row.id, { definition, authorId: ctx.actor.userId })
    await record(tx, 'updated', row)
    return readTemplate(tx, key)
  })

/** Begins the next version of a source. Throws `not_found`, `state_invalid` where a draft is there, `limit_reached`. */
export const begin = (ctx: UserCtx, key: string): Promise<Detail> =>
  inTransaction(ctx, async (tx) => {
    if (findSource(key)) throw refuse(key)
    const versions = await queries.findVersions(tx, key)
    const newest = found(versions[0]?.row ?? null)
    if (newest.status === 'draft') throw refuse(key)
    assertRoom(versions.length, contract.webhookTemplateLimits.versions)
    const row = {
      ...{ id: newId(), key, number: newest.number + 1, definition: newest.definition, logoFileId: newest.logoFileId },
      ...{ authorId: ctx.actor.userId, createdAt: tx.now(), updatedAt: tx.now() },
    }
    if (!(await queries.insertVersion(tx, row))) throw refuse(key)
    await record(tx, 'created', found(await queries.lockDraft(tx, key)))
    return readTemplate(tx, key)
  })

/** Drops a draft. Throws `not_found`, `state_invalid`. */
export const discard = (ctx: UserCtx, key: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await draftOf(tx, key)
    await queries.deleteVersion(tx, row.id)
    await record(tx, 'discarded', row)
  })

type Tested = EndpointInput<typeof contract.testWebhookTemplate>['body']

/** What becomes of the samples of a source, as it is or as it is sent. Throws `not_found`, `validation_failed`. */
export const test = async (ctx: UserCtx, key: string, { number, definition: sent }: Tested) => {
  const known = findSource(key)
  const answer = (results: contract.SampleResult[]) => ({ passed: results.every(({ passed }) => passed), results })
  if (known && !sent) return answer(testSamples(known, samplesOf(known)))
  if (sent) assertDefinition(sent)
  const versions = await queries.findVersions(ctx, key)
  const row = versions.find((one) => number === undefined || one.row.number === number)?.row
  const definition = found(sent ?? row?.definition ?? null)
  const source = declaredSource({ key, number: row?.number ?? 1, logoFileId: null, definition })
  return answer(testSamples(source, definition.samples))
}

/** Offers a draft to companies. Throws `not_found`, `state_invalid`, `conflict`, `validation_failed`, `samples_failing`. */
export const publish = (ctx: UserCtx, key: string, version: number): Promise<Detail> =>
  inTransaction(ctx, async (tx) => {
    const row = await draftOf(tx, key, version)
    assertPublishable(key, row.number, row.definition)
    await queries.updateVersion(tx, row.id, { status: 'published', publishedAt: tx.now() })
    await record(tx, 'published', row)
    tellAll(tx)
    return readTemplate(tx, key)
  })

/** Stops or resumes offering a version. Throws `not_found`, `state_invalid` for a draft. */
export const deprecate = (ctx: UserCtx, key: string, number: number, deprecated: boolean): Promise<Detail> =>
  inTransaction(ctx, async (tx) => {
    const row = found(await queries.lockVersion(tx, key, number))
    if (row.status === 'draft') throw refuse(key)
    if ((row.status === 'deprecated') !== deprecated) {
      await queries.updateVersion(tx, row.id, { status: deprecated ? 'deprecated' : 'published' })
      await record(tx, deprecated ? 'deprecated' : 'restored', row)
      tellAll(tx)
    }
    return readTemplate(tx, key, number)
  })

const LOGO = { kind: 'webhook_logo', width: 288, height: 96 } as const

/** Sets the logo of a draft, or takes it off. Throws `not_found`, `state_invalid`, `file_type_refused`, `file_too_large`. */
export const setLogo = async (ctx: UserCtx, key: string, stream: NodeJS.ReadableStream | null): Promise<Detail> => {
  const write = stream ? await keepPicture(ctx, LOGO, stream) : null
  return inTransaction(ctx, async (tx) => {
    const row = await draftOf(tx, key)
    await queries.updateVersion(tx, row.id, { logoFileId: write ? await write(tx) : null })
    await record(tx, 'updated', row, { logo: write !== null })
    return readTemplate(tx, key)
  })
}

const place = z.object({ id: z.string().refine(isUuid) })
type UsesAsked = EndpointInput<typeof contract.listWebhookTemplateUses>['query']

/** Connected systems that follow a source. */
export const uses = async (ctx: UserCtx, key: string, { cursor, limit, number }: UsesAsked) => {
  const after = decodeCursor(place, cursor)?.id ?? null
  const rows = await queries.listUses(ctx, key, { number, after, limit: limit + 1 })
  return pageFrom(
    rows,
    limit,
    ({ companyId, companyName, lastEventAt, ...row }): contract.TemplateUse => ({
      ...row,
      company: { id: companyId, name: companyName },
      lastEventAt: lastEventAt?.toISOString() ?? null,
    }),
    ({ id }) => encodeCursor({ id }),
  )
}

type Moves = EndpointInput<typeof contract.moveWebhookTemplateUses>['body']

/** Has connected systems follow another version, or says what that would change. Throws `not_found`, `state_invalid`. */
export const move = async (ctx: UserCtx, key: string, { ids, to, apply }: Moves): Promise<{ data: MoveOutcome[] }> => {
  const version = found((await queries.findVersions(ctx, key)).find(({ row }) => row.number === to)?.row ?? null)
  if (version.status === 'draft') throw refuse(key)
  const data: MoveOutcome[] = []
  for (const id of new Set(ids)) data.push(await moveUse(ctx, id, { sourceKey: key, to, apply }))
  const moved = data.filter(({ code }) => code === null).length
  if (apply && moved > 0) await inTransaction(ctx, (tx) => record(tx, 'moved', version, { moved }))
  return { data }
}
