import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { supportQuery } from './api.ts'
import classes from './dashboard.module.css'

/** Companies that may need help, and why; each links to its numbers and errors. */
export const SupportCard = () => {
  const { t } = useTranslation('admin/dashboard')
  const query = useQuery(supportQuery)
  const companies = query.data?.companies ?? []
  return (
    <ListCard
      title={t('support.title')}
      query={query}
      nothing={companies.length === 0 ? t('support.none') : null}
      aside={
        <TextLink to="/support/companies" size="sm">
          {t('support.all')}
        </TextLink>
      }
    >
      <ul className={classes.rows}>
        {companies.map((company) => (
          <li key={company.id}>
            <TextLink to="/support/companies" search={{ open: company.id }} size="sm">
              {company.name}
            </TextLink>
            <span className={classes.reasons}>
              {company.status === 'suspended' || company.status === 'past_due' ? (
                <Badge variant="light" color="red">
                  {t(`support.status.${company.status}`)}
                </Badge>
              ) : null}
              {company.channels > 0 ? <span>{t('support.channels', { count: company.channels })}</span> : null}
              {company.failed > 0 ? <span>{t('support.failed', { count: company.failed })}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </ListCard>
  )
}
