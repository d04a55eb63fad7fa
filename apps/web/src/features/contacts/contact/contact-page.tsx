import { Button, Skeleton, Stack } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { IconPencil, IconRestore } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BlockText, UnblockButton } from '#web/components/contact/block.tsx'
import { CertificateLink } from '#web/components/contact/certificate-link.tsx'
import type { AskedChange } from '#web/components/contact/change-dialog.tsx'
import { useChangeContacts } from '#web/components/contact/changes.ts'
import { ConsentPanel } from '#web/components/contact/consent-panel.tsx'
import { PrivacyPanel } from '#web/components/contact/privacy-panel.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { PageTab } from '#web/components/page/page-tabs.tsx'
import type { Problem } from '#web/components/page/problem-list.tsx'
import { isNotFound } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { useChangeEvents } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { mayLeave } from '#web/lib/ui/unsaved.ts'
import { contactQuery, readContactAgain } from '#web/queries/contacts.ts'
import { erasuresQuery } from '#web/queries/privacy.ts'
import { ContactMenu, MessageButton } from './contact-actions.tsx'
import { ContactFacts, ContactStatus } from './contact-facts.tsx'
import type { ContactPageSearch, ContactTab } from './search.ts'

const waiting = <Skeleton height={280} radius="lg" />
const TimelineTab = lazyComponent(async () => (await import('./timeline-tab.tsx')).TimelineTab, waiting)
const ConversationsTab = lazyComponent(async () => (await import('./past-tabs.tsx')).ConversationsTab, waiting)
const CampaignsTab = lazyComponent(async () => (await import('./campaigns-tab.tsx')).CampaignsTab, waiting)
const FilesTab = lazyComponent(async () => (await import('./files-tab.tsx')).FilesTab, waiting)
const GroupsTab = lazyComponent(async () => (await import('./groups-tab.tsx')).GroupsTab, waiting)
const EditContactDrawer = lazyComponent(
  async () => (await import('#web/components/contact/contact-drawer.tsx')).EditContactDrawer,
)
const EraseDialog = lazyComponent(async () => (await import('#web/components/contact/erase-dialog.tsx')).EraseDialog)
const StartAutomation = lazyComponent(
  async () => (await import('#web/components/automation/start-automation-dialog.tsx')).StartAutomationDialog,
)
const MergeWith = lazyComponent(async () => (await import('./merge-with.tsx')).MergeWith)
const ChangeDialog = lazyComponent(async () => (await import('#web/components/contact/change-dialog.tsx')).ChangeDialog)

/** Changes that come together are read together (milliseconds). */
const gathered = 150

/** Reads the contact again when it changes, whoever changes it. */
const useLive = (id: string): void => {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useChangeEvents(({ event, ids = [] }) => {
    const concerns = event === 'contact.updated' && (ids.length === 0 || ids.includes(id))
    if (event !== 'refetch' && !concerns) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void readContactAgain(client, id)
    }, gathered)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** What keeps the contact from being one like others: in the bin, erased, blocked, or not to be erased. */
const useProblems = (contact: ContactCard, erasureId: string | null, restore: (() => void) | null): Problem[] => {
  const { t, i18n } = useTranslation('contacts/contact')
  const { deletedAt, erasedAt, legalHold, block } = contact
  if (erasedAt)
    return [
      {
        id: 'erased',
        tone: 'note',
        title: t('erased.title'),
        text: t('erased.text', { day: day(erasedAt, i18n.language) }),
        action: erasureId ? <CertificateLink erasureId={erasureId} /> : null,
      },
    ]
  const binned: Problem[] = deletedAt
    ? [
        {
          id: 'bin',
          tone: 'warning',
          title: t('binned.title'),
          text: t('binned.text', { day: day(deletedAt, i18n.language) }),
          action: restore ? (
            <Button size="compact-md" variant="default" leftSection={<IconRestore size={17} />} onClick={restore}>
              {t('binned.restore')}
            </Button>
          ) : null,
        },
      ]
    : []
  const blocked: Problem[] = block
    ? [
        {
          id: 'blocked',
          tone: 'warning',
          title: t('block.title'),
          text: <BlockText block={block} />,
          action: <UnblockButton contactId={contact.id} />,
        },
      ]
    : []
  const held: Problem[] = legalHold ? [{ id: 'hold', tone: 'note', title: t('hold'), text: legalHold }] : []
  return [...binned, ...blocked, ...held]
}

type Props = {
  contact: ContactCard
  search: ContactPageSearch
  onSearch: (search: ContactPageSearch) => void
  /** What was done with the contact, for those who may see it. */
  audit: ReactNode
  /** The erasure of the contact that was begun here. */
  erasureId: string | null
  onErase: () => void
}

type TabsProps = Omit<Props, 'erasureId'> & {
  onEdit: (() => void) | null
  lists: ComponentProps<typeof GroupsTab>['edit']
}

const useTabs = ({ contact, search, onSearch, audit, onErase, onEdit, lists }: TabsProps): PageTab<ContactTab>[] => {
  const { t } = useTranslation('contacts/contact')
  const can = useCan()
  const { id, erasedAt } = contact
  const onShow = (show: ContactPageSearch['show']) => onSearch(show ? { show } : {})
  const contents: Record<ContactTab, ReactNode> = {
    timeline: <TimelineTab contact={contact} show={search.show} onShow={onShow} onEdit={onEdit} />,
    conversations: <ConversationsTab contactId={id} />,
    campaigns: <CampaignsTab contactId={id} />,
    files: (
      <FilesTab
        contactId={id}
        kind={search.kind}
        onKind={(kind) => onSearch({ tab: 'files', ...(kind && { kind }) })}
      />
    ),
    groups: <GroupsTab contactId={id} edit={lists} />,
    consent: (
      <Stack gap="xl" maw={720}>
        <ConsentPanel contactId={id} />
        <PrivacyPanel contact={contact} onErase={onErase} />
      </Stack>
    ),
    audit,
  }
  const seen: ContactTab[] = can('conversations.view') ? ['conversations', 'files'] : []
  const past: ContactTab[] = can('campaigns.view') ? [...seen, 'campaigns'] : seen
  const shown: ContactTab[] = erasedAt ? ['timeline'] : ['timeline', ...past, 'groups', 'consent']
  if (audit) shown.push('audit')
  return shown.map((value) => ({ value, label: t(`tab.${value}`), content: contents[value] }))
}

/** The erasure of a contact that is erased, for those who may see its certificate. */
const useErasure = ({ id, erasedAt }: ContactCard, begun: string | null): string | null => {
  const asks = useCan()('contacts.erase') && erasedAt !== null && begun === null
  const found = useQuery({ ...erasuresQuery({ contactId: id }), enabled: asks }).data?.data[0]
  return begun ?? (asks ? (found?.id ?? null) : null)
}

const Contact = (props: Props) => {
  const { contact, search, onSearch } = props
  const erasureId = useErasure(contact, props.erasureId)
  const { t } = useTranslation('contacts/contact')
  const can = useCan()
  const changes = useChangeContacts()
  const [asked, setAsked] = useState<AskedChange | null>(null)
  const [editing, setEditing] = useState(false)
  const [merging, setMerging] = useState(false)
  const [starting, setStarting] = useState(false)
  const { id, erasedAt, deletedAt } = contact
  const selection = { ids: [id] }
  const mayEdit = can('contacts.edit') && erasedAt === null
  const live = mayEdit && deletedAt === null
  const restore = mayEdit ? () => changes.start({ selection, change: { type: 'restore' } }) : null
  const problems = useProblems(contact, erasureId, restore)
  useLive(id)
  const tabs = useTabs({
    ...props,
    onEdit: live ? () => setEditing(true) : null,
    lists: live
      ? {
          add: () => setAsked('add_to_list'),
          remove: (listId) => changes.start({ selection, change: { type: 'remove_from_list', listId } }),
        }
      : null,
  })
  const openTab = async (tab: ContactTab) => {
    if (await mayLeave()) onSearch(tab === 'timeline' ? {} : { tab })
  }
  return (
    <>
      <DetailPage<ContactTab>
        back={
          <TextLink to="/company/contacts" size="sm">
            {t('all')}
          </TextLink>
        }
        title={contact.displayName === contact.phone ? showPhone(contact.phone) : contact.displayName}
        status={erasedAt ? null : <ContactStatus contact={contact} />}
        facts={erasedAt ? null : <ContactFacts contact={contact} />}
        more={
          live ? (
            <>
              <ContactMenu
                contact={contact}
                onAsk={setAsked}
                onMerge={() => setMerging(true)}
                onStart={can('automations.start') ? () => setStarting(true) : null}
                onDelete={() => changes.start({ selection, change: { type: 'delete' } })}
              />
              <Button variant="default" leftSection={<IconPencil size={17} />} onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            </>
          ) : null
        }
        action={deletedAt === null ? <MessageButton contact={contact} /> : null}
        problems={problems}
        tab={search.tab}
        onTab={(tab) => void openTab(tab)}
        tabs={tabs}
      />
      {asked ? (
        <ChangeDialog
          type={asked}
          selection={selection}
          run={changes.change}
          onDone={() => setAsked(null)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {editing ? <EditContactDrawer contact={contact} onClose={() => setEditing(false)} /> : null}
      {merging ? <MergeWith contact={contact} onClose={() => setMerging(false)} /> : null}
      {starting ? <StartAutomation contactId={id} onClose={() => setStarting(false)} /> : null}
      {changes.dialog}
    </>
  )
}

type PageProps = Omit<Props, 'contact' | 'audit' | 'erasureId' | 'onErase'> & {
  id: string
  audit: (contactId: string) => ReactNode
  /** The contact is part of another one since they were merged. */
  onMoved: (id: string) => void
}

/** Everything about one contact. */
export const ContactPage = ({ id, audit, onMoved, ...page }: PageProps) => {
  const query = useQuery(contactQuery(id))
  const contact = query.data
  const movedTo = contact && contact.id !== id ? contact.id : null
  useEffect(() => {
    if (movedTo) onMoved(movedTo)
  }, [movedTo, onMoved])
  // What is erased may be gone at once; its certificate stays to be read.
  const [erasing, setErasing] = useState<string | null>(null)
  const [erasure, setErasure] = useState<{ contactId: string; id: string } | null>(null)
  return (
    <>
      {!contact || isNotFound(query.error) ? (
        <RecordFallback query={query} tabs />
      ) : (
        <Contact
          key={contact.id}
          contact={contact}
          audit={audit(contact.id)}
          erasureId={erasure?.contactId === contact.id ? erasure.id : null}
          onErase={() => setErasing(contact.id)}
          {...page}
        />
      )}
      {erasing ? (
        <EraseDialog
          contactId={erasing}
          onStarted={(started) => setErasure({ contactId: erasing, id: started })}
          onClose={() => setErasing(null)}
        />
      ) : null}
    </>
  )
}
