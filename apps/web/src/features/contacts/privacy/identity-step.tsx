import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type PrivacyRequest, sendPrivacyCode, verifyPrivacyRequest } from '@recado/contracts/contacts/privacy-requests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeInput } from '#web/components/form/code-input.tsx'
import { FormElement } from '#web/components/form/form-element.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { datesIn, dateTime } from '#web/lib/i18n/dates.ts'
import { privacyKey } from '#web/queries/privacy.ts'

type Props = { request: PrivacyRequest; manages: boolean }
type Proof = { code: string } | { note: string }

const useVerify = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: Proof) => call(verifyPrivacyRequest, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKey }),
  })
}

const useSendCode = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: () => call(sendPrivacyCode, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKey }),
  })
}

const isFieldError = (error: unknown) => error instanceof ApiError && error.code === 'validation_failed'

const CodeForm = ({ request }: { request: PrivacyRequest }) => {
  const { t, i18n } = useTranslation(['contacts/privacy', 'errors', 'validation'])
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useVerify(request.id)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate({ code })
  }
  const until = datesIn(i18n.language).clock(new Date(request.codeUntil ?? 0))
  return (
    <FormElement onSubmit={submit} busy={isPending} ready={code.length === 6}>
      <Group align="flex-end" gap="xs">
        <CodeInput
          label={t('identity.code')}
          description={t('identity.codeText', { time: until })}
          value={code}
          busy={isPending}
          error={error ? (isFieldError(error) ? t('validation:code') : errorText(t, error)) : null}
          onChange={setCode}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={code.length !== 6}>
          {t('identity.check')}
        </Button>
      </Group>
    </FormElement>
  )
}

const ManualForm = ({ request }: { request: PrivacyRequest }) => {
  const { t } = useTranslation(['contacts/privacy', 'errors'])
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useVerify(request.id)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate({ note: note.trim() })
  }
  return (
    <FormElement onSubmit={submit} busy={isPending} ready={note.trim() !== ''}>
      <Stack gap="xs" align="stretch">
        <TextInput
          label={t('identity.how')}
          placeholder={t('identity.howExample')}
          maxLength={500}
          // It was asked for by the link in its place.
          autoFocus
          value={note}
          error={error ? errorText(t, error) : null}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" variant="default" loading={isPending} disabled={note.trim() === ''}>
            {t('identity.confirm')}
          </Button>
        </Group>
      </Stack>
    </FormElement>
  )
}

const Asking = ({ request }: { request: PrivacyRequest }) => {
  const { t } = useTranslation(['contacts/privacy', 'errors'])
  const [manual, setManual] = useState(false)
  const send = useSendCode(request.id)
  const isSent = request.codeUntil !== null && new Date(request.codeUntil) > new Date()
  const isClosed = send.error instanceof ApiError && send.error.code === 'window_closed'
  return (
    <Stack gap="sm">
      <Text size="sm">{t('identity.text')}</Text>
      {isSent ? <CodeForm request={request} /> : null}
      <Group gap="sm">
        <Button variant={isSent ? 'subtle' : 'filled'} size="sm" loading={send.isPending} onClick={() => send.mutate()}>
          {t(isSent ? 'identity.again' : 'identity.send')}
        </Button>
        {manual ? null : (
          <Anchor component="button" type="button" size="sm" c="var(--accent-text)" onClick={() => setManual(true)}>
            {t('identity.otherWay')}
          </Anchor>
        )}
      </Group>
      {send.error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {isClosed ? t('identity.windowClosed') : errorText(t, send.error)}
        </Text>
      ) : null}
      {manual ? <ManualForm request={request} /> : null}
    </Stack>
  )
}

/** Makes sure who asks: by a code on WhatsApp, or in another way that is written down. */
export const IdentityStep = ({ request, manages }: Props) => {
  const { t, i18n } = useTranslation('contacts/privacy')
  const { verification, closedAt, contact } = request
  if (verification) {
    const { method, at, by, note } = verification
    return (
      <div>
        <Text size="sm" c="dimmed">
          {[t(`identity.${method}Done`), dateTime(at, i18n.language), by].filter(Boolean).join(' · ')}
        </Text>
        {note ? <Text size="sm">{note}</Text> : null}
      </div>
    )
  }
  if (closedAt !== null || contact === null || !manages)
    return (
      <Text size="sm" c="dimmed">
        {t('identity.none')}
      </Text>
    )
  return <Asking request={request} />
}
