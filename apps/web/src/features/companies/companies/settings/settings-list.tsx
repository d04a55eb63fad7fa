import { ActionIcon, Button, Group, Menu, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { useRemoval } from '#web/components/feedback/use-removal.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import { useSettingsChange } from './api.ts'
import classes from './settings-list.module.css'

const searchFrom = 8
const step = 100

type Item = { id: string }
type Props<T extends Item> = {
  title: string
  description: string
  query: UseQueryResult<{ data: T[] }>
  nameOf: (item: T) => string
  /** What a search looks through besides the name. */
  wordsOf?: ((item: T) => string) | undefined
  row: (item: T) => ReactNode
  addLabel: string
  /** Absent for readers who may not add. */
  onAdd?: (() => void) | undefined
  mayChange: (item: T) => boolean
  onEdit: (item: T) => void
  /** `force`: although segments use it. */
  remove: (item: T, force: boolean) => Promise<unknown>
  removeText: string
  /** Buttons beside the menu of a row. */
  actions?: ((item: T, index: number) => ReactNode) | undefined
  emptyText: string
}

const RowMenu = <T extends Item>({
  item,
  nameOf,
  onEdit,
  onRemove,
}: Pick<Props<T>, 'nameOf' | 'onEdit'> & { item: T; onRemove: (item: T) => void }) => {
  const { t } = useTranslation(['companies/settings', 'common'])
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('actionsOf', { name: nameOf(item) })}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(item)}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onRemove(item)}>
          {t('common:remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Rows = <T extends Item>(props: Props<T> & { onRemove: (item: T) => void }) => {
  const { title, query, nameOf, wordsOf, row, mayChange, actions, emptyText, addLabel, onAdd } = props
  const { t } = useTranslation(['companies/settings', 'common'])
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(step)
  if (query.isPending) return <Skeleton height={180} radius="lg" role="status" aria-label={t('common:loading')} />
  if (!query.data) return <RetryState error={query.error} onRetry={query.refetch} />
  const all = query.data.data
  if (all.length === 0) {
    const action = onAdd ? <Button onClick={onAdd}>{addLabel}</Button> : undefined
    return (
      <Paper withBorder>
        <EmptyState title={t('common:table.empty')} description={emptyText} action={action} compact />
      </Paper>
    )
  }
  const words = search.toLocaleLowerCase()
  const found = all.filter((item) => `${nameOf(item)} ${wordsOf?.(item) ?? ''}`.toLocaleLowerCase().includes(words))
  return (
    <>
      {all.length > searchFrom ? <SearchField label={t('common:search')} value={search} onChange={setSearch} /> : null}
      <Paper withBorder component="ul" className={classes.list ?? ''} aria-label={title}>
        {found.slice(0, shown).map((item, index) => (
          <li key={item.id} className={classes.row}>
            <div className={classes.main}>{row(item)}</div>
            {mayChange(item) ? (
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  className={classes.edit ?? ''}
                  aria-label={t('editNamed', { name: nameOf(item) })}
                  onClick={() => props.onEdit(item)}
                >
                  <IconPencil size={18} />
                </ActionIcon>
                {search === '' ? actions?.(item, index) : null}
                <RowMenu item={item} nameOf={nameOf} onEdit={props.onEdit} onRemove={props.onRemove} />
              </Group>
            ) : null}
          </li>
        ))}
        {found.length === 0 ? (
          <li>
            <EmptyState kind="noMatch" compact />
          </li>
        ) : null}
      </Paper>
      {found.length > shown ? (
        <Button variant="light" onClick={() => setShown(shown + step)}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}

/** Settings of one kind: what there is, with search from eight on, and means to add, change and remove. */
export const SettingsList = <T extends Item>(props: Props<T>) => {
  const { t } = useTranslation(['companies/settings', 'common'])
  const remove = useSettingsChange(({ item, force }: { item: T; force: boolean }) => props.remove(item, force), {
    quiet: true,
  })
  const removal = useRemoval<T>({
    titleOf: (item) => t('removeTitle', { name: props.nameOf(item) }),
    textOf: () => props.removeText,
    confirmLabel: t('common:remove'),
    remove: (item, force) => remove.mutateAsync({ item, force }),
  })
  // What says that there is nothing yet offers the first one.
  const some = (props.query.data?.data.length ?? 0) > 0
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div className={classes.heading}>
          <Title order={2}>{props.title}</Title>
          <Text c="dimmed" size="sm" mt={4}>
            {props.description}
          </Text>
        </div>
        {props.onAdd && some ? (
          <Button leftSection={<IconPlus size={18} />} onClick={props.onAdd}>
            {props.addLabel}
          </Button>
        ) : null}
      </Group>
      <Rows {...props} onRemove={removal.ask} />
      {removal.dialog}
    </Stack>
  )
}
