import { Alert, Button, Group, Loader, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { EndpointResponse } from '@recado/contracts'
import {
  type ErasureMode,
  eraseContact,
  erasureModes,
  erasureParts,
  type previewErasure,
} from '@recado/contracts/contacts/privacy'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { contactsKey } from '#web/queries/contacts.ts'
import { erasePreviewQuery, erasureQuery, privacyKey } from '#web/queries/privacy.ts'
import { FactList } from '../content/fact-list.tsx'
import { RetryState } from '../feedback/retry-state.tsx'
import { useConfirming } from '../feedback/use-confirming.ts'
import { FormElement } from '../form/form-element.tsx'
import { FormFailure } from '../form/form-failure.tsx'
import { LazyModal } from '../form/lazy-windows.tsx'
import { CertificateLink } from './certificate-link.tsx'

type Props = {
  contactId: string
  requestId?: string
  onStarted?: (erasureId: string) => void
  onClose: () => void
}
type Preview = EndpointResponse<typeof previewErasure>

/** How far the erasure is, and its certificate. */
const Progress = ({ erasureId, onClose }: { erasureId: string; onClose: () => void }) => {
  const { t } = useTranslation('contacts/privacy')
  const { data } = useQuery(erasureQuery(erasureId))
  const isDone = data?.state === 'done'
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap" role="status">
        {isDone ? <IconCircleCheck size={22} color="var(--mantine-color-green-6)" /> : <Loader size="sm" />}
        <Text size="sm">{t(isDone ? 'erase.done' : 'erase.running')}</Text>
      </Group>
      <CertificateLink erasureId={erasureId} />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}

type QuestionProps = Omit<Props, 'onStarted'> & { preview: Preview; onStarted: (erasureId: string) => void }

/** How much is to go; the name has to be typed. */
const Question = ({ contactId, requestId, preview, onStarted, onClose }: QuestionProps) => {
  const { t, i18n } = useTranslation(['contacts/privacy', 'errors'])
  const client = useQueryClient()
  const [mode, setMode] = useState<ErasureMode>('anonymise')
  const [typed, setTyped] = useState('')
  const { name, counts } = preview
  const erase = async () => {
    const body = { mode, confirm: typed, ...(requestId ? { requestId } : {}) }
    const { id } = await call(eraseContact, { params: { id: contactId }, body })
    void client.invalidateQueries({ queryKey: contactsKey })
    void client.invalidateQueries({ queryKey: privacyKey })
    onStarted(id)
  }
  const { busy, error, confirm } = useConfirming(erase, () => undefined)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void confirm()
  }
  const ready = typed.trim().toLowerCase() === name.trim().toLowerCase()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <FormElement onSubmit={submit} busy={busy} ready={ready}>
      <Stack gap="md">
        <Text size="sm">{t('erase.text')}</Text>
        <FactList rows={erasureParts.map((part) => [t(`erase.part.${part}`), number.format(counts[part] ?? 0)])} />
        <Radio.Group
          label={t('erase.mode')}
          value={mode}
          onChange={(value) => setMode(erasureModes.find((one) => one === value) ?? 'anonymise')}
        >
          <Stack gap="xs" mt={6}>
            {erasureModes.map((one) => (
              <Radio key={one} value={one} label={t(`erase.${one}`)} description={t(`erase.${one}Text`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          {t('erase.after')}
        </Text>
        <TextInput
          label={t('common:typeToConfirm', { text: name })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormFailure>{error ? errorText(t, error) : null}</FormFailure>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy} disabled={!ready}>
            {t('erase.submit')}
          </Button>
        </Group>
      </Stack>
    </FormElement>
  )
}

const Held = ({ reason, onClose }: { reason: string; onClose: () => void }) => {
  const { t } = useTranslation('contacts/privacy')
  return (
    <Stack gap="md">
      <Alert color="clay" icon={<IconLock size={18} />} title={t('hold.on')}>
        <Text size="sm">{reason}</Text>
      </Alert>
      <Text size="sm">{t('erase.held')}</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Erases a contact: what goes in numbers, how much stays, the name typed again, and the certificate afterwards. */
export const EraseDialog = (props: Props) => {
  const { contactId, onClose } = props
  const { t } = useTranslation('contacts/privacy')
  const [erasure, setErasure] = useState<{ id: string; name: string } | null>(null)
  const query = useQuery({ ...erasePreviewQuery(contactId), enabled: erasure === null, staleTime: 0 })
  // Afterwards they have no name any more.
  const name = erasure?.name ?? query.data?.name
  const start = (id: string) => {
    setErasure({ id, name: name ?? '' })
    props.onStarted?.(id)
  }
  const content = () => {
    if (erasure) return <Progress erasureId={erasure.id} onClose={onClose} />
    if (query.isError) return <RetryState compact error={query.error} onRetry={() => query.refetch()} />
    if (!query.data) return <Skeleton height={220} />
    const { legalHold } = query.data
    if (legalHold !== null) return <Held reason={legalHold} onClose={onClose} />
    return <Question {...props} preview={query.data} onStarted={start} />
  }
  return (
    <LazyModal
      opened
      onClose={onClose}
      title={name ? t('erase.title', { name }) : t('erase.open')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {content()}
    </LazyModal>
  )
}
