import { ActionIcon, Alert, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { canonicalEvents } from '@recado/contracts/integrations/canonical-events'
import type { SourceSample } from '@recado/contracts/integrations/webhook-definition'
import type { SampleResult } from '@recado/contracts/integrations/webhook-templates'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '#web/components/content/scroll-region.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { MapFields } from '../map-fields.tsx'
import { SampleTree } from '../sample-tree.tsx'
import classes from '../webhooks.module.css'
import { useDraft } from './draft.ts'
import { PasteDialog } from './paste-dialog.tsx'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Headers, each in a line of its own. */
const headersText = (headers: SourceSample['headers']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const headersOf = (text: string): SourceSample['headers'] =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [name = '', ...rest] = line.split(':')
      return name.trim() === '' ? [] : [[name.trim(), rest.join(':').trim()]]
    }),
  )

/** Names of what can differ, in words. */
const useDifferenceName = () => {
  const { t } = useTranslation(['integrations/templates', 'integrations/webhooks'])
  return (path: string): string =>
    path.startsWith('fields.')
      ? t(`integrations/webhooks:field.${path.slice(7)}`, path.slice(7))
      : t(`test.place.${path}`)
}

const useValue = () => {
  const { t } = useTranslation('contacts/contact')
  return (path: string, value: string | null): string => {
    const canonical = path === 'canonical' ? canonicalEvents.find((one) => one === value) : undefined
    return canonical ? t(`systems.${canonical}`) : (value ?? '–')
  }
}

const Result = ({ result, onAccept }: { result: SampleResult; onAccept: (() => void) | null }) => {
  const { t } = useTranslation('integrations/templates')
  const differenceName = useDifferenceName()
  const valueText = useValue()
  return (
    <Paper withBorder p="md" component="section" aria-label={t('test.title')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <StatusText tone={result.passed ? 'good' : 'bad'}>
            {t(result.passed ? 'test.passed' : 'test.failed')}
          </StatusText>
          {result.differences.length > 0 && onAccept ? (
            <Button size="compact-sm" variant="default" onClick={onAccept}>
              {t('test.accept')}
            </Button>
          ) : null}
        </Group>
        {result.actual.canonical === null ? <Text size="sm">{t('test.unmapped')}</Text> : null}
        {result.missing.length > 0 ? (
          <Text size="sm">
            {t('test.missing', { fields: result.missing.map((key) => differenceName(`fields.${key}`)).join(', ') })}
          </Text>
        ) : null}
        {result.differences.length > 0 ? (
          <ScrollRegion className={classes.scroll} label={t('test.differences')}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('test.what')}</Table.Th>
                  <Table.Th>{t('test.expected')}</Table.Th>
                  <Table.Th>{t('test.actual')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {result.differences.map(({ path, expected, actual }) => (
                  <Table.Tr key={path}>
                    <Table.Td>{differenceName(path)}</Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueText(path, expected)}</Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueText(path, actual)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollRegion>
        ) : null}
      </Stack>
    </Paper>
  )
}

type Props = { results: readonly SampleResult[]; failure: string | null }

/** Samples of what the system sends, what its events mean by them, and whether they come to what is expected. */
export const EventsTab = ({ results, failure }: Props) => {
  const { t } = useTranslation(['integrations/templates', 'integrations/webhooks', 'contacts/contact'])
  const { definition, change, errorAt } = useDraft()
  const readOnly = useReadOnly()
  const [chosen, setChosen] = useState<string | null>(null)
  const [pasting, setPasting] = useState(false)
  const { samples, events } = definition
  const n = Math.max(
    samples.findIndex(({ id }) => id === chosen),
    0,
  )
  const sample = samples[n]
  const result = results.find(({ id }) => id === sample?.id)
  const event = result?.actual.event ?? sample?.expected.event ?? ''
  const body = sample ? parse(sample.body) : undefined
  const set = (next: Partial<SourceSample>) =>
    change({ samples: samples.map((one, at) => (at === n ? { ...one, ...next } : one)) })
  const uncovered = events
    .filter((map) => map.enabled && map.event !== '*' && !samples.some(({ expected }) => expected.event === map.event))
    .map((map) => map.event)
  const paste = readOnly ? null : (
    <Button variant="default" leftSection={<IconPlus size={17} />} onClick={() => setPasting(true)}>
      {t('paste.open')}
    </Button>
  )
  const mapIndex = events.findIndex((map) => map.event === (event || '*'))
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        {sample ? (
          <Group align="flex-end" gap="xs">
            <Select
              label={t('integrations/webhooks:sample')}
              allowDeselect={false}
              data={samples.map(({ id }) => {
                const passed = results.find((one) => one.id === id)?.passed
                return { value: id, label: passed === undefined ? id : `${passed ? '✓' : '✗'} ${id}` }
              })}
              value={sample.id}
              onChange={setChosen}
            />
            {readOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('paste.drop', { name: sample.id })}
                onClick={() => change({ samples: samples.filter((_, at) => at !== n) })}
              >
                <IconTrash size={17} />
              </ActionIcon>
            )}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t('paste.none')}
          </Text>
        )}
        {paste}
      </Group>
      {failure ? <Alert color="red">{failure}</Alert> : null}
      {uncovered.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t('test.uncovered', { events: uncovered.join(', ') })}
        </Text>
      ) : null}
      {sample && result ? (
        <Result result={result} onAccept={readOnly ? null : () => set({ expected: result.actual })} />
      ) : null}
      {sample && !readOnly ? (
        <MapFields
          event={event}
          body={body}
          events={events}
          onChange={(next) => change({ events: next })}
          values={result?.actual.fields ?? {}}
          errorOf={(key) => errorAt(`events.${mapIndex}.fields.${key}.path`)}
          after={
            <Stack gap="sm" component="section" mt="md">
              <Title order={3} size="h5">
                {t('sampleOf.title')}
              </Title>
              <TextInput
                label={t('sampleOf.id')}
                value={sample.id}
                error={errorAt(`samples.${n}.id`)}
                onChange={({ currentTarget: { value } }) => {
                  setChosen(value)
                  set({ id: value })
                }}
              />
              <Textarea
                label={t('integrations/webhooks:log.headers')}
                description={t('sampleOf.headersHint')}
                autosize
                minRows={2}
                maxRows={6}
                defaultValue={headersText(sample.headers)}
                key={sample.id}
                error={errorAt(`samples.${n}.headers`)}
                onBlur={({ currentTarget: { value } }) => set({ headers: headersOf(value) })}
              />
              <Textarea
                label={t('integrations/webhooks:log.body')}
                autosize
                minRows={4}
                maxRows={14}
                spellCheck={false}
                maxLength={100_000}
                value={sample.body}
                error={body === undefined ? t('paste.unreadable') : errorAt(`samples.${n}.body`)}
                onChange={({ currentTarget: { value } }) => set({ body: value })}
              />
            </Stack>
          }
        />
      ) : null}
      {sample && readOnly ? (
        <>
          <ReadField label={t('integrations/webhooks:means', { event })}>
            {result?.actual.canonical ? t(`contacts/contact:systems.${result.actual.canonical}`) : '–'}
          </ReadField>
          {Object.entries(result?.actual.fields ?? {}).map(([key, value]) => (
            <ReadField key={key} label={t(`integrations/webhooks:field.${key}`, key)}>
              {String(value)}
            </ReadField>
          ))}
          <SampleTree body={body} onPick={() => undefined} />
        </>
      ) : null}
      {pasting ? <PasteDialog onClose={() => setPasting(false)} onAdded={setChosen} /> : null}
    </Stack>
  )
}
