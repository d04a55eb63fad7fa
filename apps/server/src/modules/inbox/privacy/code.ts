import {
  type PrivacyRequest,
  privacyCodeMinutes,
  type sendPrivacyCode,
} from '@recado/contracts/contacts/privacy-requests'
import type { Locale } from '@recado/contracts/shared'
import type { TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { codeVariableOf } from '@recado/contracts/whatsapp/template-variables'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { issueCode, readRequest } from '#server/modules/contacts/privacy/index.ts'
import { sendAutomatic } from '#server/modules/inbox/composing/index.ts'
import { openQuietly } from '#server/modules/inbox/conversations/index.ts'
import { findChannelTemplate } from '#server/modules/whatsapp/templates/index.ts'
import { findWritable } from './queries.ts'

type CodeTemplate = NonNullable<z.output<typeof sendPrivacyCode.body>['template']>

const texts: Record<Locale, (code: string) => string> = {
  en: (code) =>
    `${code} is your code to confirm your request about your personal data. It expires in ${privacyCodeMinutes} minutes. If you didn't ask for this, ignore this message.`,
  pt: (code) =>
    `${code} é o seu código para confirmar a solicitação sobre seus dados pessoais. Ele expira em ${privacyCodeMinutes} minutos. Se você não pediu isso, ignore esta mensagem.`,
}

const clientKey = () => `privacy-code:${newId()}`

/** The variable of a template that takes the code. Throws `template_not_sendable` for one that cannot carry it. */
const variableOf = async (ctx: CompanyCtx, { channelId, name, language }: CodeTemplate): Promise<string> => {
  const row = await findChannelTemplate(ctx, channelId, name, language)
  const key =
    row?.status === 'APPROVED'
      ? codeVariableOf({
          components: row.components as TemplateComponent[],
          parameterFormat: row.parameterFormat,
          category: row.category,
        })
      : null
  if (key === null) throw new AppError('template_not_sendable', { data: { status: row?.status ?? 'MISSING' } })
  return key
}

const sendByTemplate = async (ctx: CompanyCtx, requestId: string, template: CodeTemplate): Promise<void> => {
  const key = await variableOf(ctx, template)
  const { contact } = await readRequest(ctx, requestId)
  if (!contact) throw new AppError('state_invalid')
  const { channelId, name, language } = template
  const conversationId = await openQuietly(ctx, channelId, contact.id)
  await inTransaction(ctx, async (tx) => {
    const { code } = await issueCode(tx, requestId)
    const draft = {
      type: 'template' as const,
      clientKey: clientKey(),
      template: { name, language, values: { [key]: code } },
    }
    if (!(await sendAutomatic(tx, conversationId, draft))) throw new AppError('template_not_sendable')
  })
}

const sendInWindow = async (ctx: CompanyCtx, requestId: string): Promise<void> => {
  const settings = await settingsOf(ctx.deps, ctx.company.id)
  await inTransaction(ctx, async (tx) => {
    const { code, contactId } = await issueCode(tx, requestId)
    const conversationId = await findWritable(tx, contactId)
    const draft = { type: 'text' as const, clientKey: clientKey(), body: texts[settings?.locale ?? 'en'](code) }
    if (!conversationId || !(await sendAutomatic(tx, conversationId, draft)))
      throw new AppError('window_closed', { data: { windowExpiresAt: null, templates: [] } })
  })
}

/**
 * Sends the contact of a privacy request a code by which they prove who they are: as a text, or by a template. Throws
 * `not_found`, `state_invalid`, `rate_limited`; `window_closed` for a text unless they wrote within 24 hours and can be
 * answered now; `channel_not_sendable` and `template_not_sendable` for a template that cannot be sent, or carries no code.
 */
export const sendCode = async (
  ctx: CompanyCtx,
  requestId: string,
  template: CodeTemplate | undefined,
): Promise<PrivacyRequest> => {
  await (template ? sendByTemplate(ctx, requestId, template) : sendInWindow(ctx, requestId))
  return readRequest(ctx, requestId)
}
