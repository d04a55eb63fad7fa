import { ActionIcon, Group, Skeleton, Stack, TagsInput, Text, Textarea, TextInput, Title } from '@mantine/core'
import { type ContactCard, updateContact } from '@recado/contracts/conversations'
import { IconArrowLeft, IconHistory, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../components/avatar.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ApiError, call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useCan } from '../../../lib/session.ts'
import { type ConversationDetail, keys } from '../api.ts'
import { showPhone } from '../phone.ts'
import { useTimes } from '../timeline/times.ts'
import classes from './contact.module.css'

type Patch = { name?: string | null; email?: string | null; notes?: string | null; tags?: string[] }

const useContactPatch = (conversationId: string, contactId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Patch) => call(updateContact, { params: { id: contactId }, body }),
    onSuccess: (contact) => {
      queryClient.setQueryData<ConversationDetail>(keys.detail(conversationId), (known) =>
        known ? { ...known, contact } : known,
      )
      void queryClient.invalidateQueries({ queryKey: keys.lists })
    },
    meta: { quiet: true },
  })
}

/** Whether the server refused the value itself. */
const isFieldProblem = (error: unknown): boolean => error instanceof ApiError && error.fields.length > 0

/** A value that is saved on leaving the field. What was refused stays in it; else it follows what others make of it. */
const useInline = (value: string, save: (value: string | null) => Promise<unknown>) => {
  const [text, setText] = useState(value)
  const [dirty, setDirty] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (!dirty) setText(value)
  }, [value, dirty])
  const leave = async () => {
    setError(null)
    const wanted = text.trim()
    try {
      if (dirty && wanted !== value) await save(wanted === '' ? null : wanted)
      setDirty(false)
    } catch (cause) {
      setError(cause)
    }
  }
  const onChange = (event: { currentTarget: { value: string } }) => {
    setText(event.currentTarget.value)
    setDirty(true)
  }
  return { error, props: { value: text, onChange, onBlur: () => void leave() } }
}

const Fields = ({ conversationId, contact }: { conversationId: string; contact: ContactCard }) => {
  const { t } = useTranslation(['chat', 'validation', 'errors'])
  const can = useCan()
  const patch = useContactPatch(conversationId, contact.id)
  const readOnly = !can('contacts.edit')
  const name = useInline(contact.name ?? '', (value) => patch.mutateAsync({ name: value }))
  const email = useInline(contact.email ?? '', (value) => patch.mutateAsync({ email: value }))
  const notes = useInline(contact.notes ?? '', (value) => patch.mutateAsync({ notes: value }))
  const badEmail = isFieldProblem(email.error)
  const masked = contact.email?.includes('•') ?? false
  return (
    <Stack gap="sm">
      <TextInput
        size="sm"
        label={t('contact.name')}
        placeholder={contact.profileName ?? ''}
        maxLength={120}
        readOnly={readOnly}
        {...name.props}
      />
      <TextInput
        size="sm"
        type="email"
        label={t('contact.email')}
        maxLength={254}
        readOnly={readOnly || masked}
        error={badEmail ? t('validation:email') : null}
        {...email.props}
      />
      <TagsInput
        size="sm"
        label={t('contact.tags')}
        placeholder={contact.tags.length === 0 ? t('contact.addTag') : ''}
        value={contact.tags}
        maxTags={30}
        readOnly={readOnly}
        onChange={(tags) => patch.mutate({ tags: tags.map((tag) => tag.trim().slice(0, 40)).filter(Boolean) })}
      />
      <Textarea
        size="sm"
        label={t('contact.notes')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        readOnly={readOnly}
        {...notes.props}
      />
      <Text size="xs" c={patch.error ? 'var(--mantine-color-error)' : 'dimmed'} role="status" mih={18}>
        {patch.error && !badEmail ? errorText(t, patch.error) : patch.isSuccess ? t('common:saved') : ''}
      </Text>
    </Stack>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Facts = ({ detail }: { detail: ConversationDetail }) => {
  const { t } = useTranslation('chat')
  const times = useTimes()
  const { contact } = detail
  return (
    <dl className={classes.facts}>
      <Fact label={t('contact.phone')}>
        {contact.phone ? (
          <Group gap={4}>
            {showPhone(contact.phone)}
            {contact.phone.includes('•') ? null : (
              <CopyButton value={contact.phone} size="xs" label={t('contact.copyPhone')} />
            )}
          </Group>
        ) : (
          t('contact.noPhone')
        )}
      </Fact>
      {contact.username ? <Fact label={t('contact.username')}>@{contact.username.replace(/^@/, '')}</Fact> : null}
      {contact.profileName ? <Fact label={t('contact.profileName')}>{contact.profileName}</Fact> : null}
      <Fact label={t('contact.since')}>{times.full(contact.createdAt)}</Fact>
      <Fact label={t('contact.channel')}>{detail.channel.name}</Fact>
    </dl>
  )
}

type Props = { conversationId: string; detail: ConversationDetail | undefined; onClose: () => void }

/** Who the customer is and what the team wrote about them. */
export const ContactPane = ({ conversationId, detail, onClose }: Props) => {
  const { t } = useTranslation('chat')
  return (
    <aside className={classes.pane} aria-label={t('pane.label')}>
      <div className={classes.top}>
        <ActionIcon size={36} className={classes.back} onClick={onClose} aria-label={t('backToChat')}>
          <IconArrowLeft size={21} />
        </ActionIcon>
        <Title order={2} fz={15.5}>
          {t('pane.label')}
        </Title>
        <ActionIcon size={32} className={classes.close} onClick={onClose} aria-label={t('pane.hide')}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {detail ? (
        <div className={classes.content} key={detail.contact.id}>
          <Stack align="center" gap={6} py="md">
            <Avatar name={detail.contact.displayName} size={76} />
            <Text fw={650} size="lg" ta="center">
              {detail.contact.displayName}
            </Text>
          </Stack>
          <Facts detail={detail} />
          <Fields conversationId={conversationId} contact={detail.contact} />
          <Group gap={6} c="dimmed" mt="xs">
            <IconHistory size={16} aria-hidden="true" />
            <Text size="sm">{t('contact.previous', { count: detail.previousConversations })}</Text>
          </Group>
        </div>
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
