import type { EndpointInput } from '@recado/contracts'
import type * as contract from '@recado/contracts/integrations/webhook-integrations'
import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { isUuid } from '#server/lib/ids.ts'
import { pageFrom } from '#server/lib/page.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { cardOf, deliveryOf, sourceNamed } from '#server/modules/integrations/webhook-sources/index.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import * as integrations from '../queries/integrations.ts'
import * as log from '../queries/log.ts'
import { detailOf, eventOf, resultsOf, summaryOf } from '../view.ts'

/** Characters of a body that are shown. */
const SHOWN = 200_000
const RECENT = 20

/** Connected systems, by name. */
export const listIntegrations = async (ctx: CompanyCtx): Promise<contract.WebhookIntegration[]> => {
  const days = await integrations.countDay(ctx)
  return Promise.all((await integrations.listIntegrations(ctx)).map((row) => summaryOf(ctx, row, days.get(row.id))))
}

/** A connected system. Throws `not_found`. */
export const readIntegration = async (ctx: CompanyCtx, id: string): Promise<contract.WebhookIntegrationDetail> => {
  const row = found(await integrations.findIntegration(ctx, id))
  return detailOf(ctx, row, (await integrations.countDay(ctx)).get(id))
}

const place = z.object({ id: z.string().refine(isUuid) })
type Asked = EndpointInput<typeof contract.listWebhookEvents>['query']

/** A page of what a system told. Throws `not_found`. */
export const listEvents = async (ctx: CompanyCtx, id: string, { cursor, limit, ...asked }: Asked) => {
  found(await integrations.findIntegration(ctx, id))
  const after = decodeCursor(place, cursor)?.id ?? null
  const rows = await log.listEvents(ctx, id, { ...asked, after, limit: limit + 1 })
  return pageFrom(rows, limit, eventOf, (row) => encodeCursor({ id: row.id }))
}

/** Fields that not everyone in the company may see. */
const personal = ['phone', 'email', 'document']

const shownFields = (fields: Record<string, unknown> | null, full: boolean) =>
  fields && Object.fromEntries(Object.entries(fields).filter(([key]) => full || !personal.includes(key)))

/** Something that a system told. Throws `not_found`. */
export const readEvent = async (ctx: CompanyCtx, id: string, eventId: string): Promise<contract.InboundEventDetail> => {
  const row = found(await log.findLogged(ctx, id, eventId))
  const full = seesPersonalData(ctx)
  return {
    ...eventOf(row),
    ...{ headers: row.headers, query: row.query, error: row.error, results: resultsOf(row.results) },
    body: full ? row.body.toString('utf8').slice(0, SHOWN) : null,
    fields: shownFields(await log.findFields(ctx, eventId), full),
  }
}

/** What a map can be made by. Throws `not_found`. */
export const listSamples = async (ctx: CompanyCtx, id: string) => {
  const source = found(await sourceNamed(ctx, found(await integrations.findIntegration(ctx, id))))
  const cameIn = seesPersonalData(ctx) ? await log.listCameIn(ctx, id, RECENT) : []
  const own = cameIn.flatMap(({ headers, query, contentType, body, ...row }) => {
    const json = deliveryOf({ body, headers, query: new URLSearchParams(query), contentType }).json()
    if (json === undefined) return []
    const said = { id: row.id, event: row.event ?? '', headers, body: source.inner ? source.inner(json) : json }
    return [{ ...said, eventId: row.id, receivedAt: row.receivedAt.toISOString(), kept: row.isSample }]
  })
  const theirs = cardOf(source).samples.map((sample) => ({
    ...{ ...sample, body: source.inner ? source.inner(sample.body) : sample.body },
    ...{ eventId: null, receivedAt: null, kept: true },
  }))
  return { data: [...own, ...theirs] }
}

/** Keeps something that came in as a sample, or no longer. Throws `not_found`, `state_invalid`. */
export const keepSample = async (
  ctx: CompanyCtx,
  id: string,
  eventId: string,
  kept: boolean,
): Promise<contract.InboundEvent> => {
  const row = found(await log.findLogged(ctx, id, eventId))
  if (row.body.length === 0 || row.state === 'rejected')
    throw new AppError('state_invalid', { data: { state: row.state } })
  await log.markSample(ctx, id, eventId, kept)
  return eventOf({ ...row, isSample: kept })
}
