import { useTranslation } from 'react-i18next'
import { ShortcutHelp } from '#web/components/page/shortcut-help.tsx'

const groups = [
  {
    id: 'list',
    keys: [
      ['J', 'next'],
      ['K', 'previous'],
      ['Enter', 'open'],
      ['X', 'select'],
      ['Q', 'takeNext'],
      ['/', 'search'],
      ['[', 'list'],
      [']', 'contact'],
    ],
  },
  {
    id: 'conversation',
    keys: [
      ['R', 'reply'],
      ['N', 'note'],
      ['T', 'template'],
      ['A', 'assign'],
      ['L', 'labels'],
      ['P', 'priority'],
      ['M', 'macro'],
      ['S', 'snooze'],
      ['E', 'resolve'],
      ['U', 'unread'],
    ],
  },
  {
    id: 'writing',
    keys: [
      ['Ctrl Enter', 'send'],
      ['Ctrl Shift Enter', 'sendResolve'],
      ['Ctrl Alt Enter', 'sendNext'],
      ['Esc', 'leave'],
    ],
  },
  {
    id: 'anywhere',
    keys: [
      ['Ctrl K', 'palette'],
      ['G D', 'dashboard'],
      ['G C', 'chat'],
      ['G M', 'mine'],
      ['G U', 'unassigned'],
      ['G A', 'all'],
      ['G S', 'snoozed'],
      ['?', 'help'],
    ],
  },
] as const

/** Which keys do what in the chat. */
export const HelpDialog = () => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <ShortcutHelp
      groups={groups.map(({ id, keys }) => ({
        id,
        title: t(`shortcuts.groups.${id}`),
        always: id === 'writing',
        keys: keys.map(([key, what]) => [key, t(`shortcuts.keys.${what}`)] as const),
      }))}
    />
  )
}
