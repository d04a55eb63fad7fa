import { NumberInput, Select, SimpleGrid } from '@mantine/core'
import {
  type CampaignContent,
  testLimits,
  variantProblems,
  winnerMetrics,
  winnerRules,
} from '@recado/contracts/campaigns/content'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { Switch } from '#web/components/form/switch.tsx'

type Test = NonNullable<CampaignContent['test']>
const usual: Test = { percent: 20, metric: 'reply', hours: 4, rule: 'clear' }

type FieldProps = { test: Test; onChange: (test: Test) => void }

const Fields = ({ test, onChange }: FieldProps) => {
  const { t } = useTranslation('campaigns/wizard')
  const number = (name: 'percent' | 'hours') => ({
    label: t(`ab.${name}`),
    min: testLimits[name][0],
    max: testLimits[name][1],
    allowDecimal: false,
    clampBehavior: 'blur' as const,
    value: test[name],
    onChange: (value: string | number) => {
      const [least, most] = testLimits[name]
      if (typeof value === 'number' && value >= least && value <= most) onChange({ ...test, [name]: value })
    },
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberInput {...number('percent')} suffix="%" description={t('ab.percentText')} />
      <Select
        label={t('ab.metric')}
        description={t('ab.metricText')}
        allowDeselect={false}
        value={test.metric}
        data={winnerMetrics.map((value) => ({ value, label: t(`ab.metrics.${value}`) }))}
        onChange={(metric) => metric && onChange({ ...test, metric })}
      />
      <NumberInput {...number('hours')} description={t('ab.hoursText')} />
      <Select
        label={t('ab.rule')}
        description={t(`ab.ruleText.${test.rule}`)}
        allowDeselect={false}
        value={test.rule}
        data={winnerRules.map((value) => ({ value, label: t(`ab.rules.${value}`) }))}
        onChange={(rule) => rule && onChange({ ...test, rule })}
      />
    </SimpleGrid>
  )
}

type Props = { content: CampaignContent; tried: boolean; onChange: (part: Partial<CampaignContent>) => void }

/** Whether variants are tried on a part of the audience first, and how the winner is found. */
export const VariantTest = ({ content, tried, onChange }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const { test, variants } = content
  if (variants.length < 2 && test === null) return null
  const problems = variantProblems(content).filter((problem) => problem !== 'shares_invalid')
  return (
    <FormSection title={t('ab.title')} description={t('ab.text')} wide>
      <Switch
        label={t('ab.test')}
        description={t('ab.testText')}
        checked={test !== null}
        onChange={(event) => onChange({ test: event.currentTarget.checked ? usual : null })}
      />
      {test ? <Fields test={test} onChange={(next) => onChange({ test: next })} /> : null}
      {problems.map((problem) => (
        <FormFailure key={problem}>
          {tried || problem === 'test_no_links' ? t(`ab.problem.${problem}`) : null}
        </FormFailure>
      ))}
    </FormSection>
  )
}
