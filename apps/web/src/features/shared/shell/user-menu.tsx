import { Divider, Group, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconBuildingStore, IconChevronRight, IconLogout, IconUserCircle } from '@tabler/icons-react'
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

/** The menu of whoever is signed in; it begins in its main view and leads to the switch-company view. */
export const UserMenu = ({ onClose }: { onClose: () => void }) => {
  const [isSwitching, setSwitching] = useState(false)
  return isSwitching ? (
    <SwitchCompany onBack={() => setSwitching(false)} onClose={onClose} />
  ) : (
    <MainView onSwitch={() => setSwitching(true)} onClose={onClose} />
  )
}
