import { Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { createSegment, type Segment, updateSegment } from '@recado/contracts/contacts/segments'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { explainFilter } from '#web/components/filter-builder/explain.ts'
import type { FilterWords } from '#web/components/filter-builder/field-words.ts'
import { FilterBuilder } from '#web/components/filter-builder/filter-builder.tsx'
import { FilterPreview } from '#web/components/filter-builder/filter-preview.tsx'
import { problemsOfFilter } from '#web/components/filter-builder/problems.ts'
import { blankCondition } from '#web/components/filter-builder/tree.ts'
import { FormPage } from '#web/components/form/form-page.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import { useSegmentsChanged } from './api.ts'
import classes from './segments.module.css'

const listPath = '/company/contacts/segments'

type Values = { name: string; filter: FilterGroup; shared: boolean }

const schema = createSegment.body.pick({ name: true, shared: true })
const begun: FilterGroup = { value: 'AND', children: [blankCondition] }
const filterPath = 'filter.'

const useSegmentForm = (stored: Segment | null, words: FilterWords) => {
  const { t } = useTranslation(['contacts/segments', 'validation'])
  const navigate = useNavigate()
  const changed = useSegmentsChanged()
  /** A segment cannot name segments. */
  const own: FilterWords = { ...words, fields: words.fields.filter(({ name }) => name !== 'segments') }
  const { form, state } = useVersionedForm<Segment, Values>({
    schema,
    stored,
    valuesOf: (segment) => ({
      name: segment?.name ?? '',
      filter: segment?.filter ?? begun,
      shared: segment?.shared ?? false,
    }),
    labels: { name: t('name'), filter: t('who'), shared: t('share') },
    words: ({ filter }) => ({ filter: explainFilter(filter, own) }),
    extra: ({ filter }) => ({
      ...(filter.children.length === 0 ? { filter: t('needsCondition') } : {}),
      ...Object.fromEntries(
        Object.entries(problemsOfFilter(filter, own)).map(([path, text]) => [filterPath + path, text]),
      ),
    }),
    save: async (values, base) => {
      await (base
        ? call(updateSegment, { params: { id: base.id }, body: { ...values, version: base.version } })
        : call(createSegment, { body: values }))
      await changed()
    },
    onSaved: () => void navigate({ to: listPath }),
  })
  const change = (filter: FilterGroup) => {
    form.setFieldValue('filter', filter)
    for (const path of Object.keys(form.errors)) if (path.startsWith('filter')) form.clearFieldError(path)
  }
  const problems = Object.fromEntries(
    Object.entries(form.errors).flatMap(([path, text]) =>
      path.startsWith(filterPath) ? [[path.slice(filterPath.length), String(text)]] : [],
    ),
  )
  return { form, state, words: own, change, problems }
}

/** The form of a segment: its name, its conditions, and whom they leave. */
export const SegmentForm = ({ stored, words: all }: { stored: Segment | null; words: FilterWords }) => {
  const { t } = useTranslation(['contacts/segments', 'common'])
  const mayShare = useCan()('settings.share')
  const { form, state, words, change, problems } = useSegmentForm(stored, all)
  const { filter } = form.values
  return (
    <FormPage
      {...state}
      wide
      title={stored ? stored.name : t('add')}
      back={
        <TextLink to={listPath} size="sm">
          {t('title')}
        </TextLink>
      }
      submitLabel={t(stored ? 'common:save' : 'common:create')}
      cancel={
        <LinkButton to={listPath} variant="default">
          {t('common:cancel')}
        </LinkButton>
      }
    >
      <div className={classes.columns}>
        <Paper withBorder p="lg" className={classes.main ?? ''}>
          <Stack gap="lg">
            <TextInput label={t('name')} required maxLength={80} {...form.getInputProps('name')} />
            <div>
              <Title order={2} fz="md">
                {t('who')}
              </Title>
              <Text size="sm" c="dimmed" mb="md">
                {t('whoText')}
              </Text>
              <FilterBuilder filter={filter} onChange={change} words={words} problems={problems} />
              {form.errors['filter'] ? (
                <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
                  {form.errors['filter']}
                </Text>
              ) : null}
            </div>
            {mayShare ? (
              <Switch
                label={t('share')}
                description={t('shareText')}
                {...form.getInputProps('shared', { type: 'checkbox' })}
              />
            ) : null}
          </Stack>
        </Paper>
        <div className={classes.beside}>
          <FilterPreview filter={filter} words={words} />
        </div>
      </div>
    </FormPage>
  )
}
