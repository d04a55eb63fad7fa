import { SegmentedControl, Textarea } from '@mantine/core'
import { contactNoteKinds, createContactNote } from '@recado/contracts/contacts/contact-notes'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { instantIn } from '#web/lib/i18n/wall-time.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { readContactAgain } from '#web/queries/contacts.ts'
import { MomentField } from '../form/moment-field.tsx'
import { ShortForm } from '../form/short-form.tsx'
import classes from './contact.module.css'

/** Writes down a note, a call or a task about a contact. */
export const NoteForm = ({ contactId }: { contactId: string }) => {
  const { t } = useTranslation('contacts/contact')
  const client = useQueryClient()
  const zone = useZone()
  const { form, state, saved } = useContractForm({
    schema: createContactNote.body,
    outlivesSearch: true,
    initialValues: { kind: 'note' as (typeof contactNoteKinds)[number], body: '', dueAt: '' },
    toBody: ({ kind, body, dueAt }) => {
      const due = kind === 'task' && dueAt ? instantIn(dueAt, zone) : null
      return { kind, body, dueAt: due === null ? null : new Date(due).toISOString() }
    },
    onSubmit: async ({ kind, body, dueAt }) => {
      const due = kind === 'task' && dueAt ? instantIn(dueAt, zone) : null
      const note = { kind, body, dueAt: due === null ? null : new Date(due).toISOString() }
      await call(createContactNote, { params: { id: contactId }, body: note })
      saved({ kind, body: '', dueAt: '' })
      void readContactAgain(client, contactId)
    },
  })
  const { kind, body } = form.values
  return (
    <div className={classes.noteForm}>
      <ShortForm
        label={t('note.add')}
        busy={state.busy}
        onSubmit={state.onSubmit}
        error={state.error}
        ready={body.trim() !== ''}
        submitLabel={t(`note.save.${kind}`)}
      >
        <SegmentedControl
          size="xs"
          aria-label={t('note.kind')}
          disabled={state.busy}
          data={contactNoteKinds.map((value) => ({ value, label: t(`note.kinds.${value}`) }))}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', contactNoteKinds.find((one) => one === value) ?? 'note')}
        />
        <Textarea
          aria-label={t(`note.kinds.${kind}`)}
          placeholder={t(`note.placeholder.${kind}`)}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={10_000}
          {...form.getInputProps('body')}
          // What is typed while it is saved would be cleared with it.
          readOnly={state.busy}
        />
        {kind === 'task' ? (
          <MomentField
            label={t('note.due')}
            value={form.values.dueAt}
            error={form.getInputProps('dueAt').error}
            onChange={(dueAt) => form.setFieldValue('dueAt', dueAt)}
          />
        ) : null}
      </ShortForm>
    </div>
  )
}
