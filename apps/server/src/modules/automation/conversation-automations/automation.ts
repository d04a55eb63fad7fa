/**
 * Why a company's automations look at a conversation: a customer began it, took it up again or wrote in it, the owner
 * answered on the phone, or an answer failed or arrived after all.
 */
export const automationCauses = ['begun', 'reopened', 'written', 'answered', 'failed'] as const

export type Automation = {
  companyId: string
  conversationId: string
  cause: (typeof automationCauses)[number]
  /** The message that caused it, when one did. */
  messageId?: string | undefined
}
