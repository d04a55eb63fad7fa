import { Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { type PrivacyRequest, sendPrivacyCode, verifyPrivacyRequest } from '@recado/contracts/contacts/privacy-requests'
import { listTemplates } from '@recado/contracts/whatsapp/channel-templates'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import type { TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { codeVariableOf } from '@recado/contracts/whatsapp/template-variables'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName } from '#web/components/contact/languages.ts'
import { CodeInput } from '#web/components/form/code-input.tsx'
import { FormElement } from '#web/components/form/form-element.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { datesIn, dateTime } from '#web/lib/i18n/dates.ts'
import { channelsKey } from '#web/queries/channels.ts'
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
    mutationFn: (template: CodeTemplate | undefined) =>
      call(sendPrivacyCode, { params: { id }, body: template ? { template } : {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKey }),
  })
}

type CodeTemplate = { channelId: string; name: string; language: string }

/** Approved templates that can carry a code, of every connected number. */
const codeTemplatesQuery = queryOptions({
  queryKey: [...channelsKey, 'code-templates'],
  queryFn: async ({ signal }) => {
    const channels = (await call(listChannels, {}, { signal })).data.filter(({ disconnectedAt }) => !disconnectedAt)
    const lists = await Promise.all(
      channels.map(async ({ id: channelId, name: number }) => {
        const { data } = await call(listTemplates, { params: { id: channelId }, query: {} }, { signal })
        const fitting = data.filter((one) =>
          codeVariableOf({ ...one, components: one.components as TemplateComponent[] }),
        )
        return fitting.map(({ name, language }) => ({ channelId, number, name, language }))
      }),
    )
    return lists.flat()
  },
})

const plain = ({ channelId, name, language }: CodeTemplate): CodeTemplate => ({ channelId, name, language })

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

const keyOf = ({ channelId, name, language }: CodeTemplate) => `${channelId} ${name} ${language}`

/** Sends the code by a template of the company, which needs no open window; says so where there is none. */
const TemplateForm = ({ busy, onSend }: { busy: boolean; onSend: (template: CodeTemplate) => void }) => {
  const { t, i18n } = useTranslation('contacts/privacy')
  const { data } = useQuery(codeTemplatesQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data) return null
  const template = data.find((one) => keyOf(one) === chosen) ?? (data.length === 1 ? data[0] : undefined)
  if (data.length === 0) return <Text size="sm">{t('identity.noTemplate')}</Text>
  const several = new Set(data.map(({ channelId }) => channelId)).size > 1
  const labelOf = ({ name, language, number }: (typeof data)[number]) =>
    [name, languageName(language, i18n.language), ...(several ? [number] : [])].join(' · ')
  return (
    <Stack gap="xs" align="stretch">
      <Select
        label={t('identity.template')}
        description={t('identity.templateText')}
        allowDeselect={false}
        data={data.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
        value={template ? keyOf(template) : null}
        onChange={setChosen}
      />
      <Group>
        <Button
          variant="default"
          loading={busy}
          disabled={!template}
          onClick={() => template && onSend(plain(template))}
        >
          {t('identity.sendTemplate')}
        </Button>
      </Group>
    </Stack>
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
        <Button
          variant={isSent ? 'subtle' : 'filled'}
          size="sm"
          loading={send.isPending}
          onClick={() => send.mutate(undefined)}
        >
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
      {isClosed || send.variables ? (
        <TemplateForm busy={send.isPending} onSend={(template) => send.mutate(template)} />
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
