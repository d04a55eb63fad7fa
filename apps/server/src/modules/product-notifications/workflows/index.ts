import { actionWorkflows } from './actions.ts'
import { announcementWorkflows } from './announcements.ts'
import { automationWorkflows } from './automations.ts'
import type { ProductWorkflow } from './build.ts'
import { campaignWorkflows } from './campaigns.ts'
import { channelWorkflows } from './channels.ts'
import { contactTaskWorkflows } from './contact-tasks.ts'
import { conversationWorkflows } from './conversations.ts'
import { duplicateWorkflows } from './duplicates.ts'
import { exportWorkflows } from './exports.ts'
import { importWorkflows } from './imports.ts'
import { integrationWorkflows } from './integrations.ts'
import { memberWorkflows } from './members.ts'
import { platformWorkflows } from './platform.ts'
import { privacyWorkflows } from './privacy.ts'
import { securityWorkflows } from './security.ts'
import { templateWorkflows } from './templates.ts'

/** Everything that the product tells people, by trigger identifier. */
export const productWorkflows = {
  ...conversationWorkflows,
  ...automationWorkflows,
  ...actionWorkflows,
  ...campaignWorkflows,
  ...channelWorkflows,
  ...templateWorkflows,
  ...memberWorkflows,
  ...securityWorkflows,
  ...platformWorkflows,
  ...announcementWorkflows,
  ...duplicateWorkflows,
  ...exportWorkflows,
  ...importWorkflows,
  ...integrationWorkflows,
  ...contactTaskWorkflows,
  ...privacyWorkflows,
} satisfies Record<string, ProductWorkflow>

/** Whether what it tells is worth a word on the screen while the inbox is closed. */
export const isImportant = (name: WorkflowName): boolean => {
  const { critical = false, important = false }: ProductWorkflow = productWorkflows[name]
  return critical || important
}

export type WorkflowName = keyof typeof productWorkflows
export type PayloadOf<K extends WorkflowName> = (typeof productWorkflows)[K]['sample']
