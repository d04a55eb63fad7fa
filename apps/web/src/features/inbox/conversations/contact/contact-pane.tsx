import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Select,
  Skeleton,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { type ContactCard, tagsOfContact } from '@recado/contracts/contacts/contacts'
import { IconArrowLeft, IconPencil, IconUser, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttributeFields } from '#web/components/contact/attribute-fields.tsx'
import { BlockText } from '#web/components/contact/block.tsx'
import { ConsentPanel } from '#web/components/contact/consent-panel.tsx'
import {
  type ContactHome,
  type ContactPatch,
  isFieldProblem,
  useContactPatch,
  useInline,
} from '#web/components/contact/contact-patch.ts'
import { Duplicates } from '#web/components/contact/duplicates.tsx'
import { HistorySections } from '#web/components/contact/history-sections.tsx'
import { languageOptions } from '#web/components/contact/languages.ts'
import { OpenNotes } from '#web/components/contact/open-notes.tsx'
import { Section } from '#web/components/contact/section.tsx'
import { useStages } from '#web/components/contact/stages.ts'
import { Avatar } from '#web/components/content/avatar.tsx'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TimezoneSelect } from '#web/components/form/timezone-select.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { errorText } from '#web/lib/api/error-text.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactNotesQuery } from '#web/queries/contacts.ts'
import { type ConversationDetail, keys } from '../api.ts'
import { useSteady } from '../use-steady.ts'
import classes from './contact-pane.module.css'
import { Facts } from './facts.tsx'

const EditContactDrawer = lazyComponent(
  async () => (await import('#web/components/contact/contact-drawer.tsx')).EditContactDrawer,
)

type PartProps = { contact: ContactCard; patch: ContactPatch; readOnly: boolean }

const Fields = ({ contact, patch, readOnly }: PartProps) => {
  const { t, i18n } = useTranslation(['inbox/conversations', 'validation', 'errors'])
  const name = useInline(contact, contact.name ?? '', (value, base) => patch.save({ name: value }, base))
  const email = useInline(contact, contact.email ?? '', (value, base) => patch.save({ email: value }, base))
  const badEmail = isFieldProblem(email.error)
  const masked = contact.email?.includes('•') ?? false
  return (
    <Stack gap="sm">
      <TextInput
        size="sm"
        label={t('contacts/contact:name')}
        placeholder={contact.profileName ?? ''}
        maxLength={120}
        readOnly={readOnly}
        {...name.props}
      />
      <TextInput
        size="sm"
        type="email"
        label={t('contacts/contact:email')}
        maxLength={254}
        description={masked && !readOnly ? t('contacts/contact:masked') : null}
        readOnly={readOnly || masked}
        error={badEmail ? t('validation:email') : null}
        {...email.props}
      />
      <Group grow gap="xs" align="flex-start">
        <Select
          size="sm"
          label={t('contacts/contact:language')}
          data={languageOptions(contact.language, i18n.language)}
          value={contact.language}
          clearable
          readOnly={readOnly}
          onChange={(language) => patch.set({ language })}
        />
        <TimezoneSelect
          size="sm"
          label={t('contacts/contact:timezone')}
          value={contact.timezone}
          clearable
          readOnly={readOnly}
          onChange={(timezone) => patch.set({ timezone })}
        />
      </Group>
      <AttributeFields contact={contact} patch={patch} />
      <TagsInput
        size="sm"
        label={t('contacts/contact:tags')}
        placeholder={contact.tags.length === 0 ? t('contacts/contact:addTag') : ''}
        value={contact.tags}
        maxTags={tagsOfContact}
        readOnly={readOnly}
        onChange={(tags) => patch.set({ tags: tags.map((tag) => tag.trim().slice(0, 40)).filter(Boolean) })}
      />
      <Text size="xs" c={patch.error ? 'var(--mantine-color-error)' : 'dimmed'} role="status" mih={18}>
        {patch.error && !badEmail ? errorText(t, patch.error) : patch.isSuccess ? t('common:saved') : ''}
      </Text>
    </Stack>
  )
}

const Notes = ({ contact, patch, readOnly }: PartProps) => {
  const { t } = useTranslation('inbox/conversations')
  const notes = useInline(contact, contact.notes ?? '', (value, base) => patch.save({ notes: value }, base))
  return (
    <Textarea
      size="sm"
      aria-label={t('contacts/contact:notes')}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={10_000}
      readOnly={readOnly}
      {...notes.props}
    />
  )
}

/** What is pinned to the contact and still to be done; nothing where there is none. */
const Todo = ({ contactId }: { contactId: string }) => {
  const { t } = useTranslation('contacts/contact')
  const count = useQuery({ ...contactNotesQuery(contactId), meta: { quiet: true } }).data?.data.length ?? 0
  return count > 0 ? (
    <Section id="todo" title={t('note.open')} count={count}>
      <OpenNotes contactId={contactId} />
    </Section>
  ) : null
}

/** The contact as it is kept with an open conversation. */
const useHome = (conversationId: string, contactId: string): ContactHome => {
  const queryClient = useQueryClient()
  const queryKey = keys.detail(conversationId)
  return {
    known: () => queryClient.getQueryData<ConversationDetail>(queryKey)?.contact,
    show: (contact) =>
      queryClient.setQueryData<ConversationDetail>(queryKey, (known) =>
        known?.contact.id === contactId ? { ...known, contact } : known,
      ),
    saved: () => void queryClient.invalidateQueries({ queryKey: keys.lists }),
    readAgain: () => queryClient.invalidateQueries({ queryKey }),
  }
}

const useOpen = () => {
  const navigate = useNavigate({ from: '/integrations/whatsapp/chat' })
  return (conversation: string, message?: string) =>
    void navigate({ search: (now) => ({ ...now, conversation, ...(message ? { message } : {}) }) })
}

const Content = memo(({ conversationId, detail }: { conversationId: string; detail: ConversationDetail }) => {
  const { t } = useTranslation('inbox/conversations')
  const { contact } = detail
  const home = useHome(conversationId, contact.id)
  const patch = useContactPatch(contact, home)
  const stages = useStages()
  const [editing, setEditing] = useState(false)
  const onOpen = useOpen()
  const readOnly = !useCan()('contacts.edit')
  const parts = { contact, patch, readOnly }
  return (
    <div className={classes.content}>
      <Stack align="center" gap={6} pt="md" pb={4}>
        <Avatar name={contact.displayName} size={72} />
        <Text fw={650} size="lg" ta="center" maw="100%" style={{ overflowWrap: 'anywhere' }}>
          {contact.displayName}
        </Text>
        {contact.lifecycle || contact.owner ? (
          <Text size="sm" c="dimmed" ta="center">
            {[contact.lifecycle && stages.nameOf(contact.lifecycle), contact.owner?.name].filter(Boolean).join(' · ')}
          </Text>
        ) : null}
        {contact.block ? (
          <Alert color="clay" title={t('contacts/contact:block.title')} w="100%">
            <BlockText block={contact.block} />
          </Alert>
        ) : null}
        <Group gap="xs" justify="center">
          <LinkButton
            size="compact-sm"
            variant="default"
            leftSection={<IconUser size={15} />}
            to="/company/contacts/$id"
            params={{ id: contact.id }}
          >
            {t('contacts/contact:open')}
          </LinkButton>
          {readOnly ? null : (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPencil size={15} />}
              onClick={() => setEditing(true)}
            >
              {t('contacts/contact:edit')}
            </Button>
          )}
        </Group>
      </Stack>
      <Duplicates contact={contact} />
      <Todo contactId={contact.id} />
      <Section id="facts" title={t('contacts/contact:identity')}>
        <Facts detail={detail} />
      </Section>
      <Section id="details" title={t('contacts/contact:details')}>
        <Fields {...parts} />
      </Section>
      <Section id="consent" title={t('contacts/consent:title')}>
        <ConsentPanel contactId={contact.id} />
      </Section>
      <Section id="notes" title={t('contacts/contact:notes')}>
        <Notes {...parts} />
      </Section>
      {editing ? <EditContactDrawer contact={contact} onSaved={home.show} onClose={() => setEditing(false)} /> : null}
      <HistorySections contactId={contact.id} conversationId={conversationId} onOpen={onOpen} />
    </div>
  )
})

type Props = {
  conversationId: string
  detail: ConversationDetail | undefined
  /** Overlays the messages: it takes the focus, and Escape closes it. */
  covers: boolean
  onClose: () => void
}

/** Who the customer is, what the team wrote about them, and what there was with them. */
export const ContactPane = ({ conversationId, detail, covers, onClose }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  // Typing is rendered before changes of the contact by others.
  const drawn = useSteady(useDeferredValue(detail), 600_000)
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (covers) pane.current?.focus({ preventScroll: true })
  }, [covers])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!covers || event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <aside ref={pane} className={classes.pane} aria-label={t('pane.label')} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={classes.top}>
        <ActionIcon size={36} className={classes.back ?? ''} onClick={onClose} aria-label={t('backToChat')}>
          <IconArrowLeft size={21} />
        </ActionIcon>
        <Title order={2} fz={15.5}>
          {t('pane.label')}
        </Title>
        <ActionIcon size={32} className={classes.close ?? ''} onClick={onClose} aria-label={t('pane.hide')}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {drawn?.id === conversationId ? (
        <Content key={drawn.contact.id} conversationId={conversationId} detail={drawn} />
      ) : (
        <Stack p="md">
          <Skeleton circle height={76} mx="auto" />
          <Skeleton height={14} />
          <Skeleton height={14} />
          <Skeleton height={90} />
        </Stack>
      )}
    </aside>
  )
}
