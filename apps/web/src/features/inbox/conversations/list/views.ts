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

/** The picture of each view of the inbox. */
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

/** How many there are, as far as they are counted; nothing for none. */
export const countText = (count: number | undefined): string => {
  if (!count) return ''
  return count >= 1000 ? '999+' : String(count)
}
