import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core'
import type { SavedView } from '@recado/contracts/inbox/saved-views'
import type { ListName } from '@recado/contracts/shared/list-names'
import { IconBookmarkPlus, IconChevronDown, IconSettings, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { savedViewsQuery } from '#web/queries/saved-views.ts'
import { lazyCode } from '../page/lazy-component.tsx'
import { setFilters, type ViewSearch, viewText } from './view-search.ts'
import classes from './view-tabs.module.css'

const SaveViewDialog = lazyCode(async () => (await import('./view-dialogs.tsx')).SaveViewDialog)
const ViewsDialog = lazyCode(async () => (await import('./view-dialogs.tsx')).ViewsDialog)

/** Views that stand beside each other; the others are in a menu. */
const MOST_TABS = 4

type Props = {
  list: ListName
  /** The filters of the page as they stand in its address. */
  search: Readonly<Record<string, unknown>>
  /** Shows the page with the filters of a view; the page validates them, and none clears every filter. */
  onView: (search: ViewSearch) => void
  /** The filters, between the views and what keeps the filters as one. */
  children?: ReactNode
}

/** A page that is opened without filters opens with the person's default view. */
const useDefaultView = (views: readonly SavedView[] | undefined, isEmpty: boolean, onView: Props['onView']) => {
  const decided = useRef(!isEmpty)
  const latest = useRef(onView)
  useEffect(() => {
    latest.current = onView
  })
  useEffect(() => {
    if (!isEmpty) decided.current = true
    if (decided.current || !views) return
    decided.current = true
    const first = views.find(({ isDefault }) => isDefault)
    if (first) latest.current(first.search)
  }, [views, isEmpty])
}

type TabProps = { name: string; shared?: boolean; current: boolean; onClick: () => void }

const Tab = ({ name, shared = false, current, onClick }: TabProps) => (
  <UnstyledButton className={classes.tab ?? ''} aria-current={current || undefined} onClick={onClick}>
    {shared ? <IconUsers size={14} stroke={1.8} aria-hidden="true" /> : null}
    <span className={classes.name}>{name}</span>
  </UnstyledButton>
)

/** Filters that were given a name, one's own and those that people of the company share, beside the list as it comes. */
export const ViewTabs = ({ list, search, onView, children }: Props) => {
  const { t } = useTranslation('lists')
  const { data } = useQuery(savedViewsQuery(list))
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const set = setFilters(search)
  const isEmpty = Object.keys(set).length === 0
  useDefaultView(data?.data, isEmpty, onView)
  const views = data?.data ?? []
  const current = isEmpty ? undefined : views.find((view) => viewText(view.search) === viewText(set))
  const close = () => setDialog(null)
  const [tabs, more] = [views.slice(0, MOST_TABS), views.slice(MOST_TABS)]
  const hidden = more.find((view) => view === current)
  return (
    <>
      {views.length > 0 ? (
        <nav className={classes.tabs} aria-label={t('views.title')}>
          <Tab name={t('views.all')} current={isEmpty} onClick={() => onView({})} />
          {tabs.map((view) => (
            <Tab
              key={view.id}
              name={view.name}
              shared={view.shared}
              current={view === current}
              onClick={() => onView(view.search)}
            />
          ))}
          <Menu position="bottom-start" shadow="md">
            <Menu.Target>
              {hidden ? (
                <UnstyledButton className={classes.tab ?? ''} aria-current>
                  <span className={classes.name}>{hidden.name}</span> <IconChevronDown size={14} />
                </UnstyledButton>
              ) : (
                <ActionIcon aria-label={t('views.more')}>
                  <IconChevronDown size={16} />
                </ActionIcon>
              )}
            </Menu.Target>
            <Menu.Dropdown>
              {more.map((view) => (
                <Menu.Item
                  key={view.id}
                  aria-current={view === current || undefined}
                  leftSection={view.shared ? <IconUsers size={15} stroke={1.7} /> : null}
                  onClick={() => onView(view.search)}
                >
                  {view.name}
                </Menu.Item>
              ))}
              {more.length > 0 ? <Menu.Divider /> : null}
              <Menu.Item leftSection={<IconSettings size={15} stroke={1.7} />} onClick={() => setDialog('manage')}>
                {t('views.manage')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </nav>
      ) : null}
      {children}
      {isEmpty || current ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.save ?? ''}
          leftSection={<IconBookmarkPlus size={15} />}
          onClick={() => setDialog('save')}
        >
          {t('views.save')}
        </Button>
      )}
      <Suspense>
        {dialog === 'save' ? <SaveViewDialog list={list} search={set} onClose={close} /> : null}
        {dialog === 'manage' ? <ViewsDialog list={list} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
