import { Alert, Button, Paper, Text } from '@mantine/core'
import {
  testWebhookIntegration,
  type WebhookIntegrationDetail,
} from '@recado/contracts/integrations/webhook-integrations'
import type { EventMap } from '@recado/contracts/integrations/webhook-mapping'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { Select } from '#web/components/form/select.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { isSame } from '#web/lib/api/versions.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { webhookSamplesQuery } from './api.ts'
import { MapFields } from './map-fields.tsx'
import { useChange } from './use-change.ts'

type Tried = { sampleId?: string; eventId?: string }

const useTried = (id: string, which: Tried, events: EventMap[]) =>
  useQuery({
    queryKey: ['webhook-test', id, which, events],
    queryFn: ({ signal }) =>
      call(testWebhookIntegration, { params: { id }, body: { ...which, mapping: { events } } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

type Props = { system: WebhookIntegrationDetail }

/** What the system's events mean: fields picked in a sample, with what they come to beside them. */
export const MapTab = ({ system }: Props) => {
  const { t } = useTranslation(['integrations/webhooks', 'contacts/contact', 'errors', 'validation'])
  const samples = useQuery(webhookSamplesQuery(system.id))
  const [edited, setEdited] = useState<EventMap[] | null>(null)
  const events = edited ?? system.mapping.events
  const [chosen, setChosen] = useState<string | null>(null)
  const change = useChange(system)
  useUnsaved(() => !isSame(events, system.mapping.events) && !change.isPending)
  const all = samples.data?.data ?? []
  const sample = all.find(({ id }) => id === chosen) ?? all[0]
  const which = sample?.eventId ? { eventId: sample.eventId } : { ...(sample && { sampleId: sample.id }) }
  const tried = useTried(system.id, which, events)
  if (!sample) return <RecordFallback query={samples} />
  const result = tried.data
  const errorOf = (key: string) => {
    const at = `mapping.events.${events.findIndex(({ event }) => event === (sample.event || '*'))}.fields.${key}.path`
    return result?.errors.some(({ path }) => path === at) ? t('badPath') : null
  }
  const save = () =>
    change.mutate(
      { mapping: { events } },
      {
        onSuccess: () => {
          setEdited(null)
          toastSuccess(t('saved'))
        },
      },
    )
  return (
    <MapFields
      event={sample.event}
      body={sample.body}
      events={events}
      onChange={setEdited}
      values={result?.fields ?? {}}
      errorOf={errorOf}
      before={
        <Select
          label={t('sample')}
          allowDeselect={false}
          data={all.map(({ id, event, eventId }) => ({
            value: id,
            label: `${event || t('unnamed')} · ${t(eventId ? 'sampleCame' : 'sampleTheirs')}`,
          }))}
          value={sample.id}
          onChange={setChosen}
        />
      }
      result={
        result ? (
          <Paper withBorder p="sm" role="status">
            <Text size="sm">{t(`person.${result.person}`, { name: result.contact?.name ?? t('log.nameless') })}</Text>
          </Paper>
        ) : null
      }
      after={
        <>
          {change.error ? <Alert color="red">{errorText(t, change.error)}</Alert> : null}
          <Button loading={change.isPending} onClick={save} style={{ alignSelf: 'flex-start' }}>
            {t('common:save')}
          </Button>
        </>
      }
    />
  )
}
