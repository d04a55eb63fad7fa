import type { WebhookAction } from '@recado/contracts/integrations/webhook-actions'
import type { WebhookMapping } from '@recado/contracts/integrations/webhook-mapping'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { isNetwork } from '#server/lib/networks.ts'
import { findExistingAutomations } from '#server/modules/automation/automations/index.ts'
import { refusePath, type SourceSettings } from '#server/modules/integrations/webhook-sources/index.ts'
import { assertKnown, assertOwned } from '#server/modules/shared/settings-resource/index.ts'

type Refusal = { path: string; code: string; message: string }

const refuse = (errors: readonly Refusal[]): void => {
  if (errors.length > 0) throw new AppError('validation_failed', { errors: [...errors] })
}

/** Paths of a map that cannot be used, each with why. */
export const pathErrors = ({ events }: WebhookMapping): { path: string; message: string }[] =>
  events.flatMap(({ fields }, n) =>
    Object.entries(fields).flatMap(([key, { path }]) => {
      const message = refusePath(path)
      return message === null ? [] : [{ path: `mapping.events.${n}.fields.${key}.path`, message }]
    }),
  )

/** Throws `validation_failed` for paths that cannot be used. */
export const assertMapping = (mapping: WebhookMapping): void =>
  refuse(pathErrors(mapping).map((error) => ({ ...error, code: 'json_path' })))

type Settings = SourceSettings & { addresses: readonly string[] }

/** Throws `validation_failed` for what the settings cannot say. */
export const assertSettings = ({ addresses, ...settings }: Settings): void => {
  const paths = (['eventPath', 'idPath', 'objectPath'] as const).flatMap((key) => {
    const message = settings[key] ? refusePath(settings[key]) : null
    return message === null ? [] : [{ path: `settings.${key}`, code: 'json_path', message }]
  })
  const networks = addresses.flatMap((address, n) =>
    isNetwork(address)
      ? []
      : [{ path: `settings.addresses.${n}`, code: 'invalid', message: 'Not an address or a network' }],
  )
  refuse([...paths, ...networks])
}

/** Throws `validation_failed` where actions name what the company does not have. */
export const assertActions = async (ctx: CompanyCtx, actions: readonly WebhookAction[]): Promise<void> => {
  for (const [n, action] of actions.entries()) {
    const path = `actions.${n}`
    if (action.type === 'tags') await assertOwned(ctx, 'tags', action.tagIds, `${path}.tagIds`)
    if (action.type === 'list') await assertOwned(ctx, 'lists', [action.listId], `${path}.listId`)
    if (action.type === 'automation')
      assertKnown(
        `${path}.automationId`,
        [action.automationId],
        await findExistingAutomations(ctx, [action.automationId]),
      )
    if (action.type === 'template') await assertOwned(ctx, 'channels', [action.channelId], `${path}.channelId`)
  }
}
