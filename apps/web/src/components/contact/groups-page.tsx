import { ActionIcon, Button, Group, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Icon, IconPencil, IconPlus, IconSpeakerphone, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useRemoval } from '#web/components/feedback/use-removal.tsx'
import type { DataTableColumn, DataTableProps } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { type GroupSearch, validateGroupSearch } from './group-search.ts'

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Named = { id: string; name: string }

type Props<T extends Named> = {
  /** What the page and its buttons are called, among the texts of its kind; `errors` beside them. */
  t: TFunction
  icon: Icon
  /** Which audience of a campaign they can be. */
  audience: 'segments' | 'lists' | 'tags'
  search: GroupSearch
  onSearch: (next: GroupSearch) => void
  query: Omit<DataTableProps<T>['query'], 'data'> & { data: { data: T[] } | undefined }
  /** What a search in words looks in. */
  wordsOf: (group: T) => string
  columns: DataTableColumn<T>[]
  onOpen?: (group: T) => void
  /** A group on a phone, with what can be done with it. */
  card: (group: T, buttons: ReactNode) => ReactNode
  onAdd: () => void
  onChange: (group: T) => void
  /** Whether this person may change it; without it whoever may edit contacts. */
  mayChange?: (group: T) => boolean
  /** Further buttons of a group. */
  more?: (group: T) => ReactNode
  /** What follows when it is deleted. */
  removalOf: (group: T) => string
  /** Deletes it. `force`: although segments or saved views use it. */
  onRemove: (group: T, force: boolean) => Promise<unknown>
}

/** Tags, lists or segments: what they are called, who is in them, and what can be done with each. */
export const GroupsPage = <T extends Named>(props: Props<T>) => {
  const { t, icon, audience, search, onSearch, query, wordsOf, columns, onOpen, card, onAdd, onChange } = props
  const { mayChange = () => true, more } = props
  const can = useCan()
  const navigate = useNavigate()
  const edit = can('contacts.edit')
  // A card has links and buttons of its own, and none of them may be within another.
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const removal = useRemoval<T>({
    titleOf: ({ name }) => t('remove.title', { name }),
    textOf: props.removalOf,
    confirmLabel: t('common:delete'),
    remove: props.onRemove,
  })
  const groups = query.data?.data ?? []
  const wanted = folded(search.search ?? '')
  const shown = query.data && { data: groups.filter((group) => folded(wordsOf(group)).includes(wanted)) }
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={onAdd}>
      {t('add')}
    </Button>
  )
  const button = (label: string, Glyph: Icon, onClick: () => void) => (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Glyph size={17} />
    </ActionIcon>
  )
  const buttons = (group: T) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {can('campaigns.write')
        ? button(
            t('campaignOne', { name: group.name }),
            IconSpeakerphone,
            () => void navigate({ to: '/company/campaigns/new', search: { [audience]: group.id } }),
          )
        : null}
      {more?.(group)}
      {mayChange(group) ? (
        <>
          {button(t('changeOne', { name: group.name }), IconPencil, () => onChange(group))}
          {button(t('removeOne', { name: group.name }), IconTrash, () => removal.ask(group))}
        </>
      ) : null}
    </Group>
  )
  const actions: DataTableColumn<T> = {
    accessor: 'id',
    title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
    textAlign: 'right',
    render: buttons,
  }
  return (
    <>
      <ListPage<T, GroupSearch>
        title={t('title')}
        count={query.data ? groups.length : undefined}
        search={search}
        onSearch={onSearch}
        validate={validateGroupSearch}
        filters={search}
        find={{ name: 'search', label: t('find'), least: 1 }}
        label={t('title')}
        query={{ ...query, data: shown }}
        columns={edit ? [...columns, actions] : columns}
        linked
        {...(onOpen && !phone ? { onRowClick: onOpen } : {})}
        actions={edit && groups.length > 0 ? add : null}
        empty={
          <EmptyState icon={icon} title={t('empty')} description={t('emptyText')} action={edit ? add : undefined} />
        }
        card={(group) => card(group, edit ? buttons(group) : null)}
      />
      {removal.dialog}
    </>
  )
}
