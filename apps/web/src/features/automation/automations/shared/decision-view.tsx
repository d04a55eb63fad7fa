import { Text } from '@mantine/core'
import type { ConditionResult, StepDecision } from '@recado/contracts/automation/automation-runs'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import type { FilterWords } from '#web/components/filter-builder/field-words.ts'
import { useExplain } from '#web/components/filter-builder/use-explain.ts'
import classes from './shared.module.css'
import { useFieldText } from './use-field-text.ts'

type Props = { conditions: readonly ConditionResult[]; words: FilterWords | null }

const Found = ({ condition, words }: { condition: ConditionResult; words: FilterWords | null }) => {
  const { t } = useTranslation('automation/automations')
  const explain = useExplain(true, words?.fields)
  const fieldText = useFieldText(words)
  const { field: name, operator, value, actual, holds } = condition
  const text = (one: string | number | boolean) => fieldText(name, one)
  const was =
    actual === undefined
      ? undefined
      : actual === null || (Array.isArray(actual) && actual.length === 0)
        ? t('found.nothing')
        : t('found.was', { value: Array.isArray(actual) ? actual.map(text).join(', ') : text(actual) })
  return (
    <li>
      {holds ? (
        <IconCheck size={16} color="var(--accent-text)" role="img" aria-label={t('found.holds')} />
      ) : (
        <IconX size={16} color="var(--mantine-color-error)" role="img" aria-label={t('found.fails')} />
      )}
      <span>
        {explain({ value: 'AND', children: [{ field: name, operator, value }] })}
        {was === undefined ? null : (
          <Text span inherit c="dimmed">
            {' '}
            · {was}
          </Text>
        )}
      </span>
    </li>
  )
}

/** Conditions as they were found, each with what was there. */
export const Conditions = ({ conditions, words }: Props) =>
  conditions.length > 0 ? (
    <ul className={classes.conditions}>
      <ByPlace items={conditions}>{(condition) => <Found condition={condition} words={words} />}</ByPlace>
    </ul>
  ) : null

/** Why a step took the way that it took. */
export const Decision = ({
  decision,
  words,
  wayOf,
}: {
  decision: StepDecision | null
  words: FilterWords | null
  wayOf: (outlet: string) => string
}) => {
  const { t } = useTranslation('automation/automations')
  if (!decision) return null
  return (
    <>
      {decision.cases?.map((one) => (
        <div key={one.outlet}>
          {(decision.cases?.length ?? 0) > 1 ? (
            <Text size="xs" fw={600} mt={4}>
              {wayOf(one.outlet)}
            </Text>
          ) : null}
          <Conditions conditions={one.conditions} words={words} />
        </div>
      ))}
      {decision.draw === undefined ? null : (
        <Text size="sm" c="dimmed">
          {t('found.draw', { number: decision.draw })}
        </Text>
      )}
      {decision.reason ? (
        <Text size="sm" c="dimmed">
          {t(`reason.${decision.reason}`)}
        </Text>
      ) : null}
    </>
  )
}
