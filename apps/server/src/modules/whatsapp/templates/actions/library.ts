import type { LibraryTemplate } from '@recado/contracts/whatsapp/template-library'
import { isRecord, recordsOf, textOf } from '@recado/contracts/whatsapp/template-parts'
import type { CompanyCtx } from '#server/context.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { clientOf, loadAccount } from '../accounts.ts'

type Answer = { data?: unknown }

const entryOf = (node: Record<string, unknown>): LibraryTemplate => ({
  name: textOf(node.name),
  language: textOf(node.language),
  category: textOf(node.category),
  topic: textOf(node.topic) || null,
  header: textOf(node.header) || null,
  body: textOf(node.body),
  params: Array.isArray(node.body_params) ? node.body_params.map(String) : [],
  buttons: recordsOf(node.buttons).map((button) => ({ type: textOf(button.type), text: textOf(button.text) })),
})

/** Meta's ready texts in a language. Throws `not_found`, `provider_error`, `channel_not_sendable`. */
export const listLibrary = async (
  ctx: CompanyCtx,
  { accountId, language, search }: { accountId: string; language: string; search?: string | undefined },
) => {
  const account = await loadAccount(ctx, ctx.company.id, accountId)
  const query = new URLSearchParams({ language, limit: '100', ...(search ? { search } : {}) })
  const answer = await clientOf(ctx, account)
    .get<Answer>(`/message_template_library?${query}`)
    .catch((error: unknown) => Promise.reject(asAppError(error)))
  const nodes = Array.isArray(answer.data) ? answer.data.filter(isRecord) : []
  return { data: nodes.map(entryOf).filter(({ name, body }) => name !== '' && body !== '') }
}
