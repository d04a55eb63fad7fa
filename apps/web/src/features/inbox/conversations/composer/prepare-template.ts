import { uploadAttachment } from '@recado/contracts/inbox/messages'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { upload } from '#web/lib/api/api.ts'
import type { OutgoingDraft } from './outbox.ts'
import { keepRecentTemplate } from './recent-templates.ts'
import type { TemplateFilling } from './template-form.tsx'

/** A filled template as an outbox item; uploads the header's file first. */
export const prepareTemplate = async (
  conversationId: string,
  template: TemplateSummary,
  { values, file, preview }: TemplateFilling,
): Promise<{ draft: OutgoingDraft; text: string }> => {
  const header = file ? await upload(uploadAttachment, file, { params: { id: conversationId } }) : null
  const { name, language } = template
  keepRecentTemplate(template)
  return {
    draft: { type: 'template', template: { name, language, values, ...(header && { headerFileId: header.fileId }) } },
    text: preview,
  }
}
