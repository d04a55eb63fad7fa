import { ActionIcon, Badge, Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { addCompanyNote, removeCompanyNote } from '@recado/contracts/admin/companies'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '#web/components/content/fact-list.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { countryName } from '#web/lib/i18n/regions.ts'
import { toastError } from '#web/lib/ui/toasts.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { adminKey } from '#web/queries/admin.ts'
import { type CompanyDetail, companyDetailQuery } from './api.ts'
import { BlockReason } from './block-reason.tsx'
import classes from './companies.module.css'
import { CompanyActions } from './company-actions.tsx'
import { CompanyCare, CompanyFlags } from './company-care.tsx'
import { CompanyHealth, Part } from './company-parts.tsx'
import { CompanyStatusBadge } from './labels.tsx'

const Facts = ({ company }: { company: CompanyDetail }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const rows: Fact[] = [
    [t('column.owner'), company.owner ? `${company.owner.name} · ${company.owner.email}` : '–'],
    [t('fact.taxId'), company.taxId ?? '–'],
    [t('fact.phone'), company.phone ?? '–'],
    [t('fact.place'), `${countryName(company.country, i18n.language)} · ${company.timezone}`],
    [t('column.created'), day(company.createdAt, i18n.language)],
    [
      t('fact.usage'),
      t(company.usage.capped ? 'fact.usageMore' : 'fact.usageText', {
        in: company.usage.messagesIn.toLocaleString(i18n.language),
        out: company.usage.messagesOut.toLocaleString(i18n.language),
      }),
    ],
    company.trialEndsAt ? [t('fact.trialEnds'), day(company.trialEndsAt, i18n.language)] : null,
    company.deletionAt ? [t('fact.deletionAt'), day(company.deletionAt, i18n.language)] : null,
    company.statusReason ? [t('reason'), company.statusReason] : null,
  ]
  return <FactList rows={rows} />
}

const People = ({ company }: { company: CompanyDetail }) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <ul className={classes.list}>
      {company.people.map((person) => (
        <li key={person.id}>
          <Group justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <TextLink to="/admin/users/customers" search={{ open: person.id }} size="sm">
                {person.name}
              </TextLink>
              <Text size="xs" c="dimmed" truncate>
                {person.email}
              </Text>
            </div>
            <Badge variant="default">{t(`common:role.${person.role}`)}</Badge>
          </Group>
        </li>
      ))}
    </ul>
  )
}

const Notes = ({ company }: { company: CompanyDetail }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const [body, setBody] = useState('')
  const [busy, setBusy] = useState(false)
  useUnsaved(() => body.trim() !== '' && !busy)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey: companyDetailQuery(company.id).queryKey })
    } catch (error) {
      toastError(i18n, error)
    } finally {
      setBusy(false)
    }
  }
  const add = () =>
    run(async () => {
      await call(addCompanyNote, { params: { id: company.id }, body: { body } })
      setBody('')
    })
  return (
    <Stack gap="sm">
      <Textarea
        label={t('company.newNote')}
        description={t('company.notesHint')}
        autosize
        minRows={2}
        maxLength={4000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button size="compact-sm" disabled={body.trim() === ''} loading={busy} onClick={() => void add()}>
          {t('company.addNote')}
        </Button>
      </Group>
      <ul className={classes.list}>
        {company.notes.map((note) => (
          <li key={note.id}>
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {note.body}
                </Text>
                <Text size="xs" c="dimmed">
                  {note.author ?? '–'} · <RelativeTime value={note.createdAt} />
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                aria-label={t('company.removeNote')}
                onClick={() => void run(() => call(removeCompanyNote, { params: { id: company.id, noteId: note.id } }))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const Detail = ({ company, audit }: { company: CompanyDetail; audit: ReactNode }) => {
  const { t } = useTranslation('admin/accounts')
  const client = useQueryClient()
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <CompanyStatusBadge status={company.status} />
        <CompanyActions company={company} onDone={() => client.invalidateQueries({ queryKey: adminKey })} />
      </Group>
      <Facts company={company} />
      <Part title={t('company.care')}>
        <CompanyCare key={company.careVersion} company={company} />
      </Part>
      <Part title={t('column.access')}>
        <Stack gap={6}>
          {company.blocks.map((state) => (
            <BlockReason key={state.block} state={state} />
          ))}
        </Stack>
        <TextLink to="/admin/company-permissions" search={{ search: company.name }} size="sm">
          {t('company.changeAccess')}
        </TextLink>
      </Part>
      <Part title={t('flags.title')}>
        <CompanyFlags companyId={company.id} />
      </Part>
      <Part title={t('company.people', { count: company.members })}>
        <People company={company} />
      </Part>
      <CompanyHealth company={company} />
      <Part title={t('company.notes')}>
        <Notes company={company} />
      </Part>
      <Part title={t('company.audit')}>{audit}</Part>
    </Stack>
  )
}

/** All about one company; `audit` shows what was done in it. */
export const CompanyDrawer = ({ id, audit, onClose }: { id: string; audit: ReactNode; onClose: () => void }) => {
  const { t } = useTranslation('admin/accounts')
  const { data, error, refetch } = useQuery(companyDetailQuery(id))
  return (
    <DetailDrawer onClose={onClose} title={data?.name ?? t('column.company')}>
      {error && !data ? <RetryState error={error} onRetry={refetch} compact /> : null}
      {data ? <Detail company={data} audit={audit} /> : error ? null : <Skeleton height={400} radius="md" />}
    </DetailDrawer>
  )
}
