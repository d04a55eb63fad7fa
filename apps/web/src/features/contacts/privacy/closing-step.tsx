import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { PrivacyRequest } from '@recado/contracts/contacts/privacy-requests'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CertificateLink } from '#web/components/contact/certificate-link.tsx'
import { FormElement } from '#web/components/form/form-element.tsx'
import { useCan } from '#web/lib/session/session.ts'
import type { RequestChange } from './request-panel.tsx'

type Props = { request: PrivacyRequest; change: RequestChange; manages: boolean }

const Refusing = ({ change, onCancel }: { change: RequestChange; onCancel: () => void }) => {
  const { t } = useTranslation('contacts/privacy')
  const [refusal, setRefusal] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate({ state: 'refused', refusal: refusal.trim() })
  }
  return (
    <FormElement onSubmit={submit} busy={change.isPending} ready={refusal.trim() !== ''}>
      <Stack gap="sm">
        <Textarea
          label={t('refuse.reason')}
          description={t('refuse.text')}
          required
          autosize
          autoFocus
          minRows={2}
          maxLength={2000}
          value={refusal}
          onChange={(event) => setRefusal(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button type="submit" color="red" loading={change.isPending} disabled={refusal.trim() === ''}>
            {t('refuse.submit')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        </Group>
      </Stack>
    </FormElement>
  )
}

/** Ends a request: it was answered, or refused with the reason. */
export const ClosingStep = ({ request, change, manages }: Props) => {
  const { t } = useTranslation('contacts/privacy')
  const [refusing, setRefusing] = useState(false)
  const mayErase = useCan()('contacts.erase')
  const { state, refusal, closedAt, erasureId } = request
  if (closedAt !== null)
    return (
      <Stack gap="xs">
        <Text size="sm">{state === 'refused' ? t('refuse.because', { reason: refusal ?? '' }) : t('closedDone')}</Text>
        {erasureId && mayErase ? <CertificateLink erasureId={erasureId} /> : null}
      </Stack>
    )
  if (!manages) return null
  if (refusing) return <Refusing change={change} onCancel={() => setRefusing(false)} />
  const isWorked = state === 'verified' || state === 'in_progress'
  return (
    <Group gap="sm">
      {isWorked ? (
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ state: 'done' })}>
          {t('finish')}
        </Button>
      ) : null}
      <Button variant="subtle" color="red" onClick={() => setRefusing(true)}>
        {t('refuse.open')}
      </Button>
    </Group>
  )
}
