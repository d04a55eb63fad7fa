import { Button, Group, Menu } from '@mantine/core'
import { IconBooks, IconDots, IconPlus, IconRefresh, IconTemplate, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import type { Choice } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { accountsQuery, groupsQuery, templatesKey, useSync } from './api.ts'
import { GroupCard, useGroupColumns } from './group-columns.tsx'
import type { Beginning } from './new-drawer.tsx'
import type { TemplateSearch } from './search.ts'
import { useTemplateList } from './template-list.tsx'

const place = '/integrations/whatsapp/templates/$id'
const GalleryModal = lazyCode(async () => (await import('./gallery-modal.tsx')).GalleryModal)
const loadImport = () => import('./import-modal.tsx')
const loadKinds = () => import('./kind-modal.tsx')
const loadNew = () => import('./new-drawer.tsx')
const ImportModal = lazyCode(async () => (await loadImport()).ImportModal)
const KindModal = lazyCode(async () => (await loadKinds()).KindModal)
const NewDrawer = lazyCode(async () => (await loadNew()).NewDrawer)

type Dialog =
  | { kind: 'kinds' }
  | { kind: 'gallery' }
  | { kind: 'import' }
  | { kind: 'new'; beginning: Beginning }
  | null

const useSyncNow = () => {
  const { t } = useTranslation('whatsapp/templates')
  const sync = useSync()
  return {
    busy: sync.isPending,
    run: () =>
      sync.mutate(undefined, {
        onSuccess: ({ count }) => toastSuccess(t('sync.done', { count })),
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

const Empty = ({ write, onOpen }: { write: boolean; onOpen: (dialog: Dialog) => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const begin = (
    <Group justify="center">
      <BeginButtons onOpen={onOpen} />
    </Group>
  )
  return (
    <EmptyState
      icon={IconTemplate}
      title={t('empty.title')}
      description={t('empty.text')}
      action={write ? begin : undefined}
    />
  )
}

type DialogsProps = { dialog: Dialog; accounts: Choice[]; onDialog: (dialog: Dialog) => void }

/** The dialogs for creating or importing templates. */
const Dialogs = ({ dialog, accounts, onDialog }: DialogsProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const navigate = useNavigate()
  const close = () => onDialog(null)
  const begin = (beginning: Beginning) => onDialog({ kind: 'new', beginning })
  return (
    <Suspense fallback={null}>
      {dialog?.kind === 'gallery' ? <GalleryModal onClose={close} onPick={begin} /> : null}
      {dialog?.kind === 'kinds' ? (
        <KindModal
          title={t('new.title')}
          onPick={(kind) => begin({ name: '', language: '', kind, content: null })}
          onReady={() => onDialog({ kind: 'gallery' })}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'new' ? (
        <NewDrawer
          beginning={dialog.beginning}
          onBack={() => onDialog({ kind: 'kinds' })}
          onClose={close}
          onCreated={(id) => void navigate({ to: place, params: { id } })}
        />
      ) : null}
      {dialog?.kind === 'import' ? <ImportModal scope="company" accounts={accounts} onClose={close} /> : null}
    </Suspense>
  )
}

const useAccountChoices = (): Choice[] =>
  (useQuery(accountsQuery()).data?.data ?? []).map(({ id, name, wabaId }) => ({ value: id, label: name || wabaId }))

type Props = { search: TemplateSearch; onSearch: (next: TemplateSearch) => void; tabs: ReactNode }

/** The company's templates by name, each with its languages. */
export const TemplatesPage = ({ search, onSearch, tabs }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  const write = useCan()('templates.write')
  const query = useQuery(groupsQuery(search))
  const accounts = useAccountChoices()
  const [dialog, setDialog] = useState<Dialog>(null)
  useInvalidateOn(['template.updated', 'channel.updated'], [templatesKey])
  const columns = useGroupColumns(place)
  const list = useTemplateList({ scope: 'company', search, query, accounts, write })
  const filtered = Object.keys(list.filters).length > 0
  const nothing = !filtered && !search.cursor && (query.data?.data.length ?? 0) === 0
  return (
    <OverviewPage
      title={t('title')}
      description={t('description')}
      actions={<Actions write={write} empty={nothing} onOpen={setDialog} />}
      pages={tabs}
    >
      <div>
        <ListPage
          {...list}
          list="templates"
          onSearch={onSearch}
          label={t('title')}
          columns={columns}
          empty={<Empty write={write} onOpen={setDialog} />}
          card={(group) => <GroupCard group={group} place={place} />}
          linked
        />
      </div>
      <Dialogs dialog={dialog} accounts={accounts} onDialog={setDialog} />
    </OverviewPage>
  )
}
