import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { getSupportCompany } from '@recado/contracts/admin/support'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '#web/components/content/fact-list.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { ImpersonateDrawer } from '#web/components/form/impersonate-drawer.tsx'
import { dateTime, day } from '#web/lib/i18n/dates.ts'
import { countryName } from '#web/lib/i18n/regions.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { supportCompanyQuery } from './api.ts'
import classes from './companies.module.css'
import { CompanyHealth, Part } from './company-parts.tsx'
import { CompanyStatusBadge } from './labels.tsx'

type Detail = EndpointResponse<typeof getSupportCompany>
type Person = Detail['people'][number]

const Facts = ({ company }: { company: Detail }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const rows: Fact[] = [
    [t('column.owner'), company.owner ?? '–'],
    [t('fact.place'), `${countryName(company.country, i18n.language)} · ${company.timezone}`],
    [t('column.created'), day(company.createdAt, i18n.language)],
    [t('column.access'), company.access_blocks.map((block) => t(`common:blocks.${block}`)).join(', ') || '–'],
    company.statusReason ? [t('reason'), company.statusReason] : null,
  ]
  return <FactList rows={rows} />
}

const People = ({ company, onEnter }: { company: Detail; onEnter: (person: Person) => void }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const can = useCan()
  const { user } = useSignedIn()
  const mayEnter = (person: Person) =>
    can('impersonation.start') &&
    person.id !== user.id &&
    person.active &&
    (user.role === 'admin' || (company.entryAllowed && person.consentUntil !== null))
  return (
    <ul className={classes.list}>
      {company.people.map((person) => (
        <li key={person.id}>
          <Group justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Group gap={6}>
                <Text size="sm">{person.name}</Text>
                <Badge size="sm" variant="default">
                  {t(`common:role.${person.role}`)}
                </Badge>
              </Group>
              <Text size="xs" c="dimmed" truncate>
                {person.email}
              </Text>
              <Text size="xs" c="dimmed">
                {person.consentUntil
                  ? t('fact.consentUntil', { until: dateTime(person.consentUntil, i18n.language) })
                  : t('fact.noConsent')}
              </Text>
            </div>
            {mayEnter(person) ? (
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconLogin2 size={15} />}
                onClick={() => onEnter(person)}
                aria-label={t('support.enterAs', { name: person.name })}
              >
                {t('impersonate.enter')}
              </Button>
            ) : null}
          </Group>
        </li>
      ))}
    </ul>
  )
}

/** A company to help, to read only, with the people of it who let the support in. */
export const SupportDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation('admin/accounts')
  const { data: company, error, refetch } = useQuery(supportCompanyQuery(id))
  const [entering, setEntering] = useState<Person | null>(null)
  return (
    <DetailDrawer onClose={onClose} title={company?.name ?? t('column.company')}>
      {error && !company ? <RetryState error={error} onRetry={refetch} compact /> : null}
      {company ? (
        <Stack gap="lg">
          <Group gap="sm">
            <CompanyStatusBadge status={company.status} />
          </Group>
          <Facts company={company} />
          <Part title={t('company.people', { count: company.members })}>
            <Alert variant="light" mb="sm">
              {t(company.entryAllowed ? 'support.howToEnter' : 'support.entryOff')}
            </Alert>
            <People company={company} onEnter={setEntering} />
          </Part>
          <CompanyHealth company={company} />
        </Stack>
      ) : error ? null : (
        <Skeleton height={400} radius="md" />
      )}
      {entering ? <ImpersonateDrawer person={entering} companyId={id} onClose={() => setEntering(null)} /> : null}
    </DetailDrawer>
  )
}
