import { Alert, Paper, Stack, Text, Title } from '@mantine/core'
import { automationFields } from '@recado/contracts/automation/automation-fields'
import type { AutomationEntry } from '@recado/contracts/automation/automation-runs'
import type { AutomationDetail } from '@recado/contracts/automation/automations'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ContactSelect } from '#web/components/contact/contact-select.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { useFilterWords } from '#web/components/filter-builder/use-filter-words.ts'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { type AutomationPageSearch, validateAutomationPageSearch } from '../builder/search.ts'
import { Conditions } from '../shared/decision-view.tsx'
import { variablesOf } from '../shared/graph-edit.ts'
import { entriesQuery, explanationQuery } from './api.ts'

type Props = {
  automation: AutomationDetail
  search: AutomationPageSearch
  onSearch: (next: AutomationPageSearch) => void
}

const useWords = ({ draft, trigger }: AutomationDetail) => {
  const { words } = useFilterWords()
  return words && { ...words, fields: automationFields(words.fields, trigger, variablesOf(draft)) }
}

const Explanation = ({ automation, contactId }: { automation: AutomationDetail; contactId: string }) => {
  const { t } = useTranslation('automation/automations')
  const words = useWords(automation)
  const query = useQuery(explanationQuery(automation.id, contactId))
  if (!query.data) return <RecordFallback query={query} />
  const { enters, refusal, conditions, runs, events } = query.data
  return (
    <Alert color={enters ? 'petrol' : 'clay'} role="status">
      <Text size="sm" fw={600}>
        {t(enters ? 'entries.would' : `refusal.${refusal ?? 'conditions'}`)}
      </Text>
      <Conditions conditions={conditions} words={words} />
      <Text size="sm" c="dimmed" mt={6}>
        {t('entries.events', { count: events })} {t('entries.runs', { count: runs })}
      </Text>
    </Alert>
  )
}

/** What happened that could have started the automation, and why it did not; for one contact or for all. */
export const EntriesTab = ({ automation, search, onSearch }: Props) => {
  const { t, i18n } = useTranslation(['automation/automations', 'contacts/list'])
  const zone = useSignedIn().user.currentCompany?.timezone
  const words = useWords(automation)
  const query = useQuery(entriesQuery(automation.id, search))
  const rows = query.data && {
    ...query.data,
    data: query.data.data.map((entry) => ({ ...entry, id: `${entry.eventId} ${entry.contact?.id ?? ''}` })),
  }
  type Row = AutomationEntry & { id: string }
  const nameOf = ({ contact }: AutomationEntry) => contact?.name ?? t(contact ? 'noName' : 'noContact')
  const Outcome = ({ entry }: { entry: AutomationEntry }) =>
    entry.runId ? (
      <TextLink size="sm" to="/company/actions/runs/$id" params={{ id: entry.runId }}>
        {t('entries.started')}
      </TextLink>
    ) : (
      <>
        <StatusText tone="warning">{t(`refusal.${entry.refusal ?? 'conditions'}`)}</StatusText>
        <Conditions conditions={entry.conditions.filter(({ holds }) => !holds)} words={words} />
      </>
    )
  const columns: DataTableColumn<Row>[] = [
    { accessor: 'contact', title: t('run.contact'), render: nameOf },
    { accessor: 'kind', title: t('entries.event'), render: ({ kind }) => t(`trigger.${kind}.name`) },
    { accessor: 'at', title: t('entries.at'), render: ({ at }) => dateTime(at, i18n.language, zone) },
    { accessor: 'outcome', title: t('entries.outcome'), render: (entry) => <Outcome entry={entry} /> },
  ]
  const { contactId, refused } = search
  return (
    <Stack gap="md">
      <Paper withBorder p="md" component="section" aria-label={t('entries.ask')}>
        <Title order={2} fz="md" mb={4}>
          {t('entries.ask')}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {t('entries.askText')}
        </Text>
        <Stack gap="sm" maw={520}>
          <ContactSelect
            optional
            label={t('run.contact')}
            value={contactId ?? ''}
            onChange={(next) =>
              onSearch({ tab: 'entries', ...(next ? { contactId: next } : {}), ...(refused ? { refused } : {}) })
            }
          />
          {contactId ? <Explanation automation={automation} contactId={contactId} /> : null}
        </Stack>
      </Paper>
      <ListPage<Row, AutomationPageSearch>
        label={t('tab.entries')}
        search={search}
        onSearch={(next) => onSearch({ ...next, tab: 'entries' })}
        validate={validateAutomationPageSearch}
        filters={{ refused, contactId }}
        fields={[{ kind: 'flag', name: 'refused', label: t('entries.refused') }]}
        query={{ ...query, data: rows }}
        columns={columns}
        empty={
          <EmptyState icon={IconUserQuestion} title={t('entriesEmpty.title')} description={t('entriesEmpty.text')} />
        }
        card={(entry) => (
          <Stack gap={4}>
            <Text size="sm" fw={600}>
              {nameOf(entry)}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`trigger.${entry.kind}.name`)} · {dateTime(entry.at, i18n.language, zone)}
            </Text>
            <Outcome entry={entry} />
          </Stack>
        )}
      />
    </Stack>
  )
}
