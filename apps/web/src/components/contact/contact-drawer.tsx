import { Alert, Button, Group, Text } from '@mantine/core'
import { type ContactCard, createContact, updateContact } from '@recado/contracts/contacts/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastInfo, toastSuccess } from '#web/lib/ui/toasts.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { contactKeys, contactsKey } from '#web/queries/contacts.ts'
import { FormDrawer } from '../form/form-drawer.tsx'
import { ContactFields } from './contact-fields.tsx'
import { bodyOf, type ContactValues, valuesOf, withTyped } from './contact-values.ts'

const width = 600

/** Shows a contact as the server has just answered it, and reads again what else shows it. */
const useKept = () => {
  const client = useQueryClient()
  return (contact: ContactCard) => {
    client.setQueryData(contactKeys(contact.id).one, contact)
    void client.invalidateQueries({ queryKey: contactsKey })
    void client.invalidateQueries({ queryKey: companySettingsKey })
  }
}

type EditProps = {
  contact: ContactCard
  /** What was typed for a new contact who turned out to be this one. */
  typed?: ContactValues
  onSaved?: (contact: ContactCard) => void
  onClose: () => void
}

const editSchema = updateContact.body.omit({ version: true, marketing: true })

const useLabels = (): Record<keyof ContactValues, string> => {
  const { t } = useTranslation('contacts/contact')
  const own = { phones: t('field.phones'), emails: t('field.emails'), lifecycle: t('stageTitle'), ownerId: t('owner') }
  const same = ['name', 'organization', 'jobTitle', 'document', 'birthday', 'language', 'timezone', 'address'] as const
  return {
    ...(Object.fromEntries(same.map((field) => [field, t(field)])) as Record<(typeof same)[number], string>),
    ...own,
    tags: t('tags'),
    attributes: t('ownFields'),
    notes: t('notes'),
  }
}

/** Changes a contact. What others changed meanwhile in other fields stays, and about the same one the person is asked. */
export const EditContactDrawer = ({ contact, typed, onSaved, onClose }: EditProps) => {
  const { t } = useTranslation('contacts/contact')
  const keep = useKept()
  const saved = useRef(contact)
  const { form, state } = useVersionedForm<ContactCard, ContactValues>({
    stored: contact,
    schema: editSchema,
    valuesOf,
    toBody: (values) => bodyOf(values, valuesOf(saved.current)),
    labels: useLabels(),
    words: (theirs) => ({
      phones: theirs.phones.join(', '),
      emails: theirs.emails.join(', '),
      tags: theirs.tags.join(', '),
    }),
    save: async (values, base) => {
      const from = base ?? contact
      const body = bodyOf(values, valuesOf(from))
      const params = { id: contact.id }
      saved.current = await call(updateContact, { params, body: { ...body, version: from.version } })
    },
    onSaved: () => {
      keep(saved.current)
      toastSuccess(t('common:saved'))
      onSaved?.(saved.current)
      onClose()
    },
  })
  const { setValues } = form
  const given = useRef(typed)
  useEffect(() => {
    if (given.current) setValues(withTyped(valuesOf(contact), given.current))
    given.current = undefined
  }, [setValues, contact])
  return (
    <FormDrawer
      opened
      size={width}
      title={typed ? contact.displayName : t('editOf', { name: contact.displayName })}
      submitLabel={t('common:save')}
      {...state}
      onClose={onClose}
    >
      {typed ? <Alert color="clay">{t('known', { name: contact.displayName })}</Alert> : null}
      <ContactFields form={form} stored={contact} />
    </FormDrawer>
  )
}

type NewProps = { onKnown: (contact: ContactCard, typed: ContactValues) => void; onClose: () => void }

const NewContactDrawer = ({ onKnown, onClose }: NewProps) => {
  const { t } = useTranslation('contacts/list')
  const keep = useKept()
  const [restore, setRestore] = useState(false)
  const blank = valuesOf(null)
  const { form, state, error, saved } = useContractForm<ContactValues>({
    schema: createContact.body,
    initialValues: blank,
    toBody: (values) => bodyOf(values, blank),
    onSubmit: async (values) => {
      const { contact, created } = await call(createContact, { body: { ...bodyOf(values, blank), restore } })
      keep(contact)
      saved()
      // What was typed besides name, e-mail and tags is not theirs yet.
      const stored = valuesOf(contact)
      if (!created && Object.keys(bodyOf(withTyped(stored, values), stored)).length > 0) return onKnown(contact, values)
      const name = contact.displayName
      if (created) toastSuccess(t('create.done', { name }))
      else if (restore) toastSuccess(t('create.restored', { name }))
      else toastInfo(t('create.known', { name }))
      onClose()
    },
  })
  const isInBin = error instanceof ApiError && error.code === 'contact_in_bin'
  return (
    <FormDrawer
      opened
      size={width}
      title={t('create.title')}
      submitLabel={t(restore ? 'create.restore' : 'create.submit')}
      {...state}
      onClose={onClose}
    >
      {isInBin && !restore ? (
        <Group justify="space-between">
          <Text size="sm">{t('create.inBin')}</Text>
          <Button size="compact-sm" variant="light" onClick={() => setRestore(true)}>
            {t('create.allowRestore')}
          </Button>
        </Group>
      ) : null}
      <ContactFields form={form} stored={null} />
    </FormDrawer>
  )
}

/** Adds a contact. Where one has the phone already, what was typed is offered as changes of that one. */
export const AddContactDrawer = ({ onClose }: { onClose: () => void }) => {
  const [known, setKnown] = useState<{ contact: ContactCard; typed: ContactValues } | null>(null)
  return known ? (
    <EditContactDrawer {...known} onClose={onClose} />
  ) : (
    <NewContactDrawer onKnown={(contact, typed) => setKnown({ contact, typed })} onClose={onClose} />
  )
}
