import { Button } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { ContactDetails } from '#web/components/contact/contact-details.tsx'
import { Duplicates } from '#web/components/contact/duplicates.tsx'
import { OpenNotes } from '#web/components/contact/open-notes.tsx'
import { contactNotesQuery } from '#web/queries/contacts.ts'
import classes from './timeline.module.css'

/** Further ones are shown when they are asked for, as companies may have a hundred fields. */
const mostDetails = 16

type Props = { contact: ContactCard; onEdit: (() => void) | null }

/** What is known of a contact, what is pinned to them and what is still to be done. */
export const ContactAside = ({ contact, onEdit }: Props) => {
  const { t } = useTranslation('contacts/contact')
  const open = useQuery({ ...contactNotesQuery(contact.id), meta: { quiet: true } }).data?.data.length ?? 0
  return (
    <aside className={classes.aside} aria-label={t('details')}>
      {contact.deletedAt === null && contact.erasedAt === null ? <Duplicates contact={contact} /> : null}
      {open > 0 ? (
        <ListCard title={t('note.open')}>
          <OpenNotes contactId={contact.id} />
        </ListCard>
      ) : null}
      <ListCard
        title={t('details')}
        aside={
          onEdit ? (
            <Button size="compact-sm" variant="subtle" leftSection={<IconPencil size={15} />} onClick={onEdit}>
              {t('edit')}
            </Button>
          ) : null
        }
      >
        <ContactDetails contact={contact} most={mostDetails} />
      </ListCard>
      {contact.notes ? (
        <ListCard title={t('notes')}>
          <div className={classes.notes}>{contact.notes}</div>
        </ListCard>
      ) : null}
    </aside>
  )
}
