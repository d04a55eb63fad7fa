import { ActionIcon, Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { canonicalEvents, canonicalFields } from '@recado/contracts/integrations/canonical-events'
import {
  testWebhookIntegration,
  type WebhookIntegrationDetail,
} from '@recado/contracts/integrations/webhook-integrations'
import type { EventMap, FieldMap, Transform } from '@recado/contracts/integrations/webhook-mapping'
import { IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { webhookSamplesQuery } from './api.ts'
import { SampleTree } from './sample-tree.tsx'
import { useChange } from './use-change.ts'
import classes from './webhooks.module.css'

/** What is done with a field's value where nothing else was said. */
const usual: Partial<Record<string, Transform[]>> = {
  phone: [{ op: 'phone', country: 'BR' }],
  email: [{ op: 'trim' }, { op: 'lower' }],
  first_name: [{ op: 'first_word' }],
  amount: [{ op: 'number', decimal: '.' }],
}

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
  const [events, setEvents] = useState<EventMap[]>(system.mapping.events)
  const [chosen, setChosen] = useState<string | null>(null)
  const [field, setField] = useState<string>('name')
  const change = useChange(system)
  const all = samples.data?.data ?? []
  const sample = all.find(({ id }) => id === chosen) ?? all[0]
  const which = sample?.eventId ? { eventId: sample.eventId } : { ...(sample && { sampleId: sample.id }) }
  const tried = useTried(system.id, which, events)
  if (!sample) return <RecordFallback query={samples} />
  const map: EventMap = events.find(({ event }) => event === sample.event) ?? {
    ...{ event: sample.event || '*', canonical: 'custom', enabled: true, fields: {} },
  }
  const setMap = (next: EventMap) =>
    setEvents(
      events.some(({ event }) => event === map.event)
        ? events.map((one) => (one.event === map.event ? next : one))
        : [...events, next],
    )
  const setPath = (key: string, path: string) => {
    const before: FieldMap | undefined = map.fields[key]
    const next = { transforms: usual[key] ?? [], required: false, ...before, path }
    setMap({ ...map, fields: { ...map.fields, [key]: next } })
  }
  const drop = (key: string) =>
    setMap({ ...map, fields: Object.fromEntries(Object.entries(map.fields).filter(([name]) => name !== key)) })
  const result = tried.data
  const errorOf = (key: string) => {
    const at = `mapping.events.${events.findIndex(({ event }) => event === map.event)}.fields.${key}.path`
    return result?.errors.find(({ path }) => path === at) ? t('badPath') : null
  }
  const names = [...new Set<string>([...canonicalFields, ...Object.keys(map.fields)])]
  const mapped = names.flatMap((key) => (map.fields[key] ? [[key, map.fields[key]] as const] : []))
  return (
    <div className={classes.columns}>
      <Stack gap="sm" miw={0}>
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
        <Text size="sm" c="dimmed">
          {t('pickText', { field: t(`field.${field}`, field) })}
        </Text>
        <SampleTree body={sample.body} onPick={(path) => setPath(field, path)} />
      </Stack>
      <Stack gap="sm" miw={0}>
        <Select
          label={t('means', { event: map.event })}
          allowDeselect={false}
          data={canonicalEvents.map((value) => ({ value, label: t(`contacts/contact:systems.${value}`) }))}
          value={map.canonical}
          onChange={(value) => {
            const canonical = canonicalEvents.find((one) => one === value)
            if (canonical) setMap({ ...map, canonical })
          }}
        />
        <Select
          label={t('fieldToPick')}
          allowDeselect={false}
          searchable
          data={names.map((value) => ({ value, label: t(`field.${value}`, value) }))}
          value={field}
          onChange={(value) => value && setField(value)}
        />
        {mapped.map(([key, { path }]) => (
          <Group key={key} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              style={{ flex: 1 }}
              label={t(`field.${key}`, key)}
              description={String(result?.fields[key] ?? t('nothing'))}
              error={errorOf(key)}
              value={path}
              onFocus={() => setField(key)}
              onChange={(event) => setPath(key, event.currentTarget.value)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('dropField', { field: t(`field.${key}`, key) })}
              onClick={() => drop(key)}
            >
              <IconTrash size={17} />
            </ActionIcon>
          </Group>
        ))}
        {result ? (
          <Paper withBorder p="sm" role="status">
            <Text size="sm">{t(`person.${result.person}`, { name: result.contact?.name ?? '' })}</Text>
          </Paper>
        ) : null}
        {change.error ? <Alert color="red">{errorText(t, change.error)}</Alert> : null}
        <Button
          loading={change.isPending}
          onClick={() => change.mutate({ mapping: { events } })}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('common:save')}
        </Button>
      </Stack>
    </div>
  )
}
