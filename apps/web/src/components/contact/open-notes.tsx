import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contactNotesQuery } from '#web/queries/contacts.ts'
import { NoteItem } from './note-item.tsx'

/** What is pinned to a contact, and tasks that are open; nothing where there are none. */
export const OpenNotes = ({ contactId }: { contactId: string }) => {
  const { data } = useQuery({ ...contactNotesQuery(contactId), meta: { quiet: true } })
  if (!data || data.data.length === 0) return null
  return (
    <Stack gap="xs">
      {data.data.map((note) => (
        <NoteItem key={note.id} contactId={contactId} note={note} dated />
      ))}
    </Stack>
  )
}
