import { type PrivacyRequest, privacyCodeMinutes } from '@recado/contracts/contacts/privacy-requests'
import type { Locale } from '@recado/contracts/shared'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { issueCode, readRequest } from '#server/modules/contacts/privacy/index.ts'
import { sendAutomatic } from '#server/modules/inbox/composing/index.ts'
import { findWritable } from './queries.ts'

const texts: Record<Locale, (code: string) => string> = {
  en: (code) =>
    `${code} is your code to confirm your request about your personal data. It expires in ${privacyCodeMinutes} minutes. If you didn't ask for this, ignore this message.`,
  pt: (code) =>
    `${code} é o seu código para confirmar a solicitação sobre seus dados pessoais. Ele expira em ${privacyCodeMinutes} minutos. Se você não pediu isso, ignore esta mensagem.`,
}

/**
 * Sends the contact of a privacy request a code by which they prove who they are. Throws `not_found`, `state_invalid`, and
 * `window_closed` unless they wrote within 24 hours and can be answered now.
 */
export const sendCode = async (ctx: CompanyCtx, requestId: string): Promise<PrivacyRequest> => {
  const settings = await settingsOf(ctx.deps, ctx.company.id)
  await inTransaction(ctx, async (tx) => {
    const { code, contactId } = await issueCode(tx, requestId)
    const conversationId = await findWritable(tx, contactId)
    const body = texts[settings?.locale ?? 'en'](code)
    const draft = { type: 'text' as const, clientKey: `privacy-code:${newId()}`, body }
    if (!conversationId || !(await sendAutomatic(tx, conversationId, draft)))
      throw new AppError('window_closed', { data: { windowExpiresAt: null, templates: [] } })
  })
  return readRequest(ctx, requestId)
}
