import type { TriggerKind } from '@recado/contracts/automation/automation-events'
import type { NodeKind } from '@recado/contracts/automation/automation-graph'
import {
  IconAdjustments,
  IconArrowsSplit,
  IconArrowsSplit2,
  IconBell,
  IconBolt,
  IconBraces,
  IconCake,
  IconCalendarClock,
  IconCalendarTime,
  IconCircleCheck,
  IconClock,
  IconFlag,
  IconForms,
  IconGitBranch,
  IconHandClick,
  IconHourglass,
  IconListCheck,
  IconMessage,
  IconMessageCircle,
  IconMessagePlus,
  IconMoon,
  IconNote,
  IconPlayerStop,
  IconRepeat,
  IconShieldCheck,
  IconSpeakerphone,
  IconTag,
  IconTags,
  IconTemplate,
  IconUserCheck,
  IconUserEdit,
  IconUserPlus,
  IconWebhook,
  IconWorldUpload,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { CanvasNode } from '#web/components/canvas/canvas-node.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

export const triggerIcons: Record<TriggerKind, Icon> = {
  message_received: IconMessage,
  campaign_answered: IconSpeakerphone,
  conversation_created: IconMessagePlus,
  conversation_resolved: IconCircleCheck,
  label_added: IconTag,
  contact_created: IconUserPlus,
  contact_updated: IconUserEdit,
  tag_added: IconTags,
  list_added: IconListCheck,
  consent_changed: IconShieldCheck,
  webhook_event: IconWebhook,
  api: IconBraces,
  schedule: IconCalendarClock,
  date_attribute: IconCake,
  manual: IconHandClick,
}

export const nodeIcons: Record<NodeKind, Icon> = {
  send_text: IconMessageCircle,
  send_template: IconTemplate,
  send_interactive: IconForms,
  assign: IconUserCheck,
  label: IconTag,
  snooze: IconMoon,
  resolve: IconCircleCheck,
  note: IconNote,
  update_contact: IconUserEdit,
  tag: IconTags,
  list: IconListCheck,
  http_request: IconWorldUpload,
  notify: IconBell,
  set_variable: IconAdjustments,
  start_automation: IconBolt,
  stop_runs: IconPlayerStop,
  wait: IconClock,
  wait_until: IconCalendarTime,
  wait_event: IconHourglass,
  branch: IconGitBranch,
  switch: IconArrowsSplit,
  split: IconArrowsSplit2,
  loop: IconRepeat,
  end: IconFlag,
}

const groupTones = {
  messages: 'message',
  conversations: 'change',
  contacts: 'change',
  flow: 'flow',
  waits: 'wait',
  systems: 'system',
} as const satisfies Record<string, CanvasNode['tone']>

/** The tone of a group of steps on the canvas. */
export const toneOf = (group: keyof typeof groupTones): CanvasNode['tone'] => groupTones[group]
