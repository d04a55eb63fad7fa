import { Button, Menu } from '@mantine/core'
import type { conversationViews } from '@recado/contracts/inbox/conversations'
import { exportFormats } from '@recado/contracts/shared/tasks'
import {
  IconAlertCircle,
  IconAt,
  IconBookmark,
  IconBookmarkPlus,
  IconChevronDown,
  IconCircleCheck,
  IconDownload,
  IconInbox,
  IconMoon,
  IconRobot,
  IconSettings,
  IconUser,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListExport } from '#web/components/table/export-menu.tsx'
import { startListExport } from '#web/lib/api/lists.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { conversationCountsQuery } from '#web/queries/conversation-counts.ts'
import { savedViewsQuery } from '#web/queries/saved-views.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { assigneesQuery } from '../api.ts'
import { type ChatSearch, listFilterOf, noFilters, type SearchChange, validateChatSearch, viewOf } from '../search.ts'
import classes from './list.module.css'

const ViewsDialog = lazy(async () => ({
  default: (await import('#web/components/table/view-dialogs.tsx')).ViewsDialog,
}))
const SaveViewDialog = lazy(async () => ({
  default: (await import('#web/components/table/view-dialogs.tsx')).SaveViewDialog,
}))

type View = (typeof conversationViews)[number]
/** Views that are one click away. */
export const quickViews = ['mine', 'unassigned', 'all'] as const satisfies readonly View[]
const allViews = ['mine', 'unassigned', 'all', 'mentions', 'failed', 'resolved', 'team', 'snoozed', 'pending'] as const
const icons = {
  mine: IconUser,
  unassigned: IconUserOff,
  team: IconUsers,
  mentions: IconAt,
  failed: IconAlertCircle,
  resolved: IconCircleCheck,
  snoozed: IconMoon,
  pending: IconRobot,
  all: IconInbox,
} as const

export const countText = (count: number): string => (count >= 1000 ? '999+' : String(count))

type Props = { search: ChatSearch; onChange: (part: SearchChange) => void }

const Count = ({ count }: { count: number | undefined }) =>
  count === undefined ? null : <span className={classes.menuCount}>{countText(count)}</span>

/** Teams of mine before the others; those who may see every conversation see every queue. */
const useTeams = (enabled: boolean) => {
  const { user } = useSignedIn()
  const { data } = useQuery({ ...teamsQuery, enabled })
  const { data: people } = useQuery(assigneesQuery({ id: user.id }))
  const own = people?.data[0]?.teamIds ?? []
  const all = user.currentCompany?.member.visibility === 'all'
  return [...(data?.data ?? [])]
    .filter(({ id }) => all || own.includes(id))
    .sort((a, b) => Number(own.includes(b.id)) - Number(own.includes(a.id)))
}

const Views = ({ search, onChange }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { data: counts } = useQuery(conversationCountsQuery())
  const teams = useTeams(true)
  const shown = search.view ?? 'all'
  const isResolved = search.status === 'resolved' && shown === 'all'
  const current = search.saved ? null : isResolved ? 'resolved' : shown
  const choose = (view: (typeof allViews)[number]) => {
    // Resolved ones are no view of the server's: all there are, of another status.
    const status = view === 'resolved' ? 'resolved' : search.status === 'resolved' ? undefined : search.status
    const name = view === 'all' || view === 'resolved' ? undefined : view
    onChange({ view: name, status, team: undefined, saved: undefined })
  }
  return (
    <>
      <Menu.Label>{t('list.view')}</Menu.Label>
      {allViews.map((view) => {
        const Icon = icons[view]
        return (
          <Menu.Item
            key={view}
            leftSection={<Icon size={17} stroke={1.7} />}
            rightSection={view === 'resolved' ? null : <Count count={counts?.[view]} />}
            aria-current={(view === current && !search.team) || undefined}
            onClick={() => choose(view)}
          >
            {t(`list.views.${view}`)}
          </Menu.Item>
        )
      })}
      {teams.length > 0 ? <Menu.Label>{t('list.teams')}</Menu.Label> : null}
      {teams.map(({ id, name, openConversations }) => (
        <Menu.Item
          key={id}
          leftSection={<IconUsers size={17} stroke={1.7} />}
          rightSection={<Count count={openConversations} />}
          aria-current={search.team === id || undefined}
          onClick={() => onChange({ view: 'team', team: id, saved: undefined })}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  )
}

const SavedViews = ({ search, onChange, onSave, onManage }: Props & { onSave: () => void; onManage: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const { data } = useQuery(savedViewsQuery('chat'))
  const views = data?.data ?? []
  return (
    <>
      <Menu.Label>{t('list.savedViews')}</Menu.Label>
      {views.map(({ id, name, search: kept, shared }) => (
        <Menu.Item
          key={id}
          leftSection={shared ? <IconUsers size={17} stroke={1.7} /> : <IconBookmark size={17} stroke={1.7} />}
          aria-current={search.saved === id || undefined}
          onClick={() => onChange({ ...noFilters, ...validateChatSearch(kept), saved: id })}
        >
          {name}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<IconBookmarkPlus size={17} stroke={1.7} />}
        disabled={Object.keys(viewOf(search)).length === 0}
        onClick={onSave}
      >
        {t('list.saveView')}
      </Menu.Item>
      {views.length > 0 ? (
        <Menu.Item leftSection={<IconSettings size={17} stroke={1.7} />} onClick={onManage}>
          {t('list.manageViews')}
        </Menu.Item>
      ) : null}
    </>
  )
}

/** The conversations of the view as a file, for those who may take them along. */
const ListFile = ({ search }: { search: ChatSearch }) => {
  const { t } = useTranslation()
  const can = useCan()
  const { mutate } = useListExport((format) => startListExport('chat', listFilterOf(search), format))
  if (!can('conversations.export')) return null
  return (
    <>
      <Menu.Label>{t('export.title')}</Menu.Label>
      {exportFormats.map((format) => (
        <Menu.Item key={format} leftSection={<IconDownload size={17} stroke={1.7} />} onClick={() => mutate(format)}>
          {t(`export.${format}`)}
        </Menu.Item>
      ))}
    </>
  )
}

const useCurrentName = (search: ChatSearch): string | null => {
  const { t } = useTranslation('inbox/conversations')
  const { data: views } = useQuery({ ...savedViewsQuery('chat'), enabled: search.saved !== undefined })
  const { data: teams } = useQuery({ ...teamsQuery, enabled: search.team !== undefined })
  if (search.saved) return views?.data.find(({ id }) => id === search.saved)?.name ?? t('list.savedView')
  if (search.view === 'team' && search.team)
    return teams?.data.find(({ id }) => id === search.team)?.name ?? t('list.views.team')
  const view = search.view ?? 'all'
  if (view === 'all' && search.status === 'resolved') return t('list.views.resolved')
  return quickViews.some((known) => known === view) ? null : t(`list.views.${view}`)
}

/** Every view with its count, the queues of teams, and saved views. */
export const ViewMenu = ({ search, onChange }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { data: counts } = useQuery(conversationCountsQuery())
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const name = useCurrentName(search)
  const mentions = name === null ? (counts?.mentions ?? 0) : 0
  const failed = name === null ? (counts?.failed ?? 0) : 0
  const hints = [
    ...(failed > 0 ? [t('list.failedWaiting', { count: failed })] : []),
    ...(mentions > 0 ? [t('list.mentionsWaiting', { count: mentions })] : []),
  ]
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={264}>
        <Menu.Target>
          <Button
            size="xs"
            variant={name ? 'light' : 'default'}
            className={classes.moreViews ?? ''}
            rightSection={<IconChevronDown size={14} />}
            title={hints.join(' · ') || t('list.moreViews')}
            aria-label={[name ? t('list.moreViewsNow', { name }) : t('list.moreViews'), ...hints].join(', ')}
          >
            {name ?? t('list.more')}
            {mentions > 0 ? <IconAt size={14} className={classes.hinted} aria-hidden="true" /> : null}
            {failed > 0 ? (
              <IconAlertCircle size={14} className={classes.hinted} data-failed aria-hidden="true" />
            ) : null}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.viewMenu ?? ''}>
          <Views search={search} onChange={onChange} />
          <SavedViews
            search={search}
            onChange={onChange}
            onSave={() => setDialog('save')}
            onManage={() => setDialog('manage')}
          />
          <ListFile search={search} />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'save' ? (
          <SaveViewDialog
            list="chat"
            search={viewOf(search)}
            onClose={close}
            onSaved={(id) => onChange({ saved: id })}
          />
        ) : null}
        {dialog === 'manage' ? <ViewsDialog list="chat" onClose={close} /> : null}
      </Suspense>
    </>
  )
}
