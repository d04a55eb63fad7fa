import { Alert, Button, Group, Text } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { listDuplicates, listMerges, undoMerge } from '@recado/contracts/contacts/contacts'
import { IconUsers } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactKeys } from '#web/queries/contacts.ts'
import classes from './contact.module.css'

const MergeDialog = lazyCode(async () => (await import('./merge-dialog.tsx')).MergeDialog)

const Merges = ({ contact }: { contact: ContactCard }) => {
  const { t } = useTranslation('contacts/merge')
  const times = useTimes()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: contactKeys(contact.id).merges,
    queryFn: ({ signal }) => call(listMerges, { params: { id: contact.id } }, { signal }),
    meta: { quiet: true },
  })
  const undo = useMutation({
    mutationFn: (mergeId: string) => call(undoMerge, { params: { id: contact.id, mergeId } }),
    onSuccess: () => queryClient.invalidateQueries(),
    meta: { quiet: true },
  })
  return (
    <>
      {(data?.data ?? []).map(({ id, mergedName, undoUntil }) => (
        <Group key={id} gap={6} justify="space-between" wrap="nowrap" className={classes.merged}>
          <Text size="xs" c="dimmed">
            {t('open', { name: mergedName, time: times.short(undoUntil) })}
          </Text>
          <Button size="compact-xs" variant="subtle" style={{ flex: 'none' }} onClick={() => setAsked(id)}>
            {t('undo')}
          </Button>
        </Group>
      ))}
      {asked ? (
        <ConfirmDialog
          opened
          title={t('undoTitle')}
          confirmLabel={t('undo')}
          onConfirm={() => undo.mutateAsync(asked)}
          onClose={() => setAsked(null)}
        >
          {t('undoText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** Says that another contact may be the same person, and lets both become one. */
export const Duplicates = ({ contact }: { contact: ContactCard }) => {
  const { t } = useTranslation('contacts/merge')
  const mayEdit = useCan()('contacts.edit')
  const [other, setOther] = useState<ContactCard | null>(null)
  const { data } = useQuery({
    queryKey: contactKeys(contact.id).duplicates,
    queryFn: ({ signal }) => call(listDuplicates, { params: { id: contact.id } }, { signal }),
    enabled: mayEdit,
    meta: { quiet: true },
  })
  if (!mayEdit) return null
  const found = data?.data ?? []
  return (
    <>
      {found.length > 0 ? (
        <Alert color="clay" icon={<IconUsers size={18} />} mt="sm" p="xs">
          {found.slice(0, 3).map(({ contact: twin, reasons }) => (
            <Group key={twin.id} gap={6} justify="space-between" wrap="nowrap">
              <Text size="sm" style={{ minWidth: 0 }}>
                {t('hint', { name: twin.displayName })}{' '}
                <Text span size="xs" c="dimmed">
                  {reasons.map((reason) => t(`reason.${reason}`)).join(', ')}
                </Text>
              </Text>
              <Button size="compact-xs" variant="light" style={{ flex: 'none' }} onClick={() => setOther(twin)}>
                {t('compare')}
              </Button>
            </Group>
          ))}
        </Alert>
      ) : null}
      <Merges contact={contact} />
      {other ? (
        <Suspense fallback={null}>
          <MergeDialog contact={contact} other={other} onClose={() => setOther(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
