import type { EndpointInput } from '@recado/contracts'
import type { WebhookAction } from '@recado/contracts/integrations/webhook-actions'
import type * as contract from '@recado/contracts/integrations/webhook-integrations'
import { webhookMapping } from '@recado/contracts/integrations/webhook-mapping'
import { assertAbility, type CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  deliveryOf,
  type Mapped,
  mapEvent,
  type SourceSettings,
  sourceNamed,
  type WebhookSource,
} from '#server/modules/integrations/webhook-sources/index.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { personIn } from '../contact-of.ts'
import { LookupRefused, lookedUp } from '../look-up.ts'
import { actionsFor, filled, filledValues } from '../perform.ts'
import { contactNamed } from '../queries/contact.ts'
import { findIntegration, type StoredIntegration } from '../queries/integrations.ts'
import { findLogged } from '../queries/log.ts'
import { actionsOf } from '../view.ts'
import { pathErrors } from './check.ts'

type Body = EndpointInput<typeof contract.testWebhookIntegration>['body']
type Tried = { event: string | null; json: unknown }

const cameIn = async (
  ctx: CompanyCtx,
  row: StoredIntegration,
  source: WebhookSource,
  eventId: string,
): Promise<Tried> => {
  assertAbility(ctx, 'contacts.pii')
  const { body, headers, query, contentType } = found(await findLogged(ctx, row.id, eventId))
  const delivery = deliveryOf({ body, headers, query: new URLSearchParams(query), contentType })
  if (delivery.json() === undefined) return { event: null, json: undefined }
  const json = await lookedUp(ctx.deps, source, row, delivery.json()).catch((error: unknown) => {
    if (error instanceof LookupRefused) return delivery.json()
    throw new AppError('provider_error', { cause: error })
  })
  return { event: source.read({ ...delivery, json: () => json }, row.settings as SourceSettings).event, json }
}

const toTry = async (
  ctx: CompanyCtx,
  row: StoredIntegration,
  source: WebhookSource,
  { eventId, sampleId }: Body,
): Promise<Tried> => {
  if (eventId) return cameIn(ctx, row, source, eventId)
  const sample = source.samples.find(({ id }) => id === sampleId) ?? source.samples[0]
  return { event: sample?.event ?? null, json: sample?.body }
}

const textOf = (ctx: CompanyCtx, action: WebhookAction, fields: Mapped['fields']): string => {
  if (action.type === 'attribute') return filled(action.value, fields)
  if (action.type !== 'template') return ''
  return Object.values(filledValues(ctx, action.template, fields)).join(' · ')
}

const triedAction = (
  ctx: CompanyCtx,
  action: WebhookAction,
  fields: Mapped['fields'],
): contract.TriedMap['actions'][number] => {
  const about = { actionId: action.id, type: action.type }
  try {
    return { ...about, ready: true, code: null, text: textOf(ctx, action, fields) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...about, ready: false, code: error.code, text: String(error.details.data?.['missing'] ?? '') }
  }
}

/** What would become of something, without anything being done. Throws `not_found`. */
export const tryMap = async (ctx: CompanyCtx, id: string, body: Body): Promise<contract.TriedMap> => {
  const row = found(await findIntegration(ctx, id))
  const source = found(await sourceNamed(ctx, row))
  const mapping = body.mapping ?? webhookMapping.parse(row.mapping)
  const { event, json } = await toTry(ctx, row, source, body)
  const mapped = mapEvent(mapping, event, source.inner ? source.inner(json) : json)
  const errors = pathErrors(mapping)
  const nothing = { fields: {}, missing: [], contact: null, person: 'needs_phone' as const, actions: [] }
  if (!mapped) return { event, canonical: null, errors, ...nothing }
  const { canonical, fields, missing } = mapped
  const { phone, email } = personIn(mapped)
  const contact = await contactNamed(ctx, phone, email)
  return {
    ...{ event, canonical, fields, missing: [...missing], errors, contact },
    person: contact ? 'known' : phone === null ? 'needs_phone' : 'new',
    actions: actionsFor(body.actions ?? actionsOf(row), canonical).map((action) => triedAction(ctx, action, fields)),
  }
}
