import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import type { CompanyDetail } from './api.ts'
import classes from './companies.module.css'
import { Quality } from './labels.tsx'

/** A titled part of a drawer. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} fz="sm" mb={8}>
      {title}
    </Title>
    {children}
  </section>
)

/** Connected numbers of a company. */
const CompanyNumbers = ({ numbers }: Pick<CompanyDetail, 'numbers'>) => {
  const { t } = useTranslation('admin/accounts')
  if (numbers.length === 0) return <Text size="sm">{t('company.noNumbers')}</Text>
  return (
    <ul className={classes.list}>
      {numbers.map((number) => (
        <li key={number.id}>
          <Group justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" truncate>
                {number.name}
              </Text>
              <Text size="xs" c="dimmed">
                {number.phone} · {t(`channelStatus.${number.status}`, { defaultValue: number.status })}
              </Text>
            </div>
            <Quality value={number.quality} />
          </Group>
        </li>
      ))}
    </ul>
  )
}

/** What failed most for a company in the last day. */
const CompanyErrors = ({ errors }: Pick<CompanyDetail, 'errors'>) => {
  const { t } = useTranslation('admin/accounts')
  if (errors.length === 0) return <Text size="sm">{t('company.noErrors')}</Text>
  return (
    <ul className={classes.list}>
      {errors.map(({ code, count, lastAt }) => (
        <li key={code}>
          <Text size="sm">
            {t('company.error', { code, count })}{' '}
            <Text span size="xs" c="dimmed">
              <RelativeTime value={lastAt} />
            </Text>
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** The connected numbers of a company, and its most frequent errors. */
export const CompanyHealth = ({ company }: { company: Pick<CompanyDetail, 'channels' | 'numbers' | 'errors'> }) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <>
      <Part title={t('company.numbers', { count: company.channels })}>
        <CompanyNumbers numbers={company.numbers} />
      </Part>
      <Part title={t('company.errors')}>
        <CompanyErrors errors={company.errors} />
      </Part>
    </>
  )
}
