import { Collapse, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconExternalLink, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#web/components/feedback/count-badge.tsx'
import { useWaiting } from '#web/lib/api/waiting.ts'
import { activeEntry, groupIcons, type MenuEntry, menuFor } from '#web/lib/session/menu.ts'
import { useCan } from '#web/lib/session/session.ts'
import { appInfoQuery } from '#web/queries/app-info.ts'
import { useUnreadConversations } from '#web/queries/conversation-counts.ts'
import classes from './side-menu.module.css'
import { Tutorial } from './tutorial.tsx'

type LinkProps = { entry: MenuEntry; active: boolean; unread: number; onNavigate: () => void }

const MenuLink = ({ entry, active, unread, onNavigate }: LinkProps) => {
  const { t } = useTranslation()
  return (
    <Link
      to={entry.path}
      className={classes.link}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
      onClick={onNavigate}
    >
      <entry.icon size={20} stroke={1.7} />
      <span className={classes.label}>{t(`nav.${entry.id}`)}</span>
      {entry.unread ? <CountBadge count={unread} label={t('shell.unread', { count: unread })} /> : null}
    </Link>
  )
}

/** The site of the chatbot is not ours: it opens in a tab of its own, for companies that have it. */
const ChatbotLink = ({ onNavigate }: { onNavigate: () => void }) => {
  const { t } = useTranslation()
  const can = useCan()
  const { data } = useQuery(appInfoQuery)
  if (!data?.chatbotUrl || !can('chatbot.open')) return null
  return (
    <a href={data.chatbotUrl} target="_blank" rel="noreferrer" className={classes.link} onClick={onNavigate}>
      <IconRobot size={20} stroke={1.7} />
      <span className={classes.label}>{t('nav.chatbot')}</span>
      <VisuallyHidden>{` (${t('shell.newTab')})`}</VisuallyHidden>
      <IconExternalLink size={16} stroke={1.7} aria-hidden="true" />
    </a>
  )
}

type GroupProps = {
  id: string
  entries: MenuEntry[]
  activeId: string | undefined
  unread: number
  onNavigate: () => void
}

const MenuGroup = ({ id, entries, activeId, unread, onNavigate }: GroupProps) => {
  const { t } = useTranslation()
  const inside = entries.some((entry) => entry.id === activeId)
  const [open, setOpen] = useState(inside)
  const Icon = groupIcons[id]

  useEffect(() => {
    if (inside) setOpen(true)
  }, [inside])

  return (
    <div>
      <UnstyledButton className={classes.link} onClick={() => setOpen(!open)} aria-expanded={open}>
        {Icon ? <Icon size={20} stroke={1.7} /> : null}
        <span className={classes.label}>{t(`nav.${id}`)}</span>
        {!open && entries.some((entry) => entry.unread) ? (
          <CountBadge count={unread} label={t('shell.unread', { count: unread })} />
        ) : null}
        <IconChevronRight size={16} className={classes.chevron} data-open={open || undefined} />
      </UnstyledButton>
      <Collapse expanded={open}>
        <div className={classes.inner}>
          {entries.map((entry) => (
            <MenuLink
              key={entry.id}
              entry={entry}
              active={entry.id === activeId}
              unread={unread}
              onNavigate={onNavigate}
            />
          ))}
        </div>
      </Collapse>
    </div>
  )
}

/** The side menu. It lists what this person may open and what exists. */
export const SideMenu = ({ onNavigate }: { onNavigate: () => void }) => {
  const { t } = useTranslation()
  const can = useCan()
  const router = useRouter()
  const { pathname } = useLocation()
  const active = activeEntry(pathname)
  const unread = useUnreadConversations()
  useWaiting('conversations', unread)
  return (
    <nav className={classes.nav} aria-label={t('shell.mainMenu')}>
      {menuFor(can, (path) => path in router.routesByPath).map((item) =>
        item.kind === 'page' ? (
          <Fragment key={item.entry.id}>
            {item.entry.id === 'profile' ? <ChatbotLink onNavigate={onNavigate} /> : null}
            <MenuLink
              entry={item.entry}
              active={item.entry.id === active?.id}
              unread={unread}
              onNavigate={onNavigate}
            />
          </Fragment>
        ) : (
          <MenuGroup
            key={item.id}
            id={item.id}
            entries={item.entries}
            activeId={active?.id}
            unread={unread}
            onNavigate={onNavigate}
          />
        ),
      )}
      <Tutorial />
    </nav>
  )
}
