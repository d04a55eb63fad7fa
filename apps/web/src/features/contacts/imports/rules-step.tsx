import { ActionIcon, Checkbox, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import {
  type ContactImport,
  type ImportKey,
  type ImportRules,
  importConsentSources,
} from '@recado/contracts/contacts/imports'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayField } from '#web/components/form/day-field.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { dayHere, instantOn, today } from '#web/lib/i18n/past-day.ts'
import { contactSettingsQuery } from '#web/queries/contacts.ts'
import { keysOf, useColumnName } from './fields.ts'
import classes from './imports.module.css'
import type { DraftOfImport } from './use-draft.ts'

type Rules = Pick<DraftOfImport, 'rules' | 'changeRules'>

const MatchOrder = ({ rules, changeRules, keys }: Rules & { keys: readonly ImportKey[] }) => {
  const { t } = useTranslation('contacts/imports')
  const used = rules.match.filter((key) => keys.includes(key))
  const shown = [...used, ...keys.filter((key) => !used.includes(key))]
  const save = (match: ImportKey[]) => changeRules({ match: match.length > 0 ? match : ['phone'] })
  const move = (key: ImportKey, by: 1 | -1) => {
    const next = [...used]
    const at = next.indexOf(key)
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    save(next)
  }
  const use = (key: ImportKey, isUsed: boolean) => save(isUsed ? [...used, key] : used.filter((other) => other !== key))
  return (
    <FormSection title={t('rules.match')} description={t('rules.matchText')}>
      <ol className={classes.keys}>
        {shown.map((key) => {
          const name = t(`rules.keys.${key}`)
          const place = used.indexOf(key)
          return (
            <li key={key} className={classes.key}>
              <Checkbox
                label={name}
                checked={place >= 0 || key === 'phone'}
                disabled={key === 'phone' || (used.length === 1 && place === 0)}
                onChange={(event) => use(key, event.currentTarget.checked)}
              />
              {place >= 0 && used.length > 1 ? (
                <>
                  <ActionIcon aria-label={t('rules.up', { name })} disabled={place === 0} onClick={() => move(key, -1)}>
                    <IconArrowUp size={17} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={t('rules.down', { name })}
                    disabled={place === used.length - 1}
                    onClick={() => move(key, 1)}
                  >
                    <IconArrowDown size={17} />
                  </ActionIcon>
                </>
              ) : null}
            </li>
          )
        })}
      </ol>
    </FormSection>
  )
}

const onMatches = ['fill', 'overwrite', 'skip'] as const satisfies readonly ImportRules['onMatch'][]
const onDuplicates = ['last', 'first', 'report'] as const satisfies readonly ImportRules['onDuplicate'][]

const Choices = ({ rules, changeRules }: Rules) => {
  const { t } = useTranslation('contacts/imports')
  return (
    <FormSection title={t('rules.onMatch')}>
      <Stack gap="lg">
        <Radio.Group
          aria-label={t('rules.onMatch')}
          value={rules.onMatch}
          onChange={(value) => {
            const onMatch = onMatches.find((one) => one === value)
            if (onMatch) changeRules({ onMatch })
          }}
        >
          <Stack gap="sm">
            {onMatches.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`rules.onMatches.${value}`)}
                description={t(`rules.onMatchTexts.${value}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Select
          label={t('rules.onDuplicate')}
          allowDeselect={false}
          value={rules.onDuplicate}
          data={onDuplicates.map((value) => ({ value, label: t(`rules.onDuplicates.${value}`) }))}
          onChange={(value) => {
            const onDuplicate = onDuplicates.find((one) => one === value)
            if (onDuplicate) changeRules({ onDuplicate })
          }}
        />
      </Stack>
    </FormSection>
  )
}

type Chosen = Pick<DraftOfImport, 'rules' | 'mapping'>

const dayProblem = ({ rules: { consent }, mapping }: Chosen): 'at' | 'future' | null => {
  if (consent?.at) return dayHere(new Date(consent.at)) > today() ? 'future' : null
  return mapping.columns.includes('consent_at') ? null : 'at'
}

type Consent = NonNullable<ImportRules['consent']>
const noConsent: Consent = { source: 'form', textVersion: '', at: null, confirm: false }

type ConsentProps = Rules & { found: ContactImport; draft: DraftOfImport; tried: boolean }

const ConsentFields = ({ found, draft, changeRules, tried }: ConsentProps) => {
  const { t } = useTranslation('contacts/imports')
  const columnName = useColumnName(found)
  const consent = draft.rules.consent ?? noConsent
  const change = (part: Partial<Consent>) => changeRules({ consent: { ...consent, ...part } })
  const answer = draft.mapping.columns.indexOf('consent')
  const hasDates = draft.mapping.columns.includes('consent_at')
  const problem = dayProblem(draft)
  const doubleOptIn = useQuery(contactSettingsQuery).data?.settings.doubleOptIn
  return (
    <Stack gap="md" pl={{ base: 0, sm: 30 }}>
      {answer < 0 ? null : <Text size="sm">{t('rules.mapped', { column: columnName(answer) })}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label={t('rules.source')}
          allowDeselect={false}
          value={consent.source}
          data={importConsentSources.map((value) => ({ value, label: t(`rules.sources.${value}`) }))}
          onChange={(value) => {
            const source = importConsentSources.find((one) => one === value)
            if (source) change({ source })
          }}
        />
        <DayField
          label={t('rules.at')}
          {...(hasDates ? { description: t('rules.atHint') } : {})}
          error={problem === 'future' ? t('rules.atFuture') : tried && problem === 'at' ? t('rules.atMissing') : null}
          value={consent.at === null ? '' : dayHere(new Date(consent.at))}
          onChange={(day) => change({ at: day === '' ? null : instantOn(day) })}
        />
      </SimpleGrid>
      <TextInput
        label={t('rules.version')}
        description={t('rules.versionHint')}
        maxLength={200}
        error={tried && consent.textVersion.trim() === '' ? t('rules.versionMissing') : null}
        value={consent.textVersion}
        onChange={(event) => change({ textVersion: event.currentTarget.value })}
      />
      {doubleOptIn || consent.confirm ? (
        <Checkbox
          label={t('rules.confirm')}
          description={t('rules.confirmText', { count: doubleOptIn?.days ?? 0 })}
          checked={consent.confirm}
          onChange={(event) => change({ confirm: event.currentTarget.checked })}
        />
      ) : null}
    </Stack>
  )
}

const ConsentChoice = (props: ConsentProps) => {
  const { t } = useTranslation('contacts/imports')
  const { rules, changeRules } = props
  return (
    <FormSection title={t('rules.consent')} description={t('rules.consentText')}>
      <Radio.Group
        aria-label={t('rules.consent')}
        value={rules.consent ? 'with' : 'without'}
        onChange={(value) => changeRules({ consent: value === 'with' ? noConsent : null })}
      >
        <Stack gap="sm">
          <Radio value="without" label={t('rules.without')} description={t('rules.withoutText')} />
          <Radio value="with" label={t('rules.with')} description={t('rules.withText')} />
        </Stack>
      </Radio.Group>
      {rules.consent ? (
        <div style={{ marginTop: 16 }}>
          <ConsentFields {...props} />
        </div>
      ) : null}
    </FormSection>
  )
}

/** What is still missing in the rules, or wrong. */
export const rulesProblem = (draft: Chosen): 'version' | 'at' | 'future' | null => {
  if (!draft.rules.consent) return null
  return draft.rules.consent.textVersion.trim() === '' ? 'version' : dayProblem(draft)
}

type Props = { found: ContactImport; draft: DraftOfImport; tried: boolean }

/** What happens to contacts that exist, to rows about one person, and what the file says of consent. */
export const RulesStep = ({ found, draft, tried }: Props) => {
  const { t } = useTranslation('contacts/imports')
  const { mapping, rules, changeRules } = draft
  const keys = keysOf(mapping.columns)
  return (
    <Stack gap="md">
      <Choices {...{ rules, changeRules }} />
      {keys.length > 1 ? <MatchOrder {...{ rules, changeRules, keys }} /> : null}
      {mapping.columns.includes('tags') ? (
        <FormSection title={t('field.tags')}>
          <TextInput
            label={t('rules.separator')}
            w={220}
            maxLength={3}
            value={rules.tagSeparator}
            onChange={(event) => changeRules({ tagSeparator: event.currentTarget.value })}
            onBlur={() => rules.tagSeparator === '' && changeRules({ tagSeparator: ';' })}
          />
        </FormSection>
      ) : null}
      <ConsentChoice {...{ found, draft, rules, changeRules, tried }} />
    </Stack>
  )
}
