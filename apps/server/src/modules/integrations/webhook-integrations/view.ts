import type { CanonicalEvent } from '@recado/contracts/integrations/canonical-events'
import type { ActionResult, WebhookAction } from '@recado/contracts/integrations/webhook-actions'
import { webhookActions } from '@recado/contracts/integrations/webhook-actions'
import type * as contract from '@recado/contracts/integrations/webhook-integrations'
import { webhookSettings } from '@recado/contracts/integrations/webhook-integrations'
import { webhookMapping } from '@recado/contracts/integrations/webhook-mapping'
import type { CompanyCtx } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { cardOf, logoUrlOf, sourceNamed, versionsOffered } from '#server/modules/integrations/webhook-sources/index.ts'
import type { Day, StoredIntegration } from './queries/integrations.ts'
import type { ListedEvent } from './queries/log.ts'
import { openSecrets } from './secrets.ts'

const nothing: Day = { received: 0, processed: 0, failed: 0 }

/** The actions of an integration; what another version wrote and cannot be read is left out. */
export const actionsOf = (row: Pick<StoredIntegration, 'actions'>): WebhookAction[] =>
  webhookActions.safeParse(row.actions).data ?? []

/** The address of an integration. */
export const urlOf = ({ deps }: Pick<CompanyCtx, 'deps'>, row: Pick<StoredIntegration, 'token'>): string =>
  `${publicOrigin(deps.config)}/hooks/in/${deps.sealer.open(row.token)}`

const laterOnly = (ctx: CompanyCtx, at: Date | null): string | null =>
  at !== null && at > ctx.now() ? at.toISOString() : null

/** An integration as its list shows it. */
export const summaryOf = async (
  ctx: CompanyCtx,
  row: StoredIntegration,
  day = nothing,
): Promise<contract.WebhookIntegration> => {
  const { id, name, enabled, version, sourceKey } = row
  const secrets = openSecrets(ctx.deps, row.secrets)
  const source = await sourceNamed(ctx, row)
  return {
    ...{ id, name, enabled, version, day, source: sourceKey, url: urlOf(ctx, row) },
    sourceName: source?.name ?? { en: sourceKey, pt: sourceKey },
    logoUrl: logoUrlOf(source?.logoFileId),
    secrets: (source?.secrets ?? []).map(({ key }) => ({ key, set: Boolean(secrets[key]) })),
    previousUntil: row.previousSecrets === null ? null : laterOnly(ctx, row.previousUntil),
    listeningUntil: laterOnly(ctx, row.listeningUntil),
    lastEventAt: row.lastEventAt?.toISOString() ?? null,
    actionTypes: [...new Set(actionsOf(row).map(({ type }) => type))],
    createdBy: personOf(row.createdBy, row.creatorName, row.creatorFileId),
    createdAt: row.createdAt.toISOString(),
  }
}

const noGuide = { docsUrl: null, secrets: [], steps: { en: [], pt: [] }, recipes: [] }

/** An integration with all that is set up. */
export const detailOf = async (
  ctx: CompanyCtx,
  row: StoredIntegration,
  day?: Day,
): Promise<contract.WebhookIntegrationDetail> => {
  const { sourceKey, sourceNumber } = row
  const source = await sourceNamed(ctx, row)
  const offered = sourceNumber === null ? [] : (await versionsOffered(ctx, sourceKey)).map(({ number }) => number)
  const newest = offered[0] ?? 0
  return {
    ...(await summaryOf(ctx, row, day)),
    settings: webhookSettings.parse(row.settings),
    mapping: webhookMapping.parse(row.mapping),
    actions: actionsOf(row),
    guide: source ? cardOf(source) : noGuide,
    sourceNumber,
    newerNumber: sourceNumber !== null && newest > sourceNumber ? newest : null,
    deprecated: sourceNumber !== null && !offered.includes(sourceNumber),
  }
}

/** An event as the log shows it. */
export const eventOf = (row: ListedEvent): contract.InboundEvent => {
  const { id, event, objectKey, reason, attempts, isTest, isSample, contactId, name, profileName } = row
  return {
    ...{ id, event, objectKey, reason, attempts, isTest, isSample },
    canonical: row.canonical as CanonicalEvent | null,
    state: row.state as contract.InboundState,
    receivedAt: row.receivedAt.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
    contact: contactId === null ? null : { id: contactId, name: name ?? profileName },
  }
}

export const resultsOf = (results: readonly Record<string, unknown>[]): ActionResult[] =>
  results as unknown as ActionResult[]
