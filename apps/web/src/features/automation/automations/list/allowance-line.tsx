import { Alert, Text } from '@mantine/core'
import type { AutomationAllowance } from '@recado/contracts/automation/automations'
import { useTranslation } from 'react-i18next'

/** How much of what the plan allows is used, and that it is used up. */
export const AllowanceLine = ({ active, runs }: AutomationAllowance) => {
  const { t, i18n } = useTranslation('automation/automations')
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  const parts = (['active', 'runs'] as const).flatMap((kind) => {
    const { used, limit } = { active, runs }[kind]
    return limit === null ? [] : [t(`allowance.${kind}`, { used: number(used), limit: number(limit) })]
  })
  if (parts.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {parts.join(' · ')}
      </Text>
      {runs.limit !== null && runs.used >= runs.limit ? (
        <Alert color="clay" mb="sm" role="alert">
          {t('allowance.usedUp')}
        </Alert>
      ) : null}
    </>
  )
}
