import { Button, Menu } from '@mantine/core'
import type { SavedView } from '@recado/contracts/inbox/saved-views'
import type { ListName } from '@recado/contracts/shared/list-names'
import { IconBookmark, IconBookmarkPlus, IconSettings, IconStar, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { savedViewsQuery } from '#web/queries/saved-views.ts'

const SaveViewDialog = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).SaveViewDialog }))
const ViewsDialog = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).ViewsDialog }))

export type ViewSearch = Record<string, string | number | boolean>

/** The filters that are set. */
const kept = (search: Readonly<Record<string, unknown>>): ViewSearch => {
  const set: ViewSearch = {}
  for (const [name, value] of Object.entries(search))
    if ((typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean')
      set[name] = value
  return set
}

const textOf = (search: ViewSearch): string =>
  JSON.stringify(
    Object.entries(search)
      .map(([name, value]) => [name, String(value)])
      .sort(),
  )

type Props = {
  list: ListName
  search: Readonly<Record<string, unknown>>
  onView: (search: ViewSearch) => void
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

/** Filters that were given a name: one's own, and those that people of the company share. */
export const ListViews = ({ list, search, onView }: Props) => {
  const { t } = useTranslation('lists')
  const { data } = useQuery(savedViewsQuery(list))
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const set = kept(search)
  const isEmpty = Object.keys(set).length === 0
  useDefaultView(data?.data, isEmpty, onView)
  const views = data?.data ?? []
  const current = isEmpty ? undefined : views.find((view) => textOf(view.search) === textOf(set))
  // Shown as disabled, yet reached by the keyboard: it may be the only item, and a menu without focus hears no Escape.
  const isSaved = isEmpty || current !== undefined
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={260}>
        <Menu.Target>
          <Button variant={current ? 'light' : 'default'} leftSection={<IconBookmark size={17} />}>
            {current?.name ?? t('views.button')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 ? <Menu.Label>{t('views.none')}</Menu.Label> : null}
          {views.map(({ id, name, search: own, shared, isDefault }) => (
            <Menu.Item
              key={id}
              leftSection={shared ? <IconUsers size={17} stroke={1.7} /> : <IconBookmark size={17} stroke={1.7} />}
              rightSection={isDefault ? <IconStar size={15} role="img" aria-label={t('views.default')} /> : null}
              aria-current={current?.id === id || undefined}
              onClick={() => onView(own)}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconBookmarkPlus size={17} stroke={1.7} />}
            data-disabled={isSaved}
            aria-disabled={isSaved}
            closeMenuOnClick={!isSaved}
            onClick={() => (isSaved ? undefined : setDialog('save'))}
          >
            {t('views.save')}
          </Menu.Item>
          {views.length > 0 ? (
            <Menu.Item leftSection={<IconSettings size={17} stroke={1.7} />} onClick={() => setDialog('manage')}>
              {t('views.manage')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'save' ? <SaveViewDialog list={list} search={set} onClose={close} /> : null}
        {dialog === 'manage' ? <ViewsDialog list={list} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
