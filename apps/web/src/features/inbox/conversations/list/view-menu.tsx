import { Menu, UnstyledButton } from '@mantine/core'
import { exportFormats } from '@recado/contracts/shared/tasks'
import {
  IconAlertCircle,
  IconAt,
  IconBookmark,
  IconBookmarkPlus,
  IconChevronDown,
  IconDownload,
  IconSearch,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { startListExport } from '#web/lib/api/lists.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { conversationCountsQuery } from '#web/queries/conversation-counts.ts'
import { useListExport } from '#web/queries/list-export.ts'
import { savedViewsQuery } from '#web/queries/saved-views.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { assigneesQuery } from '../api.ts'
import { inboxViewOf, listFilterOf, noFilters, searchOfView, viewOf } from '../list-filter.ts'
import { type ChatSearch, type SearchChange, validateChatSearch } from '../search.ts'
import classes from './list.module.css'
import { countText, viewIcons } from './views.ts'

const ViewsDialog = lazyCode(async () => (await import('#web/components/table/view-dialogs.tsx')).ViewsDialog)
const SaveViewDialog = lazyCode(async () => (await import('#web/components/table/view-dialogs.tsx')).SaveViewDialog)

const allViews = ['mine', 'unassigned', 'all', 'mentions', 'failed', 'resolved', 'team', 'snoozed', 'pending'] as const

type Props = { search: ChatSearch; onChange: (part: SearchChange) => void }

const Count = ({ count }: { count: number | undefined }) => (
  <span className={classes.menuCount}>{countText(count)}</span>
)

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
  const current = inboxViewOf(search)
  return (
    <>
      {allViews.map((view) => {
        const Icon = viewIcons[view]
        return (
          <Menu.Item
            key={view}
            leftSection={<Icon size={17} stroke={1.7} />}
            rightSection={<Count count={counts?.[view]} />}
            aria-current={view === current || undefined}
            onClick={() => onChange({ ...noFilters, ...searchOfView(view) })}
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
          onClick={() => onChange({ ...noFilters, view: 'team', team: id })}
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

/** The current view with its name and icon. */
const useCurrent = (search: ChatSearch) => {
  const { t } = useTranslation('inbox/conversations')
  const { data: views } = useQuery({ ...savedViewsQuery('chat'), enabled: search.saved !== undefined })
  const { data: teams } = useQuery({ ...teamsQuery, enabled: search.team !== undefined })
  const view = inboxViewOf(search)
  if (listFilterOf(search).search) return { name: t('list.searchResults'), Icon: IconSearch }
  if (view) return { name: t(`list.views.${view}`), Icon: viewIcons[view] }
  const nameIn = (items: readonly { id: string; name: string }[] | undefined, id: string | undefined) =>
    items?.find((item) => item.id === id)?.name
  if (search.saved) return { name: nameIn(views?.data, search.saved) ?? t('list.savedView'), Icon: IconBookmark }
  return { name: nameIn(teams?.data, search.team) ?? t('list.views.team'), Icon: IconUsers }
}

/** Waiting conversations in other views that should not be missed. */
const useHints = (search: ChatSearch) => {
  const { t } = useTranslation('inbox/conversations')
  const { data: counts } = useQuery(conversationCountsQuery())
  const view = inboxViewOf(search)
  const failed = view === 'failed' ? 0 : (counts?.failed ?? 0)
  const mentions = view === 'mentions' ? 0 : (counts?.mentions ?? 0)
  const words = [
    ...(failed > 0 ? [t('list.failedWaiting', { count: failed })] : []),
    ...(mentions > 0 ? [t('list.mentionsWaiting', { count: mentions })] : []),
  ]
  return { failed, mentions, words }
}

/** The current view, and a menu of all views with counts: inbox views, team queues and saved views. */
export const ViewMenu = ({ search, onChange }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const { name, Icon } = useCurrent(search)
  const { failed, mentions, words } = useHints(search)
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={272}>
        <Menu.Target>
          <UnstyledButton
            className={classes.viewName ?? ''}
            title={words.join(' · ') || undefined}
            aria-label={[t('list.viewNow', { name }), ...words].join(', ')}
          >
            <Icon size={18} stroke={1.8} aria-hidden="true" />
            <span>{name}</span>
            <IconChevronDown size={15} aria-hidden="true" />
            {mentions > 0 ? <IconAt size={15} className={classes.hinted} aria-hidden="true" /> : null}
            {failed > 0 ? (
              <IconAlertCircle size={15} className={classes.hinted} data-failed aria-hidden="true" />
            ) : null}
          </UnstyledButton>
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
