import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconExternalLink, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Collapse } from '#web/components/content/collapse.tsx'
import { CountBadge } from '#web/components/feedback/count-badge.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import links from '#web/components/page/menu-link.module.css'
import { MenuLink, type MenuLook } from '#web/components/page/menu-link.tsx'
import { useWaiting } from '#web/lib/api/waiting.ts'
import { activeEntry, groupIcons, type MenuEntry, menuFor } from '#web/lib/session/menu.ts'
import { useCan } from '#web/lib/session/session.ts'
import { appInfoQuery } from '#web/queries/app-info.ts'
import { useUnreadConversations, useUnreadCount } from '#web/queries/conversation-counts.ts'
import classes from './side-menu.module.css'

const RiskBadge = lazyComponent(async () => (await import('./risk-badge.tsx')).RiskBadge)
const Tutorial = lazyComponent(async () => (await import('./tutorial.tsx')).Tutorial)

/** The parts of a menu entry while that entry is open. */
export type PartsOfEntry = (id: string, look: MenuLook) => ReactNode

type Menu = { look: MenuLook; parts: PartsOfEntry; activeId: string | undefined }

const UnreadBadge = () => {
  const { t } = useTranslation()
  const unread = useUnreadCount()
  return <CountBadge count={unread} label={t('shell.unread', { count: unread })} />
}

const badges = { unread: <UnreadBadge />, risks: <RiskBadge /> }

const Entry = ({ entry, menu }: { entry: MenuEntry; menu: Menu }) => {
  const { t } = useTranslation()
  const active = entry.id === menu.activeId
  const { count } = entry
  const badge = useMemo(() => (count ? badges[count] : null), [count])
  return (
    <>
      <MenuLink
        {...menu.look}
        to={entry.path}
        icon={entry.icon}
        label={t(`nav.${entry.id}`)}
        active={active}
        count={badge}
      />
      {active ? menu.parts(entry.id, menu.look) : null}
    </>
  )
}

/** The site of the chatbot is not ours: it opens in a tab of its own, for companies that have it. */
const ChatbotLink = ({ rail, onNavigate }: MenuLook) => {
  const { t } = useTranslation()
  const can = useCan()
  const { data } = useQuery(appInfoQuery)
  if (!data?.chatbotUrl || !can('chatbot.open')) return null
  return (
    <Tooltip label={t('nav.chatbot')} position="right" disabled={!rail}>
      <a
        href={data.chatbotUrl}
        target="_blank"
        rel="noreferrer"
        className={links.link}
        data-rail={rail || undefined}
        onClick={onNavigate}
      >
        <IconRobot size={20} stroke={1.7} />
        {rail ? <VisuallyHidden>{t('nav.chatbot')}</VisuallyHidden> : null}
        {rail ? null : <span className={links.label}>{t('nav.chatbot')}</span>}
        <VisuallyHidden>{` (${t('shell.newTab')})`}</VisuallyHidden>
        {rail ? null : <IconExternalLink size={16} stroke={1.7} aria-hidden="true" />}
      </a>
    </Tooltip>
  )
}

type GroupProps = { id: string; entries: MenuEntry[]; menu: Menu }

const Group = ({ id, entries, menu }: GroupProps) => {
  const { t } = useTranslation()
  const inside = entries.some((entry) => entry.id === menu.activeId)
  const [open, setOpen] = useState(inside)
  const Icon = groupIcons[id]

  useEffect(() => {
    if (inside) setOpen(true)
  }, [inside])

  return (
    <div>
      <UnstyledButton className={links.link ?? ''} onClick={() => setOpen(!open)} aria-expanded={open}>
        {Icon ? <Icon size={20} stroke={1.7} /> : null}
        <span className={links.label}>{t(`nav.${id}`)}</span>
        {!open && entries.some((entry) => entry.count === 'unread') ? <UnreadBadge /> : null}
        <IconChevronRight size={16} className={classes.chevron} data-open={open || undefined} />
      </UnstyledButton>
      <Collapse expanded={open}>
        <div className={classes.inner}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} menu={menu} />
          ))}
        </div>
      </Collapse>
    </div>
  )
}

/** A group in the rail: all of its entries, between two separators. */
const RailGroup = ({ id, entries, menu }: GroupProps) => {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={t(`nav.${id}`)} className={classes.railGroup}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} menu={menu} />
      ))}
    </div>
  )
}

/** Keeps the count of unread conversations true, apart from the menu, which need not render for it. */
const Waiting = () => {
  useWaiting('conversations', useUnreadConversations())
  return null
}

/** The tutorial, where the installation has one in the reader's language. */
const OwnTutorial = ({ rail }: { rail: boolean }) => {
  const { i18n } = useTranslation()
  const { data } = useQuery(appInfoQuery)
  const language = i18n.language === 'pt' ? 'pt' : 'en'
  const url = data?.tutorial?.[language]
  return url ? <Tutorial url={url} language={language} rail={rail} /> : null
}

/** The side menu. It lists what this person may open and what exists. */
export const SideMenu = ({ look, parts }: { look: MenuLook; parts: PartsOfEntry }) => {
  const { t } = useTranslation()
  const can = useCan()
  const router = useRouter()
  const activeId = useLocation({ select: ({ pathname }) => activeEntry(pathname)?.id })
  const menu: Menu = { look, parts, activeId }
  const InGroup = look.rail ? RailGroup : Group
  return (
    <nav className={classes.nav} data-rail={look.rail || undefined} aria-label={t('shell.mainMenu')}>
      {menuFor(can, (path) => path in router.routesByPath).map((item) =>
        item.kind === 'page' ? (
          <Fragment key={item.entry.id}>
            {item.entry.id === 'profile' ? <ChatbotLink {...look} /> : null}
            <Entry entry={item.entry} menu={menu} />
          </Fragment>
        ) : (
          <InGroup key={item.id} id={item.id} entries={item.entries} menu={menu} />
        ),
      )}
      <OwnTutorial rail={look.rail} />
      <Waiting />
    </nav>
  )
}
