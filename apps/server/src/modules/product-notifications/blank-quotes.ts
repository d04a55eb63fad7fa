import type { Ctx } from '#server/context.ts'
import { blankPayload, inEnvironment } from '#server/notifications/index.ts'
import { preparedEnvironment } from './environment.ts'
import { transactionOf } from './notify.ts'

/** Notifications that quote a person's own words. */
export const quoting = ['message.received', 'conversation.mentioned'] as const
type Quoting = (typeof quoting)[number]

const quoted = { 'message.received': ['preview'], 'conversation.mentioned': ['note'] } as const

/** Takes the words of a fact out of what was told of it. Of a note that is gone, nothing further is told. */
export const blankQuotes = async (ctx: Ctx, name: Quoting, factId: string): Promise<void> => {
  const environment = preparedEnvironment(ctx.deps)
  if (!environment) return
  const own = inEnvironment(ctx, environment)
  await blankPayload(own, transactionOf(name, factId), quoted[name], { cancel: name === 'conversation.mentioned' })
}
