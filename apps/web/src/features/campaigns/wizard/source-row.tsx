import { ActionIcon, Button, MultiSelect, Select, SimpleGrid, Text, Textarea } from '@mantine/core'
import { type AudienceSource, type AudienceUpload, campaignOutcomes } from '@recado/contracts/campaigns/audience'
import { type Campaign, pasteAudience, uploadAudience } from '@recado/contracts/campaigns/campaigns'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactSelect } from '#web/components/contact/contact-select.tsx'
import { FilterBuilder } from '#web/components/filter-builder/filter-builder.tsx'
import { useFilterWords } from '#web/components/filter-builder/use-filter-words.ts'
import { FileDrop } from '#web/components/form/file-drop.tsx'
import { call, upload } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { campaignQuery, campaignsQuery } from '#web/queries/campaigns.ts'
import { contactListsQuery, contactTagsQuery } from '#web/queries/contact-groups.ts'
import { segmentsQuery } from '#web/queries/segments.ts'
import classes from './wizard.module.css'

type Of<K extends AudienceSource['kind']> = Extract<AudienceSource, { kind: K }>
type EditorProps<K extends AudienceSource['kind']> = {
  source: Of<K>
  label: string
  error: string | null
  onChange: (source: AudienceSource) => void
}

/** Segments, lists or tags of the company, and what was chosen and deleted since. */
export const useGroupChoices = () => {
  const { t } = useTranslation('campaigns/wizard')
  const found = {
    segments: useQuery(segmentsQuery).data?.data,
    lists: useQuery(contactListsQuery).data?.data,
    tags: useQuery(contactTagsQuery).data?.data,
  } satisfies Record<string, readonly { id: string; name: string }[] | undefined>
  return (kind: keyof typeof found, chosen: readonly string[]) => {
    const known = found[kind]
    if (!known) return { gone: false, data: [] }
    const gone = chosen.filter((id) => known.every((one) => one.id !== id))
    return {
      gone: gone.length > 0,
      data: [
        ...known.map(({ id, name }) => ({ value: id, label: name })),
        ...gone.map((id) => ({ value: id, label: t('reply.gone') })),
      ],
    }
  }
}

const Groups = ({ source, label, error, onChange }: EditorProps<'segments' | 'lists' | 'tags'>) => {
  const { t } = useTranslation('campaigns/wizard')
  const { gone, data } = useGroupChoices()(source.kind, source.ids)
  return (
    <MultiSelect
      aria-label={label}
      placeholder={source.ids.length === 0 ? t('source.choose') : ''}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('common:nothingFound')}
      error={error ?? (gone ? t('source.gone') : null)}
      value={source.ids}
      data={data}
      onChange={(ids) => onChange({ ...source, ids })}
    />
  )
}

const Conditions = ({ source, error, onChange }: EditorProps<'filter'>) => {
  const { words } = useFilterWords()
  if (!words) return null
  return (
    <>
      <FilterBuilder filter={source.filter} words={words} onChange={(filter) => onChange({ ...source, filter })} />
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      ) : null}
    </>
  )
}

const Contacts = ({ source, label, error, onChange }: EditorProps<'contacts'>) => {
  const { t } = useTranslation('campaigns/wizard')
  return (
    <>
      <ContactSelect
        label={label}
        value=""
        error={error}
        onChange={(id) => id && onChange({ ...source, ids: [...new Set([...source.ids, id])] })}
      />
      {source.ids.length > 0 ? (
        <Text size="sm">
          {t('source.contacts', { count: source.ids.length })}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => onChange({ ...source, ids: [] })}>
            {t('source.clear')}
          </Button>
        </Text>
      ) : null}
    </>
  )
}

const Earlier = ({ source, label, error, onChange }: EditorProps<'campaign'>) => {
  const { t } = useTranslation('campaigns/wizard')
  const { data } = useQuery(campaignsQuery({ tab: 'done' }, undefined, 100))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        aria-label={label}
        placeholder={t('source.chooseCampaign')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('common:nothingFound')}
        error={error}
        value={source.campaignId || null}
        data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(campaignId) => campaignId && onChange({ ...source, campaignId })}
      />
      <Select
        aria-label={t('source.outcome')}
        allowDeselect={false}
        value={source.outcome}
        data={campaignOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        onChange={(value) => {
          const outcome = campaignOutcomes.find((one) => one === value)
          if (outcome) onChange({ ...source, outcome })
        }}
      />
    </SimpleGrid>
  )
}

const UploadSummary = ({ found }: { found: AudienceUpload }) => {
  const { t } = useTranslation('campaigns/wizard')
  return (
    <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
      {t('upload.summary', { name: found.fileName, count: found.valid })}
      <Text span size="sm" c="dimmed">
        {' '}
        {[
          found.unknown > 0 ? t('upload.unknown', { count: found.unknown }) : '',
          found.invalid > 0 ? t('upload.invalid', { count: found.invalid }) : '',
          found.duplicates > 0 ? t('upload.duplicates', { count: found.duplicates }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Text>
  )
}

type RowsProps = EditorProps<'rows'> & { campaign: Campaign; pasted: boolean }

const Rows = ({ source, label, error, onChange, campaign, pasted }: RowsProps) => {
  const { t } = useTranslation(['campaigns/wizard', 'errors'])
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [fraction, setFraction] = useState(0)
  const params = { id: campaign.id }
  const read = useMutation({
    mutationFn: (from: File | string) =>
      typeof from === 'string'
        ? call(pasteAudience, { params, body: { text: from } })
        : upload(uploadAudience, from, { params }, { onProgress: setFraction }),
    onSuccess: (made) => {
      client.setQueryData(
        campaignQuery(campaign.id).queryKey,
        (now) => now && { ...now, uploads: [...now.uploads, made] },
      )
      onChange({ kind: 'rows', uploadId: made.id })
    },
    meta: { quiet: true },
  })
  const found = campaign.uploads.find(({ id }) => id === source.uploadId)
  if (found) return <UploadSummary found={found} />
  const problem = read.error ? errorText(t, read.error) : error
  if (!pasted)
    return (
      <FileDrop
        label={t('upload.drop')}
        hint={t('upload.hint')}
        choose={t('upload.choose')}
        accept=".csv,.txt,.xlsx,text/csv,text/plain"
        work={read.isPending ? { label: t('upload.reading'), fraction } : null}
        error={problem}
        onFile={(file) => read.mutate(file)}
      />
    )
  return (
    <>
      <Textarea
        aria-label={label}
        placeholder={'+55 11 91234-5678'}
        autosize
        minRows={4}
        maxRows={10}
        error={problem}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="light"
        style={{ justifySelf: 'start' }}
        loading={read.isPending}
        disabled={text.trim() === ''}
        onClick={() => read.mutate(text)}
      >
        {t('upload.use')}
      </Button>
    </>
  )
}

/** What can be added as a source; `paste` is rows that are typed. */
export const sourceKinds = ['segments', 'lists', 'tags', 'filter', 'rows', 'paste', 'campaign', 'contacts'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** A source that says nothing yet. */
export const blankSource = (kind: SourceKind): AudienceSource => {
  switch (kind) {
    case 'filter':
      return { kind, filter: { value: 'AND', children: [{ field: '', operator: 'EQUAL', value: '' }] } }
    case 'rows':
    case 'paste':
      return { kind: 'rows', uploadId: '' }
    case 'campaign':
      return { kind, campaignId: '', outcome: 'not_read' }
    default:
      return { kind, ids: [] }
  }
}

type Props = {
  source: AudienceSource
  /** Its place among the sources, from 1. */
  number: number
  pasted: boolean
  campaign: Campaign
  error: string | null
  onChange: (source: AudienceSource) => void
  onRemove: () => void
}

/** One source of an audience. */
export const SourceRow = ({ source, number, pasted, campaign, error, onChange, onRemove }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const label = t(`source.kind.${pasted ? 'paste' : source.kind}`)
  const shared = { label, error, onChange }
  return (
    <li className={classes.row}>
      <div className={classes.rowHead}>
        <Text fw={600} size="sm">
          {label}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('source.remove', { name: label, number })}
          title={t('source.remove', { name: label, number })}
          onClick={onRemove}
        >
          <IconTrash size={17} />
        </ActionIcon>
      </div>
      {source.kind === 'segments' || source.kind === 'lists' || source.kind === 'tags' ? (
        <Groups source={source} {...shared} />
      ) : null}
      {source.kind === 'filter' ? <Conditions source={source} {...shared} /> : null}
      {source.kind === 'contacts' ? <Contacts source={source} {...shared} /> : null}
      {source.kind === 'campaign' ? <Earlier source={source} {...shared} /> : null}
      {source.kind === 'rows' ? <Rows source={source} campaign={campaign} pasted={pasted} {...shared} /> : null}
    </li>
  )
}
