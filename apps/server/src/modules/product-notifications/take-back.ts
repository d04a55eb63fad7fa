import { type Deps, systemCtx } from '#server/context.ts'
import { blankPayload, inEnvironment } from '#server/notifications/index.ts'
import { preparedEnvironment } from './platform.ts'
import { transactionOf } from './tell.ts'

/** What the product tells with somebody's own words in it. */
export const quoting = ['message.received', 'conversation.mentioned'] as const
type Quoting = (typeof quoting)[number]

const words = { 'message.received': ['preview'], 'conversation.mentioned': ['note'] } as const

/** Takes the words of a fact out of what was told of it. Of a note that is gone, nothing further is told. */
export const takeBackWords = async (deps: Deps, name: Quoting, factId: string): Promise<void> => {
  const environment = preparedEnvironment(deps)
  if (!environment) return
  const ctx = inEnvironment(systemCtx(deps, 'product_events.take_back'), environment)
  await blankPayload(ctx, transactionOf(name, factId), words[name], { cancel: name === 'conversation.mentioned' })
}
