import { plainName } from '@recado/contracts'
import { containing, type EraseHandler, identifiersOf, namesInJson } from '#server/lib/erasure.ts'
import { audience, inEnvironment } from '#server/notifications/index.ts'
import { preparedEnvironment } from './environment.ts'
import { listConversationIds } from './queries/conversations.ts'

/**
 * What members were told of the person and of their conversations. A name counts where it is a whole fact, and one of several words anywhere, such as in the name of
 * a file.
 */
export const eraseNotices: EraseHandler = async (ctx, subject) => {
  const environment = preparedEnvironment(ctx.deps)
  if (!environment) return {}
  const names = namesInJson(subject.names.flatMap((name) => [name, plainName(name)]))
  const conversations = await listConversationIds(ctx, subject.companyId, subject.contactIds)
  const patterns = containing([...identifiersOf(subject), ...names, ...conversations])
  const notices = await audience.eraseMentions(inEnvironment(ctx, environment), {
    ...{ identifier: subject.companyId, patterns },
  })
  return { notices }
}
