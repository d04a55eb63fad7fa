import { ActionIcon, Button, Checkbox, Group, Menu, Text, Textarea } from '@mantine/core'
import { type ContactNote, deleteContactNote, updateContactNote } from '@recado/contracts/contacts/contact-notes'
import { IconDots, IconPencil, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { readContactAgain } from '#web/queries/contacts.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import classes from './contact.module.css'

const useChange = (contactId: string, noteId: string) => {
  const client = useQueryClient()
  const params = { id: contactId, noteId }
  const onSuccess = () => void readContactAgain(client, contactId)
  const {
    mutate: change,
    mutateAsync: changeNow,
    isPending,
    variables,
  } = useMutation({
    mutationFn: (body: { body?: string; pinned?: boolean; done?: boolean }) =>
      call(updateContactNote, { params, body }),
    onSuccess,
  })
  const { mutateAsync: remove } = useMutation({
    mutationFn: () => call(deleteContactNote, { params }),
    onSuccess,
    meta: { quiet: true },
  })
  /** Finished as soon as it is said. */
  const done = isPending ? variables.done : undefined
  return { change, changeNow, remove, done }
}

type EditProps = { text: string; label: string; onSave: (text: string) => Promise<unknown>; onClose: () => void }

const Edit = ({ text, label, onSave, onClose }: EditProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const [busy, setBusy] = useState(false)
  useUnsaved(() => typed !== text && !busy)
  const save = async () => {
    setBusy(true)
    try {
      await onSave(typed.trim())
      onClose()
    } catch {
      // The mutation says why; what was typed stays.
      setBusy(false)
    }
  }
  return (
    <div className={classes.noteEdit}>
      <Textarea
        aria-label={label}
        autoFocus
        autosize
        minRows={2}
        maxRows={12}
        maxLength={10_000}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button size="compact-sm" loading={busy} disabled={typed.trim() === ''} onClick={() => void save()}>
          {t('save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Group>
    </div>
  )
}

type MenuProps = { note: ContactNote; onPin: () => void; onEdit: () => void; onDelete: () => void }

const NoteMenu = ({ note, onPin, onEdit, onDelete }: MenuProps) => {
  const { t } = useTranslation('contacts/contact')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t(`note.actions.${note.kind}`)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={note.pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />} onClick={onPin}>
          {t(note.pinned ? 'note.unpin' : 'note.pin')}
        </Menu.Item>
        {note.mayEdit ? (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
              {t('edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={onDelete}>
              {t('common:delete')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

const Due = ({ note }: { note: ContactNote }) => {
  const { t } = useTranslation('contacts/contact')
  const times = useTimes()
  const { dueAt, doneAt } = note
  if (doneAt) return t('note.doneAt', { time: times.short(doneAt) })
  if (!dueAt) return null
  const late = Date.parse(dueAt) < Date.now()
  return (
    <Text span inherit c={late ? 'var(--mantine-color-error)' : 'inherit'}>
      {t(late ? 'note.overdue' : 'note.dueAt', { time: times.full(dueAt) })}
    </Text>
  )
}

type Props = {
  contactId: string
  note: ContactNote
  /** Says when it was written and by whom. */
  dated?: boolean
}

/** Something that a member wrote down about a contact: its words, and what can be done with it. */
export const NoteItem = ({ contactId, note, dated = false }: Props) => {
  const { t } = useTranslation('contacts/contact')
  const times = useTimes()
  const mayChange = useCan()('contacts.edit')
  const { change, changeNow, remove, done } = useChange(contactId, note.id)
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  const stop = () => setDoing(null)
  const { kind, body, pinned, doneAt } = note
  const facts = [
    dated ? [note.author?.name, times.short(note.createdAt)].filter(Boolean).join(' · ') : null,
    kind === 'task' && (note.dueAt || doneAt) ? <Due key="due" note={note} /> : null,
    pinned ? t('note.pinned') : null,
  ].filter(Boolean)
  return (
    <div className={classes.note}>
      {kind === 'task' ? (
        <Checkbox
          mt={2}
          aria-label={t(doneAt ? 'note.reopen' : 'note.finish', { task: body })}
          checked={done ?? doneAt !== null}
          disabled={!mayChange}
          onChange={(event) => change({ done: event.currentTarget.checked })}
        />
      ) : null}
      <div className={classes.noteBody}>
        {doing === 'edit' ? (
          <Edit
            text={body}
            label={t(`note.kinds.${kind}`)}
            onSave={(text) => changeNow({ body: text })}
            onClose={stop}
          />
        ) : (
          <Text size="sm" className={classes.noteText ?? ''} td={doneAt ? 'line-through' : undefined}>
            {body}
          </Text>
        )}
        {facts.length > 0 ? (
          <Text size="xs" c="dimmed">
            {facts.map((fact, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one note keep their places
              <span key={place}>
                {place > 0 ? ' · ' : ''}
                {fact}
              </span>
            ))}
          </Text>
        ) : null}
      </div>
      {mayChange && doing !== 'edit' ? (
        <NoteMenu
          note={note}
          onPin={() => change({ pinned: !pinned })}
          onEdit={() => setDoing('edit')}
          onDelete={() => setDoing('delete')}
        />
      ) : null}
      <ConfirmDialog
        opened={doing === 'delete'}
        danger
        title={t(`note.delete.${kind}`)}
        confirmLabel={t('common:delete')}
        onConfirm={() => remove()}
        onClose={stop}
      >
        {body}
      </ConfirmDialog>
    </div>
  )
}
