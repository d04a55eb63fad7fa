import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import type { ConsentRecord, ConsentSummary, ContactConsents } from '@recado/contracts/contacts/consents'
import { IconBan, IconChevronDown, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { day } from '#web/lib/i18n/dates.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { Collapse } from '../content/collapse.tsx'
import { RetryState } from '../feedback/retry-state.tsx'
import { lazyComponent } from '../page/lazy-component.tsx'
import classes from './consent-panel.module.css'
import { consentsQuery } from './consents.ts'

const ConsentDialog = lazyComponent(async () => (await import('./consent-dialog.tsx')).ConsentDialog)
const LiftDialog = lazyComponent(async () => (await import('./lift-dialog.tsx')).LiftDialog)

/** How, when and by whom it became known, and what proves it. */
const Evidence = ({ record }: { record: ConsentRecord }) => {
  const { t, i18n } = useTranslation('contacts/consent')
  const { source, channel, notedBy, at, expiresAt, textVersion, evidence } = record
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date()
  const facts = [
    t(`source.${source}`),
    channel && t('onNumber', { number: channel.name }),
    day(at, i18n.language),
    notedBy && t('recordedBy', { name: notedBy.name }),
    expiresAt && t(isOver ? 'expired' : 'expires', { day: day(expiresAt, i18n.language) }),
    textVersion && t('version', { version: textVersion }),
  ]
  const quoted = evidence.words ?? evidence.note
  return (
    <>
      <Text size="xs" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      {quoted ? (
        <Text size="sm" component="blockquote" className={classes.quote ?? ''}>
          {quoted}
        </Text>
      ) : null}
      {evidence.url ? (
        <Anchor size="sm" href={evidence.url} target="_blank" rel="noreferrer noopener" c="var(--accent-text)">
          {t('evidence')}
        </Anchor>
      ) : null}
    </>
  )
}

const Effective = ({ summary, records }: { summary: ConsentSummary; records: readonly ConsentRecord[] }) => {
  const { t } = useTranslation('contacts/consent')
  const { medium, purpose, state, recordId, numbers } = summary
  const record = records.find(({ id }) => id === recordId)
  const said = state === 'unknown' && record ? 'expired' : state
  return (
    <li>
      <div className={classes.head}>
        <Text size="sm" fw={550}>
          {t('by', { purpose: t(`about.${purpose}`), medium: t(`medium.${medium}`) })}
        </Text>
        <Text size="sm" className={classes.state ?? ''} data-state={state}>
          {t(`state.${said}`)}
        </Text>
      </div>
      {record ? <Evidence record={record} /> : null}
      {numbers.map((number) => (
        <Text key={number.id} size="sm" mt={4} className={classes.state ?? ''} data-state={number.state}>
          {t(number.stoppedByPerson ? 'stopped' : `number.${number.state}`, { number: number.name })}
        </Text>
      ))}
    </li>
  )
}

const History = ({ records }: { records: readonly ConsentRecord[] }) => {
  const { t } = useTranslation('contacts/consent')
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <div>
      <UnstyledButton
        className={classes.fold ?? ''}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {t('history')}
        <Text size="sm" c="dimmed" span>
          {records.length}
        </Text>
        <IconChevronDown className={classes.chevron} data-opened={opened || undefined} size={16} aria-hidden="true" />
      </UnstyledButton>
      <Collapse id={id} expanded={opened}>
        <ol className={classes.history}>
          {records.map((record) => (
            <li key={record.id}>
              <Text size="sm">
                {t(`said.${record.state}`)} ·{' '}
                {t('by', { purpose: t(`about.${record.purpose}`), medium: t(`medium.${record.medium}`) })}
              </Text>
              <Evidence record={record} />
            </li>
          ))}
        </ol>
      </Collapse>
    </div>
  )
}

type Suppressed = { suppression: NonNullable<ContactConsents['suppression']>; onLift: () => void }

const Suppression = ({ suppression, onLift }: Suppressed) => {
  const { t, i18n } = useTranslation('contacts/consent')
  const may = useCan()('privacy.manage')
  return (
    <Alert color="red" icon={<IconBan size={18} />} title={t('suppressed.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(`suppressed.${suppression.reason}`, { day: day(suppression.since, i18n.language) })}</Text>
        {may ? (
          <Button size="compact-sm" variant="default" onClick={onLift}>
            {t('suppressed.lift')}
          </Button>
        ) : (
          <Text size="sm">{t('suppressed.admin')}</Text>
        )}
      </Stack>
    </Alert>
  )
}

const marketingOnWhatsapp: ConsentSummary = {
  medium: 'whatsapp',
  purpose: 'marketing',
  state: 'unknown',
  recordId: null,
  numbers: [],
}

/** Marketing on WhatsApp is what every company asks about: it is shown even if nothing was said. */
const shownOf = ({ effective }: ContactConsents) =>
  effective.some(({ medium, purpose }) => medium === 'whatsapp' && purpose === 'marketing')
    ? effective
    : [marketingOnWhatsapp, ...effective]

/** Whether a contact may be written to, what proves it, and recording what they say now. */
export const ConsentPanel = ({ contactId }: { contactId: string }) => {
  const { t, i18n } = useTranslation('contacts/consent')
  const edit = useCan()('contacts.edit')
  const query = useQuery(consentsQuery(contactId))
  const [open, setOpen] = useState<'granted' | 'withdrawn' | 'lift' | null>(null)
  useInvalidateOn(['contact.updated'], [consentsQuery(contactId).queryKey])
  const close = () => setOpen(null)
  if (query.isError && !query.data) return <RetryState compact error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={64} />
  const { data, suppression, pending } = query.data
  return (
    <Stack gap="md">
      {suppression ? <Suppression suppression={suppression} onLift={() => setOpen('lift')} /> : null}
      {pending ? (
        <Alert color="gray" icon={<IconHourglass size={18} />} title={t('pending.title')}>
          <Text size="sm">
            {t('pending.text', {
              since: day(pending.since, i18n.language),
              until: day(pending.expiresAt, i18n.language),
            })}
          </Text>
        </Alert>
      ) : null}
      <ul className={classes.rows}>
        {shownOf(query.data).map((summary) => (
          <Effective key={`${summary.medium} ${summary.purpose}`} summary={summary} records={data} />
        ))}
      </ul>
      {edit ? (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => setOpen('granted')}>
            {t('record')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setOpen('withdrawn')}>
            {t('optOut')}
          </Button>
        </Group>
      ) : null}
      {data.length > 0 ? <History records={data} /> : null}
      {open === 'granted' || open === 'withdrawn' ? (
        <ConsentDialog contactId={contactId} state={open} onClose={close} />
      ) : null}
      {open === 'lift' ? <LiftDialog whom={{ contactId }} onDone={() => void query.refetch()} onClose={close} /> : null}
    </Stack>
  )
}
