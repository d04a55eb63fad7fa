import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const levels = ['weak', 'fair', 'good', 'strong'] as const
const colors = ['red', 'clay', 'petrol', 'petrol']

/** A rough measure from 0 to 3: length counts most, then variety. The server has the last word. */
export const strengthOf = (password: string): number => {
  if (password.length < 10) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  const distinct = new Set(password).size
  if (distinct < 6) return 0
  const points = (password.length >= 14 ? 1 : 0) + (password.length >= 18 ? 1 : 0) + (kinds >= 3 ? 1 : 0)
  return Math.min(3, 1 + points)
}

/** Shows how strong a new password is while it is typed. */
export const PasswordStrength = ({ value }: { value: string }) => {
  const { t } = useTranslation()
  if (value === '') return null
  const strength = strengthOf(value)
  const label = t(`password.${levels[strength]}`)
  return (
    <Group gap="sm" mt={6} wrap="nowrap">
      <Progress.Root size={5} style={{ flex: 1 }}>
        <Progress.Section
          value={(strength + 1) * 25}
          color={colors[strength] ?? 'petrol'}
          aria-label={t('password.strength')}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" role="status">
        {label}
      </Text>
    </Group>
  )
}
