import {
  IconAlertCircle,
  IconAt,
  IconCircleCheck,
  IconInbox,
  IconMoon,
  IconRobot,
  IconUser,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react'

/** The icon of each inbox view. */
export const viewIcons = {
  mine: IconUser,
  unassigned: IconUserOff,
  all: IconInbox,
  mentions: IconAt,
  failed: IconAlertCircle,
  resolved: IconCircleCheck,
  team: IconUsers,
  snoozed: IconMoon,
  pending: IconRobot,
} as const

/** The count up to its limit; empty for zero. */
export const countText = (count: number | undefined): string => {
  if (!count) return ''
  return count >= 1000 ? '999+' : String(count)
}
