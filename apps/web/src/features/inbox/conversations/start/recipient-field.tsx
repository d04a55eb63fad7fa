import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { PeopleField, type PeopleOption, PersonRow } from './people-field.tsx'
import classes from './start.module.css'
import type { To, useRecipients } from './use-recipients.ts'

const keyOf = (to: To): string => (to.kind === 'contact' ? to.recipient.contactId : to.phone)

/** A recipient: a contact, or the typed number. */
const useOption = (): ((to: To) => PeopleOption) => {
  const { t } = useTranslation('inbox/conversations')
  return (to) => {
    const key = keyOf(to)
    if (to.kind === 'number') {
      const picture = <IconUserPlus size={22} stroke={1.6} className={classes.newPerson} aria-hidden="true" />
      return { key, picture, name: showPhone(to.phone), note: t('start.newNumber') }
    }
    const { displayName: name, phone } = to.recipient
    const note = phone === null || phone === name ? null : showPhone(phone)
    return { key, picture: <Avatar name={name} size={32} />, name, note }
  }
}

type Props = {
  text: string
  found: ReturnType<typeof useRecipients>
  onText: (text: string) => void
  onPick: (to: To) => void
  onClose: () => void
}

/** The recipient field, searched by name or number. */
export const RecipientField = ({ text, found, onText, onPick, onClose }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const optionOf = useOption()
  const { options, settled, loading, error, refetch } = found
  const note = text.trim().length < 2 ? t('start.hint') : settled && options.length === 0 ? t('start.nobody') : ''
  return (
    <PeopleField
      label={t('start.to')}
      placeholder={t('start.find')}
      found={t('start.found')}
      text={text}
      options={options.map(optionOf)}
      settled={settled}
      loading={loading}
      error={error}
      note={note}
      onText={onText}
      onPick={(key) => {
        const to = options.find((one) => keyOf(one) === key)
        if (to) onPick(to)
      }}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  )
}

/** The chosen recipient, with a button to choose another. */
export const Chosen = ({ to, onChange }: { to: To; onChange: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const { picture, name, note } = useOption()(to)
  return (
    <div className={classes.chosen}>
      <PersonRow picture={picture} name={name} note={note} />
      <Button size="compact-sm" variant="subtle" onClick={onChange}>
        {t('start.change')}
      </Button>
    </div>
  )
}
