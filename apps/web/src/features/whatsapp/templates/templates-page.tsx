import { Button, Group, Menu } from '@mantine/core'
import { IconBooks, IconDots, IconPlus, IconRefresh, IconTemplate, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastError, toastSuccess } from '#web/lib/ui/toasts.ts'
import { accountsQuery, countGroups, groupsQuery, templatesKey, useSync } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { GalleryModal } from './gallery-modal.tsx'
import { GroupCard, rowOf, useGroupColumns } from './group-columns.tsx'
import type { Beginning } from './new-drawer.tsx'
import { type TemplateSearch, validateTemplateSearch } from './search.ts'
import { useTemplateFields } from './template-fields.ts'

const place = '/integrations/whatsapp/templates/$id'
const loadImport = () => import('./import-modal.tsx')
const loadKinds = () => import('./kind-modal.tsx')
const loadNew = () => import('./new-drawer.tsx')
const ImportModal = lazy(() => loadImport().then((module) => ({ default: module.ImportModal })))
const KindModal = lazy(() => loadKinds().then((module) => ({ default: module.KindModal })))
const NewDrawer = lazy(() => loadNew().then((module) => ({ default: module.NewDrawer })))

type Dialog =
  | { kind: 'kinds' }
  | { kind: 'gallery' }
  | { kind: 'import' }
  | { kind: 'new'; beginning: Beginning }
  | null

const useSyncNow = () => {
  const { t, i18n } = useTranslation('whatsapp/templates')
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

/** A template out of the gallery, or a blank one. */
const BeginButtons = ({ onOpen }: { onOpen: (dialog: Dialog) => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  return (
    <>
      <Button variant="default" leftSection={<IconBooks size={17} />} onClick={() => onOpen({ kind: 'gallery' })}>
        {t('gallery.open')}
      </Button>
      <Button
        leftSection={<IconPlus size={18} />}
        onPointerEnter={loadKinds}
        onFocus={loadKinds}
        onClick={() => onOpen({ kind: 'kinds' })}
      >
        {t('new.open')}
      </Button>
    </>
  )
}

const Actions = ({ write, empty, onOpen }: { write: boolean; empty: boolean; onOpen: (dialog: Dialog) => void }) => {
  const { t } = useTranslation('whatsapp/templates')
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
            <Menu.Item
              leftSection={<IconUpload size={17} />}
              onPointerEnter={loadImport}
              onFocus={loadImport}
              onClick={() => onOpen({ kind: 'import' })}
            >
              {t('transfer.import')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {write && !empty ? <BeginButtons onOpen={onOpen} /> : null}
    </>
  )
}

type Props = { search: TemplateSearch; onSearch: (next: TemplateSearch) => void; tabs: ReactNode }

/** The company's templates by name, each with its languages. */
export const TemplatesPage = ({ search, onSearch, tabs }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  const can = useCan()
  const navigate = useNavigate()
  const write = can('templates.write')
  const query = useQuery(groupsQuery(search))
  const accounts = useQuery(accountsQuery())
  const [dialog, setDialog] = useState<Dialog>(null)
  useInvalidateOn(['template.updated', 'channel.updated'], [templatesKey])
  const columns = useGroupColumns(place)
  const rows = (query.data?.data ?? []).map(rowOf)
  const { cursor, ...filters } = search
  const filtered = Object.keys(filters).length > 0
  const nothing = !filtered && !cursor && (query.data?.data.length ?? 0) === 0
  const open = (id: string) => void navigate({ to: place, params: { id } })
  const chosen = useSelected(filters)
  const accountChoices = (accounts.data?.data ?? []).map(({ id, name, wabaId }) => ({
    value: id,
    label: name || wabaId,
  }))
  const fields = useTemplateFields({ accounts: accountChoices })
  const empty = (
    <EmptyState
      icon={IconTemplate}
      title={t('empty.title')}
      description={t('empty.text')}
      action={
        write ? (
          <Group justify="center">
            <BeginButtons onOpen={setDialog} />
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
        actions={<Actions write={write} empty={nothing} onOpen={setDialog} />}
      />
      {tabs}
      <ListPage
        fields={fields}
        find={{ name: 'search', label: t('filter.search') }}
        list="templates"
        search={search}
        onSearch={onSearch}
        validate={validateTemplateSearch}
        filters={filters}
        label={t('title')}
        query={{ ...query, data: query.data && { data: rows, page: query.data.page } }}
        columns={columns}
        empty={empty}
        card={(group) => <GroupCard group={group} place={place} />}
        linked
        selection={{
          ...chosen,
          label: ({ name }) => name,
          matching: { filter: filters, count: () => countGroups('company', filters) },
        }}
        bulk={(selection) => (
          <BulkActions
            scope="company"
            selection={selection}
            count={'ids' in selection ? selection.ids.length : selection.expected}
            used={rows.filter(({ id, uses }) => chosen.ids.includes(id) && uses > 0).map(({ name }) => name)}
            write={write}
            archived={search.status === 'ARCHIVED'}
            accounts={accountChoices}
            onDone={() => chosen.onChange([])}
          />
        )}
      />
      {dialog?.kind === 'gallery' ? (
        <GalleryModal onClose={() => setDialog(null)} onPick={(beginning) => setDialog({ kind: 'new', beginning })} />
      ) : null}
      <Suspense fallback={null}>
        {dialog?.kind === 'kinds' ? (
          <KindModal
            title={t('new.title')}
            onPick={(kind) => setDialog({ kind: 'new', beginning: { name: '', language: '', kind, content: null } })}
            onReady={() => setDialog({ kind: 'gallery' })}
            onClose={() => setDialog(null)}
          />
        ) : null}
        {dialog?.kind === 'new' ? (
          <NewDrawer
            beginning={dialog.beginning}
            onBack={() => setDialog({ kind: 'kinds' })}
            onClose={() => setDialog(null)}
            onCreated={open}
          />
        ) : null}
        {dialog?.kind === 'import' ? (
          <ImportModal scope="company" accounts={accountChoices} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </>
  )
}
