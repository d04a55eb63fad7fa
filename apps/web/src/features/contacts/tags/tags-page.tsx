import { ActionIcon, Button, Group, VisuallyHidden } from '@mantine/core'
import { deleteContactTag, type StoredContactTag } from '@recado/contracts/contacts/tags'
import { IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LabelBadge } from '#web/components/content/label-badge.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { textSearch } from '#web/lib/api/search.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactTagCountsQuery } from '#web/queries/contact-groups.ts'
import { useTagsChanged } from './use-tags-changed.ts'

const TagDrawer = lazyComponent(async () => (await import('./tag-drawer.tsx')).TagDrawer)

const validateTagSearch = textSearch('search')
type TagSearch = ReturnType<typeof validateTagSearch>

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Props = { search: TagSearch; onSearch: (next: TagSearch) => void }

/** Tags of contacts, with how many contacts have each. */
export const TagsPage = ({ search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('contacts/tags')
  const edit = useCan()('contacts.edit')
  const query = useQuery(contactTagCountsQuery)
  const changed = useTagsChanged()
  const [editing, setEditing] = useState<StoredContactTag | 'new' | null>(null)
  const [removing, setRemoving] = useState<StoredContactTag | null>(null)
  const tags = query.data?.data ?? []
  const wanted = folded(search.search ?? '')
  const shown = query.data && { data: tags.filter(({ name }) => folded(name).includes(wanted)) }
  const count = (tag: StoredContactTag) => t('count', { count: tag.contacts ?? 0 })
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  const buttons = (tag: StoredContactTag) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('changeOne', { name: tag.name })}
        onClick={() => setEditing(tag)}
      >
        <IconPencil size={17} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('removeOne', { name: tag.name })}
        onClick={() => setRemoving(tag)}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </Group>
  )
  const columns: DataTableColumn<StoredContactTag>[] = [
    { accessor: 'name', title: t('name'), render: (tag) => <LabelBadge label={tag} /> },
    {
      accessor: 'contacts',
      title: t('contacts'),
      textAlign: 'right',
      render: ({ id, contacts = 0 }) => (
        <TextLink size="sm" to="/company/contacts" search={{ tag: id }}>
          {new Intl.NumberFormat(i18n.language).format(contacts)}
        </TextLink>
      ),
    },
    ...(edit
      ? [
          {
            accessor: 'id' as const,
            title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
            textAlign: 'right' as const,
            render: buttons,
          },
        ]
      : []),
  ]
  return (
    <>
      <ListPage
        title={t('title')}
        count={query.data ? tags.length : undefined}
        search={search}
        onSearch={onSearch}
        validate={validateTagSearch}
        filters={search}
        find={{ name: 'search', label: t('find'), least: 1 }}
        label={t('title')}
        query={{ ...query, data: shown }}
        columns={columns}
        linked
        actions={edit && tags.length > 0 ? add : null}
        empty={
          <EmptyState icon={IconTag} title={t('empty')} description={t('emptyText')} action={edit ? add : undefined} />
        }
        card={(tag) => (
          <Group justify="space-between" wrap="nowrap">
            <Group gap="xs" miw={0}>
              <LabelBadge label={tag} />
              <TextLink to="/company/contacts" search={{ tag: tag.id }} size="sm">
                {count(tag)}
              </TextLink>
            </Group>
            {edit ? buttons(tag) : null}
          </Group>
        )}
      />
      {editing ? (
        <TagDrawer stored={editing === 'new' ? null : editing} tags={tags} onClose={() => setEditing(null)} />
      ) : null}
      <ConfirmDialog
        opened={removing !== null}
        title={t('remove.title', { name: removing?.name })}
        confirmLabel={t('common:delete')}
        danger
        onClose={() => setRemoving(null)}
        onConfirm={async () => {
          if (!removing) return
          await call(deleteContactTag, { params: { id: removing.id } })
          changed()
        }}
      >
        {t('remove.text', { count: removing?.contacts ?? 0 })}
      </ConfirmDialog>
    </>
  )
}
