import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { updateMe } from '@recado/contracts/identity/users'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitcher } from '#web/components/page/language-switcher.tsx'
import { Brand } from '#web/components/page/logo.tsx'
import { call } from '#web/lib/api/api.ts'
import type { Language } from '#web/lib/i18n/i18n.ts'
import { useSessionClient, useSignedIn } from '#web/lib/session/session.ts'
import classes from './shell.module.css'
import { UserDropdown } from './user-dropdown.tsx'

const LeaveImpersonation = () => {
  const { t } = useTranslation()
  const client = useSessionClient()
  const { admin_user, user } = useSignedIn()
  if (!admin_user) return null
  return (
    <Button
      size="compact-sm"
      color="red"
      leftSection={<IconUserOff size={16} />}
      onClick={() => void client.update({ leaveImpersonation: true })}
    >
      {t('shell.leaveImpersonation', { name: user.name })}
    </Button>
  )
}

/** The account keeps the language too, so that mails come in it. */
const rememberLocale = (locale: Language) => {
  call(updateMe, { body: { locale } }).catch(() => {
    // The page is in the chosen language already; the account learns it the next time.
  })
}

type Props = {
  menuOpen: boolean
  onToggleMenu: () => void
  toggleRef: RefObject<HTMLButtonElement | null>
  bell: ReactNode
}

export const TopBar = ({ menuOpen, onToggleMenu, toggleRef, bell }: Props) => {
  const { t } = useTranslation()
  const label = t(menuOpen ? 'shell.closeMenu' : 'shell.openMenu')
  const Icon = menuOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <header className={classes.bar}>
      <Tooltip label={label}>
        <ActionIcon
          ref={toggleRef}
          size="lg"
          onClick={onToggleMenu}
          aria-label={label}
          aria-expanded={menuOpen}
          aria-controls="side-menu"
        >
          <Icon size={21} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Link to="/dashboard" className={classes.brand}>
        <Brand size={26} />
      </Link>
      <LeaveImpersonation />
      <LanguageSwitcher onChosen={rememberLocale} />
      {bell}
      <UserDropdown />
    </header>
  )
}
