import { Loader, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AudienceWaterfall } from '@recado/contracts/campaigns/audience'
import { previewAudience } from '@recado/contracts/campaigns/campaigns'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { campaignsKey } from '#web/queries/campaigns.ts'
import type { Parts } from './complete.ts'
import classes from './wizard.module.css'

const PAUSE = 400

/** From all whom the sources name to those who get a message, with the reasons in words. */
export const WaterfallRows = ({ waterfall }: { waterfall: AudienceWaterfall }) => {
  const { t, i18n } = useTranslation('campaigns/wizard')
  const number = new Intl.NumberFormat(i18n.language)
  const left = waterfall.excluded.filter(({ count }) => count > 0)
  return (
    <dl className={classes.waterfall}>
      <div>
        <dt>{t('waterfall.matched')}</dt>
        <dd>{number.format(waterfall.matched)}</dd>
      </div>
      {waterfall.duplicates > 0 ? (
        <div data-less>
          <dt>{t('waterfall.duplicates')}</dt>
          <dd>−{number.format(waterfall.duplicates)}</dd>
        </div>
      ) : null}
      {left.map(({ reason, count }) => (
        <div key={reason} data-less>
          <dt>{t(`reason.${reason}`)}</dt>
          <dd>−{number.format(count)}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{t('waterfall.willSend')}</dt>
        <dd>
          {waterfall.exact ? '' : '≈ '}
          {number.format(waterfall.willSend)}
        </dd>
      </div>
    </dl>
  )
}

/** How many an audience comes to, counted again after each change. */
export const Waterfall = ({ id, parts }: { id: string; parts: Parts }) => {
  const { t } = useTranslation('campaigns/wizard')
  const asked = JSON.stringify({ audience: parts.audience, content: parts.content })
  const [settled] = useDebouncedValue(asked, PAUSE)
  const isEmpty = parts.audience.sources.length === 0
  const query = useQuery({
    queryKey: [...campaignsKey, 'waterfall', id, settled],
    queryFn: ({ signal }) => call(previewAudience, { params: { id }, body: JSON.parse(settled) }, { signal }),
    placeholderData: keepPreviousData,
    enabled: !isEmpty,
    retry: false,
  })
  const waits = query.isFetching || asked !== settled
  return (
    <section className={classes.side} aria-label={t('waterfall.title')} aria-busy={waits}>
      <Title order={3} fz="md">
        {t('waterfall.title')} {waits && !isEmpty ? <Loader size={14} ml={6} /> : null}
      </Title>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {t('waterfall.empty')}
        </Text>
      ) : null}
      {!isEmpty && query.data && !query.error ? (
        <div aria-live="polite">
          <WaterfallRows waterfall={query.data} />
          {query.data.exact ? null : (
            <Text size="xs" c="dimmed" mt={4}>
              {t('waterfall.estimate')}
            </Text>
          )}
        </div>
      ) : null}
      {!isEmpty && query.error && !waits ? (
        <RetryState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
    </section>
  )
}
