import { Popover, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useSignedIn } from '#web/lib/session/session.ts'
import classes from './user-dropdown.module.css'

const UserMenu = lazyComponent(
  async () => (await import('./user-menu.tsx')).UserMenu,
  <Skeleton height={180} radius="md" />,
)

/** Who is signed in, in which company; opens their menu. */
export const UserDropdown = () => {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={290} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.target} onClick={() => setOpened(!opened)}>
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
        <UserMenu onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
