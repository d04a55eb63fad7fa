import { createHash } from 'node:crypto'
import type { StepInput } from '@recado/contracts/notifications/domain'
import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import {
  definitions,
  delivery,
  type EnvironmentCtx,
  ensurePlatformEnvironment,
  inEnvironment,
} from '#server/notifications/index.ts'
import { setPreparedEnvironment } from './environment.ts'
import { lockPreparation } from './queries/people.ts'
import { syncEverybody } from './subscribers.ts'
import { feeds, type ProductWorkflow } from './workflows/build.ts'
import { productWorkflows } from './workflows/index.ts'
import { formerLayouts, mailLayout } from './workflows/layout.ts'

type References = { groupIds: Map<string, string>; layoutId: string; feedIds: ReadonlyMap<string, string> }

const ensureFeeds = async (tx: EnvironmentCtx): Promise<Map<string, string>> => {
  const known = new Map((await definitions.listFeeds(tx)).map(({ identifier, id }) => [identifier, id]))
  for (const name of feeds) if (!known.has(name)) known.set(name, (await definitions.createFeed(tx, name)).id)
  return known
}

const fingerprint = (text: string) => createHash('sha256').update(text).digest('base64url')

const ensureLayout = async (tx: EnvironmentCtx) => {
  const known = await definitions.findLayoutByIdOrIdentifier(tx, mailLayout.identifier)
  if (!known) return definitions.createLayout(tx, { ...mailLayout, isDefault: true })
  return formerLayouts.has(fingerprint(known.content)) ? definitions.updateLayout(tx, known.id, mailLayout) : known
}

const ensureReferences = async (tx: EnvironmentCtx): Promise<References> => {
  const layout = await ensureLayout(tx)
  const groupIds = new Map((await definitions.listGroups(tx)).map(({ name, id }) => [name, id]))
  return { groupIds, layoutId: layout.id, feedIds: await ensureFeeds(tx) }
}

type Part = Omit<StepInput, 'variants'>

const partWith = <T extends Part>(part: T, { feedIds, layoutId }: References): T => {
  const { feedId, type } = part.template
  const feed = feedId ? { feedId: feedIds.get(feedId) ?? null } : {}
  return { ...part, template: { ...part.template, ...feed, ...(type === 'email' ? { layoutId } : {}) } }
}

const stepWith = (step: StepInput, references: References): StepInput => ({
  ...partWith(step, references),
  ...(step.variants ? { variants: step.variants.map((variant) => partWith(variant, references)) } : {}),
})

const groupIdOf = async (tx: EnvironmentCtx, { group }: ProductWorkflow, { groupIds }: References): Promise<string> => {
  const id = groupIds.get(group.en) ?? (await definitions.createGroup(tx, group.en)).id
  groupIds.set(group.en, id)
  return id
}

/** What pages show of it, for those who read another language than the workflow's own texts are in. */
const translationsOf = ({ name, group, description }: ProductWorkflow) => ({
  pt: Object.fromEntries([name, group, description].map(({ en, pt }) => [en, pt])),
})

const contentOf = (definition: ProductWorkflow, references: References) => ({
  name: definition.name.en,
  description: definition.description.en,
  tags: definition.tags,
  critical: definition.critical ?? false,
  preferenceSettings: Object.fromEntries((definition.off ?? []).map((channel) => [channel, false])),
  steps: definition.steps.map((step) => stepWith(step, references)),
})

const hashOf = ({ sample: _, ...said }: ProductWorkflow) => fingerprint(JSON.stringify(said))

type Known = Awaited<ReturnType<typeof definitions.listAllWorkflows>>[number]

/** `data` remembers what was seeded and as which version; a later version was made by an admin, and stays. */
const ensureWorkflow = async (
  tx: EnvironmentCtx,
  [identifier, definition]: [string, ProductWorkflow],
  known: Known | undefined,
  references: References,
): Promise<void> => {
  const seed = hashOf(definition)
  if (known && (known.data?.['seed'] === seed || known.data?.['version'] !== known.version)) return
  const notificationGroupId = await groupIdOf(tx, definition, references)
  const content = { ...contentOf(definition, references), notificationGroupId }
  const data = { ...known?.data, seed, version: (known?.version ?? 0) + 1, translations: translationsOf(definition) }
  if (known) await definitions.updateWorkflow(tx, known.id, { ...content, data })
  else
    await definitions.createWorkflow(tx, {
      ...content,
      identifier,
      active: true,
      data,
    } satisfies definitions.WorkflowInput)
}

const ensureWorkflows = (ctx: EnvironmentCtx): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockPreparation(tx)
    const references = await ensureReferences(tx)
    const known = new Map((await definitions.listAllWorkflows(tx)).map((row) => [row.identifier, row]))
    for (const entry of Object.entries(productWorkflows))
      await ensureWorkflow(tx, entry, known.get(entry[0]), references)
  })

const MAIL = { providerId: 'novu-email', channel: 'email', identifier: 'recado-email' } as const

/** Inboxes open with a valid hash only, and mails go through the installation's own server as soon as it has one. */
const ensureIntegrations = (ctx: EnvironmentCtx): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockPreparation(tx)
    const known = await delivery.listIntegrations(tx)
    const inbox = known.find(({ providerId }) => providerId === 'novu')
    if (inbox && !('hmac' in delivery.openCredentials(tx.deps, inbox)))
      await delivery.updateIntegration(tx, inbox.id, { credentials: { hmac: true }, check: false })
    if (tx.deps.config.SMTP_URL && !known.some(({ identifier }) => identifier === MAIL.identifier))
      await delivery.createIntegration(tx, {
        ...MAIL,
        name: 'Recado Email',
        credentials: {},
        active: true,
        check: false,
      })
  })

/**
 * Makes the notification service ready for the product: its environment, feeds, workflows, layout and channels, and
 * everybody it may have to tell. Safe to repeat, and for several processes at once. Nothing is told before.
 */
export const prepareProductNotifications = async (deps: Deps): Promise<void> => {
  const environment = await ensurePlatformEnvironment(deps)
  const ctx = inEnvironment(systemCtx(deps, 'product_notifications.prepare'), environment)
  await ensureWorkflows(ctx)
  await ensureIntegrations(ctx)
  setPreparedEnvironment(deps, environment)
  await syncEverybody(ctx)
}
