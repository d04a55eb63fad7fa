import { Modal, SimpleGrid, Switch, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { closeShortcutHelp } from '../../../lib/shortcut-help.ts'
import { switchShortcuts, useShortcutsOn } from '../../../lib/shortcuts.ts'
import classes from './help.module.css'

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

const Keys = ({ keys }: { keys: string }) => (
  <span className={classes.keys}>
    {keys.split(' ').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)

/** Which keys do what, and the switch that turns single keys off. */
export const HelpDialog = () => {
  const { t } = useTranslation('chat')
  const on = useShortcutsOn()
  return (
    <Modal
      opened
      size="xl"
      onClose={closeShortcutHelp}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Switch
        mb="lg"
        label={t('shortcuts.on')}
        description={t('shortcuts.onText')}
        checked={on}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
        {groups.map(({ id, keys }) => (
          <section key={id}>
            <Title order={3} fz="sm" mb={6}>
              {t(`shortcuts.groups.${id}`)}
            </Title>
            <dl className={classes.list} data-off={(!on && id !== 'writing') || undefined}>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>{t(`shortcuts.keys.${what}`)}</dt>
                  <dd>
                    <Keys keys={key} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </SimpleGrid>
    </Modal>
  )
}
