import { Modal, SimpleGrid, Switch, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { closeShortcutHelp } from '#web/lib/ui/shortcut-help.ts'
import { switchShortcuts, useShortcutsOn } from '#web/lib/ui/shortcuts.ts'
import classes from './shortcut-help.module.css'

export type ShortcutGroup = {
  id: string
  title: string
  /** They work with single keys switched off too. */
  always?: boolean
  /** Keys, several at once or after each other with spaces between, and what they do. */
  keys: readonly (readonly [string, string])[]
}

const Keys = ({ keys }: { keys: string }) => (
  <span className={classes.keys}>
    {keys.split(' ').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)

/** Which keys do what, and the switch that turns single keys off. */
export const ShortcutHelp = ({ groups }: { groups: readonly ShortcutGroup[] }) => {
  const { t } = useTranslation('lists')
  const on = useShortcutsOn()
  return (
    <Modal
      opened
      size={groups.length > 1 ? 'xl' : 'md'}
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
      <SimpleGrid cols={{ base: 1, sm: Math.min(2, groups.length) }} spacing="xl" verticalSpacing="lg">
        {groups.map(({ id, title, keys, always }) => (
          <section key={id}>
            <Title order={3} fz="sm" mb={6}>
              {title}
            </Title>
            <dl className={classes.list} data-off={(!on && !always) || undefined}>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>{what}</dt>
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

const listKeys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['Enter', 'open'],
  ['X', 'select'],
  ['/', 'search'],
  ['F', 'filter'],
  ['?', 'help'],
] as const

/** The keys of lists. */
export const ListShortcutHelp = () => {
  const { t } = useTranslation('lists')
  const keys = listKeys.map(([key, what]) => [key, t(`shortcuts.${what}`)] as const)
  return <ShortcutHelp groups={[{ id: 'list', title: t('shortcuts.group'), keys }]} />
}
