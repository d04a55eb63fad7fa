import { Divider, Group, Popover, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBuildingStore, IconChevronDown, IconChevronRight, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useSessionClient, useSignedIn } from '#web/lib/session/session.ts'
import { mayLeave } from '#web/lib/ui/unsaved.ts'
import classes from './user-dropdown.module.css'

const SwitchCompany = lazyComponent(
  async () => (await import('./switch-company.tsx')).SwitchCompany,
  <Skeleton height={180} radius="md" />,
)

type View = 'main' | 'companies'

const MainView = ({ onSwitch, onClose }: { onSwitch: () => void; onClose: () => void }) => {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  const client = useSessionClient()
  const signOut = async () => {
    if (await mayLeave()) await client.signOut()
  }
  return (
    <>
      <Group gap="sm" wrap="nowrap" p="xs">
        <Avatar name={user.name} src={user.avatar_url} />
        <div style={{ minWidth: 0 }}>
          <Text fw={600} size="sm" truncate>
            {user.name}
          </Text>
          <Text c="dimmed" size="xs" truncate>
            {user.email}
          </Text>
        </div>
      </Group>
      <Divider my={6} />
      <Link to="/profile" className={classes.row} onClick={onClose}>
        <IconUserCircle size={19} stroke={1.7} />
        {t('nav.profile')}
      </Link>
      <UnstyledButton className={classes.row} onClick={onSwitch}>
        <IconBuildingStore size={19} stroke={1.7} />
        <span style={{ flex: 1 }}>{t('shell.switchCompany')}</span>
        <IconChevronRight size={16} />
      </UnstyledButton>
      <Divider my={6} />
      <UnstyledButton className={classes.row} onClick={() => void signOut()}>
        <IconLogout size={19} stroke={1.7} />
        {t('shell.signOut')}
      </UnstyledButton>
    </>
  )
}

/** Who is signed in, in which company; opens the main view or the switch-company view. */
export const UserDropdown = () => {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  const [opened, setOpened] = useState(false)
  const [view, setView] = useState<View>('main')
  const close = () => setOpened(false)
  const toggle = () => {
    setView('main')
    setOpened(!opened)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={290} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.target} onClick={toggle}>
          <Avatar name={user.name} src={user.avatar_url} size={34} />
          <div className={classes.names}>
            <Text size="sm" fw={600} truncate lh={1.25}>
              {user.name}
            </Text>
            {user.currentCompany ? (
              <Text size="xs" c="dimmed" truncate lh={1.25}>
                {user.currentCompany.name}
              </Text>
            ) : null}
          </div>
          <VisuallyHidden>{t('shell.userMenu', { name: user.name })}</VisuallyHidden>
          <IconChevronDown size={16} className={classes.caret} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={t('shell.userMenu', { name: user.name })}>
        {view === 'main' ? (
          <MainView onSwitch={() => setView('companies')} onClose={close} />
        ) : (
          <SwitchCompany onBack={() => setView('main')} onClose={close} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
