import { ActionIcon, Alert, Button, Group, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { type BulkSelection, countLimit } from '@recado/contracts/shared/lists'
import {
  IconAddressBook,
  IconChartPie,
  IconDots,
  IconFileImport,
  IconHistory,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeginCampaign } from '#web/components/campaign/use-begin-campaign.ts'
import { useChangeContacts } from '#web/components/contact/changes.ts'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { changeSearch } from '#web/lib/api/search.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastInfo } from '#web/lib/ui/toasts.ts'
import { contactsKey } from '#web/queries/contacts.ts'
import { contactsQuery, countContacts } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { chipsAsTree, unsaid } from './chips-as-tree.ts'
import { ContactListCard, nameOf, useContactColumns } from './columns.tsx'
import type { ExportTarget } from './export-drawer.tsx'
import { useContactFields } from './fields.ts'
import { useRowActions } from './row-actions.tsx'
import { type ContactSearch, filterOf, validateContactSearch } from './search.ts'

const AddContactDrawer = lazyComponent(
  async () => (await import('#web/components/contact/contact-drawer.tsx')).AddContactDrawer,
)
const FilterDrawer = lazyComponent(async () => (await import('./filter-drawer.tsx')).FilterDrawer)
const SegmentDialog = lazyComponent(async () => (await import('./segment-dialog.tsx')).SegmentDialog)
const ExportDrawer = lazyComponent(async () => (await import('./export-drawer.tsx')).ExportDrawer)
const ChangesDrawer = lazyComponent(async () => (await import('./changes-drawer.tsx')).ChangesDrawer)

const newImport = '/company/contacts/imports/new'
const noContacts = { data: [], page: { next: null, has_more: false, total: 0 } }
type Opened = 'create' | 'changes' | 'filter' | 'segment' | null

const Actions = ({ onOpen }: { onOpen: (opened: Opened) => void }) => {
  const { t } = useTranslation('contacts/list')
  const can = useCan()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('common:actions')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPhone && can('contacts.import') ? (
            <Menu.Item leftSection={<IconFileImport size={17} />} onClick={() => void navigate({ to: newImport })}>
              {t('import')}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconHistory size={17} />} onClick={() => onOpen('changes')}>
            {t('changes.title')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={17} />}
            onClick={() => void navigate({ to: '/company/contacts/bin' })}
          >
            {t('pages.bin')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPhone || !can('contacts.import') ? null : (
        <LinkButton to={newImport} variant="default" leftSection={<IconFileImport size={18} />}>
          {t('importShort')}
        </LinkButton>
      )}
      <Button leftSection={<IconPlus size={18} />} onClick={() => onOpen('create')}>
        {t('create.open')}
      </Button>
    </>
  )
}

const Empty = ({ onCreate }: { onCreate: (() => void) | null }) => {
  const { t } = useTranslation('contacts/list')
  const can = useCan()
  const begin = (
    <Group justify="center">
      {onCreate ? (
        <Button leftSection={<IconPlus size={18} />} onClick={onCreate}>
          {t('create.open')}
        </Button>
      ) : null}
      {can('contacts.import') ? (
        <LinkButton to={newImport} variant="default" leftSection={<IconFileImport size={18} />}>
          {t('import')}
        </LinkButton>
      ) : null}
    </Group>
  )
  return <EmptyState icon={IconAddressBook} title={t('empty.title')} description={t('empty.text')} action={begin} />
}

/** Begins a campaign for chosen contacts, or for all that the filters leave; null where conditions cannot say those. */
const useCampaignFor = (search: ContactSearch) => {
  const { t, i18n } = useTranslation('contacts/list')
  const can = useCan()
  const begin = useBeginCampaign()
  const { segment, ...rest } = search
  const conditions = chipsAsTree(rest)
  const segments = segment?.split(',').filter(Boolean) ?? []
  const isSaid = !unsaid(rest) && segments.length > 0 !== conditions.children.length > 0
  const sourceOf = (selection: BulkSelection) => {
    if ('ids' in selection) return { kind: 'contacts' as const, ids: selection.ids }
    if (segments.length > 0) return { kind: 'segments' as const, ids: segments }
    return { kind: 'filter' as const, filter: conditions }
  }
  if (!can('campaigns.write')) return null
  return (selection: BulkSelection) => {
    if (!('ids' in selection) && !isSaid) return toastInfo(t('campaign.unsaid'))
    const name = t('campaign.name', { date: day(new Date(), i18n.language) })
    begin.mutate({ name, audience: { sources: [sourceOf(selection)] } })
  }
}

type Props = { search: ContactSearch; onSearch: (next: ContactSearch) => void }

/** Everyone the company talks to. */
export const ContactsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('contacts/list')
  const can = useCan()
  const navigate = useNavigate()
  const filter = filterOf(search)
  const asked = useQuery(contactsQuery(filter, { sort: search.sort, cursor: search.cursor }))
  const broken = asked.error instanceof ApiError && asked.error.code === 'validation_failed'
  const query = broken ? { ...asked, error: null, data: noContacts } : asked
  const [opened, setOpened] = useState<Opened>(null)
  const [exporting, setExporting] = useState<ExportTarget | null>(null)
  const columns = useContactColumns()
  const fields = useContactFields(search, () => setOpened('filter'))
  const selected = useSelected(filter)
  const changes = useChangeContacts()
  const actions = useRowActions(changes)
  const campaignFor = useCampaignFor(search)
  useInvalidateOn(['contact.updated'], [contactsKey])
  const edit = can('contacts.edit')
  const total = query.data?.page.total
  const tree = chipsAsTree(search)
  const apply = (next: FilterGroup | undefined) =>
    onSearch(validateContactSearch(changeSearch<ContactSearch>(search, { filter: next })))
  const keep =
    edit && tree.children.length > 0 && !unsaid(search) ? (
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconChartPie size={15} />}
        onClick={() => setOpened('segment')}
      >
        {t('segment.save')}
      </Button>
    ) : null
  const chosen = {
    selection: {
      ...selected,
      label: nameOf,
      matching: { filter, count: () => countContacts(filter), unlimited: true },
    },
    bulk: (selection: Parameters<typeof BulkActions>[0]['selection']) => (
      <BulkActions
        selection={selection}
        changes={changes}
        onDone={() => selected.onChange([])}
        onCampaign={campaignFor}
        onExport={can('contacts.export') ? setExporting : null}
      />
    ),
  }
  return (
    <>
      <ListPage
        title={t('title')}
        count={total !== undefined && total <= countLimit ? total : undefined}
        list="contacts"
        search={search}
        onSearch={onSearch}
        validate={validateContactSearch}
        filters={filter}
        fields={fields}
        filterActions={keep}
        find={{ name: 'search', label: t('find') }}
        {...(can('contacts.export') ? { onExport: () => setExporting({ filter, count: total }) } : { exported: null })}
        notice={
          broken ? (
            <Alert color="clay" mb="sm" role="alert">
              {t('broken')}
            </Alert>
          ) : null
        }
        label={t('title')}
        query={query}
        columns={[...columns, actions]}
        linked
        onRowClick={({ id }) => void navigate({ to: '/company/contacts/$id', params: { id } })}
        sorting={{
          value: search.sort ?? 'created',
          onChange: (sort) => onSearch(validateContactSearch(changeSearch({ ...search, sort: '' }, { sort }))),
        }}
        {...(edit ? chosen : {})}
        actions={edit ? <Actions onOpen={setOpened} /> : null}
        empty={<Empty onCreate={edit ? () => setOpened('create') : null} />}
        card={(contact) => <ContactListCard contact={contact} />}
      />
      {exporting ? <ExportDrawer target={exporting} onClose={() => setExporting(null)} /> : null}
      {opened === 'create' ? <AddContactDrawer onClose={() => setOpened(null)} /> : null}
      {opened === 'changes' ? <ChangesDrawer onClose={() => setOpened(null)} /> : null}
      {opened === 'filter' ? (
        <FilterDrawer filter={search.filter} onApply={apply} onClose={() => setOpened(null)} />
      ) : null}
      {opened === 'segment' ? (
        <SegmentDialog
          filter={tree}
          onSaved={(segment) => onSearch(validateContactSearch({ segment }))}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {changes.dialog}
    </>
  )
}
