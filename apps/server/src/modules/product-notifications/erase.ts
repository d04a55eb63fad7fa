import { plainName } from '@recado/contracts'
import { containing, type EraseHandler, identifiersOf } from '#server/lib/erasure.ts'
import { audience, inEnvironment } from '#server/notifications/index.ts'
import { preparedEnvironment } from './environment.ts'
import { listConversationIds } from './queries/conversations.ts'

/** What members were told of the person and of their conversations. A name counts where it is a whole fact. */
export const eraseNotices: EraseHandler = async (ctx, subject) => {
  const environment = preparedEnvironment(ctx.deps)
  if (!environment) return {}
  const names = subject.names.flatMap((name) => [name, plainName(name)]).map((name) => JSON.stringify(name))
  const conversations = await listConversationIds(ctx, subject.companyId, subject.contactIds)
  const patterns = containing([...identifiersOf(subject), ...names, ...conversations])
  const notices = await audience.eraseMentions(inEnvironment(ctx, environment), {
    ...{ identifier: subject.companyId, patterns },
  })
  return { notices }
}
