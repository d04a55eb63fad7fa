import { Button, Group, Text } from '@mantine/core'
import { createContact } from '@recado/contracts/contacts/contacts'
import type { Message } from '@recado/contracts/inbox/messages'
import { IconMessagePlus, IconUser, IconUserPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactsOf, type SharedContact } from './payload.ts'
import classes from './rich.module.css'
import { useTimelineActions } from './timeline-actions.ts'

/** The first e-mail that can be one; the cards of phones hold anything. */
const emailOf = ({ emails }: SharedContact) => {
  const email = emails.find((text) => /^\S+@\S+\.\S+$/.test(text) && text.length <= 254)
  return email ? { email } : {}
}

/** Saves a shared contact card as a contact, by one of its numbers. */
const Save = ({ contact, phone, several }: { contact: SharedContact; phone: string; several: boolean }) => {
  const { t } = useTranslation(['inbox/conversations', 'errors'])
  const save = useMutation({
    mutationFn: () => call(createContact, { body: { phone, name: contact.name.slice(0, 120), ...emailOf(contact) } }),
    meta: { quiet: true },
  })
  if (save.data)
    return (
      <Text size="xs" role="status">
        {t(save.data.created ? 'save.done' : 'save.known', { name: save.data.contact.displayName })}
      </Text>
    )
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconUserPlus size={14} />}
        aria-label={t('save.with', { name: contact.name, phone })}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {several ? t('save.withPhone', { phone }) : t('save.short')}
      </Button>
      {save.error ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {errorText(t, save.error)}
        </Text>
      ) : null}
    </>
  )
}

/** Writes to one of the numbers of a card: with a template where no window is open. */
const Start = ({ contact, phone, several }: { contact: SharedContact; phone: string; several: boolean }) => {
  const { t } = useTranslation('inbox/conversations')
  const { startChat } = useTimelineActions()
  return (
    <Button
      size="compact-xs"
      variant="light"
      leftSection={<IconMessagePlus size={14} />}
      aria-label={t('start.with', { name: contact.name, phone })}
      onClick={() => startChat({ name: contact.name, phone })}
    >
      {several ? t('start.withPhone', { phone }) : t('start.short')}
    </Button>
  )
}

/** What can be done with the numbers of a card; where they are masked, why there is nothing. */
const Buttons = ({ contact }: { contact: SharedContact }) => {
  const { t } = useTranslation('inbox/conversations')
  const { canReply } = useTimelineActions()
  const mayEdit = useCan()('contacts.edit')
  const phones = contact.phones.filter(({ phone }) => !phone.includes('•'))
  if (phones.length < contact.phones.length && (mayEdit || canReply))
    return (
      <Text size="xs" c="dimmed">
        {t('start.masked')}
      </Text>
    )
  return phones.map(({ phone }) => {
    const parts = { contact, phone, several: phones.length > 1 }
    return (
      <Group key={phone} gap={4} mt={4}>
        {mayEdit ? <Save {...parts} /> : null}
        {canReply ? <Start {...parts} /> : null}
      </Group>
    )
  })
}

/** Shared contact cards. */
export const ContactCards = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const contacts = contactsOf(message.payload)
  if (contacts.length === 0) return <Text size="sm">{message.body ?? t('kind.contacts')}</Text>
  return (
    <div className={classes.stack}>
      {contacts.map((contact) => (
        <div key={`${contact.name} ${contact.phones[0]?.phone ?? ''}`} className={classes.contact}>
          <IconUser size={26} stroke={1.5} aria-hidden="true" />
          <div className={classes.cardText}>
            <b>{contact.name}</b>
            {contact.organisation ? <small>{contact.organisation}</small> : null}
            {contact.phones.map(({ phone }) => (
              <span key={phone} className={classes.line}>
                {phone} <CopyButton value={phone} size="xs" />
              </span>
            ))}
            {contact.emails.map((email) => (
              <span key={email}>{email}</span>
            ))}
            {message.direction === 'in' ? <Buttons contact={contact} /> : null}
          </div>
        </div>
      ))}
    </div>
  )
}
