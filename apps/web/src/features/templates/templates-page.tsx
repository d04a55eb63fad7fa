import { Button, Group, Menu, Text } from '@mantine/core'
import { IconBooks, IconDots, IconDownload, IconPlus, IconRefresh, IconTemplate, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useCan } from '../../lib/session.ts'
import { useInvalidateOn } from '../../lib/socket.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { accountsQuery, groupsQuery, templatesKey, useArchive, useDelete, useSync } from './api.ts'
import { downloadTemplates } from './export.ts'
import { Filters } from './filters.tsx'
import { GalleryModal } from './gallery-modal.tsx'
import { GroupCard, type GroupRow, useGroupColumns } from './group-columns.tsx'
import { ImportModal } from './import-modal.tsx'
import { type Beginning, NewDrawer } from './new-drawer.tsx'
import type { TemplateSearch } from './search.ts'
import classes from './templates.module.css'

const place = '/integrations/whatsapp/templates/$id'
const blank: Beginning = { name: '', language: '', content: null }

type Dialog = { kind: 'gallery' } | { kind: 'import' } | { kind: 'new'; beginning: Beginning } | null

const useSyncNow = () => {
  const { t, i18n } = useTranslation('templates')
  const sync = useSync()
  return {
    busy: sync.isPending,
    run: () =>
      sync.mutate(undefined, {
        onSuccess: ({ count }) => toastSuccess(t('sync.done', { count })),
        onError: (error) => toastError(i18n, error),
      }),
  }
}

const Actions = ({ write, onOpen }: { write: boolean; onOpen: (dialog: Dialog) => void }) => {
  const { t } = useTranslation('templates')
  const sync = useSyncNow()
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={17} />} loading={sync.busy}>
            {t('common:actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={17} />} onClick={sync.run}>
            {t('sync.now')}
          </Menu.Item>
          {write ? (
            <Menu.Item leftSection={<IconUpload size={17} />} onClick={() => onOpen({ kind: 'import' })}>
              {t('transfer.import')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {write ? (
        <>
          <Button variant="default" leftSection={<IconBooks size={17} />} onClick={() => onOpen({ kind: 'gallery' })}>
            {t('gallery.open')}
          </Button>
          <Button leftSection={<IconPlus size={18} />} onClick={() => onOpen({ kind: 'new', beginning: blank })}>
            {t('new.open')}
          </Button>
        </>
      ) : null}
    </>
  )
}

type BulkProps = { rows: GroupRow[]; archived: boolean; onDone: () => void }

const Bulk = ({ rows, archived, onDone }: BulkProps) => {
  const { t, i18n } = useTranslation('templates')
  const archive = useArchive()
  const remove = useDelete()
  const [asking, setAsking] = useState(false)
  const firsts = rows.flatMap(({ languages }) => (languages[0] ? [languages[0].id] : []))
  const run = async (task: (id: string) => Promise<unknown>) => {
    try {
      for (const id of firsts) await task(id)
      onDone()
    } catch (error) {
      toastError(i18n, error)
    }
  }
  return (
    <section className={classes.bulk} aria-label={t('bulk.title')}>
      <Text size="sm" fw={550} role="status">
        {t('bulk.count', { count: rows.length })}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={archive.isPending}
        onClick={() => void run((id) => archive.mutateAsync({ id, archived: !archived }))}
      >
        {t(archived ? 'archive.restore' : 'archive.archive')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() =>
          void downloadTemplates(rows.flatMap(({ languages }) => languages.map(({ id }) => id))).catch(
            (error: unknown) => toastError(i18n, error),
          )
        }
      >
        {t('transfer.export')}
      </Button>
      <Button size="compact-sm" color="red" variant="light" onClick={() => setAsking(true)}>
        {t('common:delete')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onDone}>
        {t('common:cancel')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('bulk.deleteTitle', { count: rows.length })}
        confirmLabel={t('common:delete')}
        danger
        typeToConfirm={String(rows.length)}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          for (const id of firsts) await remove.mutateAsync({ id, scope: 'name' })
          onDone()
        }}
      >
        {t('bulk.deleteText', { names: rows.map(({ name }) => name).join(', ') })}
      </ConfirmDialog>
    </section>
  )
}

type Props = { search: TemplateSearch; onSearch: (next: TemplateSearch) => void; tabs: ReactNode }

/** The company's templates by name, each with its languages. */
export const TemplatesPage = ({ search, onSearch, tabs }: Props) => {
  const { t } = useTranslation('templates')
  const can = useCan()
  const navigate = useNavigate()
  const write = can('templates.write')
  const query = useQuery(groupsQuery(search))
  const accounts = useQuery(accountsQuery())
  const [dialog, setDialog] = useState<Dialog>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useInvalidateOn(['template.updated', 'channel.updated'], [templatesKey])
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const columns = useGroupColumns(place, write ? { chosen, onToggle: toggle } : null)
  const rows = (query.data?.data ?? []).map((group) => ({ ...group, id: `${group.accountId} ${group.name}` }))
  const { cursor, ...filters } = search
  const filtered = Object.keys(filters).length > 0
  const open = (id: string) => void navigate({ to: place, params: { id } })
  const selected = rows.filter(({ id }) => chosen.has(id))
  const empty = (
    <EmptyState
      icon={IconTemplate}
      title={t('empty.title')}
      description={t('empty.text')}
      action={
        write ? (
          <Group justify="center">
            <Button
              variant="default"
              leftSection={<IconBooks size={17} />}
              onClick={() => setDialog({ kind: 'gallery' })}
            >
              {t('gallery.open')}
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'new', beginning: blank })}>
              {t('new.open')}
            </Button>
          </Group>
        ) : undefined
      }
    />
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<Actions write={write} onOpen={setDialog} />}
      />
      {tabs}
      <Filters
        search={search}
        onSearch={onSearch}
        accounts={(accounts.data?.data ?? []).map(({ id, name, wabaId }) => ({ value: id, label: name || wabaId }))}
      />
      {selected.length > 0 ? (
        <Bulk rows={selected} archived={search.status === 'ARCHIVED'} onDone={() => setChosen(new Set())} />
      ) : null}
      <DataTable<GroupRow>
        label={t('title')}
        query={{ ...query, data: query.data && { data: rows, page: query.data.page } }}
        columns={columns}
        cursor={cursor}
        onCursor={(next) => onSearch({ ...filters, ...(next ? { cursor: next } : {}) })}
        filtered={filtered}
        onClearFilters={() => onSearch({})}
        empty={empty}
        card={(group) => <GroupCard group={group} place={place} />}
      />
      {dialog?.kind === 'gallery' ? (
        <GalleryModal onClose={() => setDialog(null)} onPick={(beginning) => setDialog({ kind: 'new', beginning })} />
      ) : null}
      {dialog?.kind === 'new' ? (
        <NewDrawer beginning={dialog.beginning} onClose={() => setDialog(null)} onCreated={open} />
      ) : null}
      {dialog?.kind === 'import' ? <ImportModal onClose={() => setDialog(null)} /> : null}
    </>
  )
}
