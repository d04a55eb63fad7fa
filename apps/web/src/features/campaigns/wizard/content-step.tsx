import { Button, Checkbox, Group, NumberInput, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import {
  type CampaignContent,
  type CampaignVariant,
  contentLimits,
  variantKeys,
} from '@recado/contracts/campaigns/content'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { channelTemplatesQuery } from '#web/queries/channel-templates.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { isGiven } from './complete.ts'
import { LinkNotes, useLinkNotes } from './link-notes.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { buttonsOf, firstSources, inputsOf, templateOf, unfilled } from './templates.ts'
import type { Draft } from './use-draft.ts'
import { ValueRow } from './value-row.tsx'
import { VariantTest } from './variant-test.tsx'
import classes from './wizard.module.css'

const ReplyRoutes = lazyComponent(async () => (await import('./reply-routes.tsx')).ReplyRoutes)

const sendable: ReadonlySet<string> = new Set(['connected', 'degraded'])

/** Numbers that can send now, and those that the draft names. */
export const useChannelChoices = () => {
  const { data } = useQuery(channelsQuery)
  return data?.data.filter(({ status, disconnectedAt }) => disconnectedAt === null && sendable.has(status))
}

type ContentProps = { content: CampaignContent; onChange: (part: Partial<CampaignContent>) => void }

const Numbers = ({ content, onChange, tried }: ContentProps & { tried: boolean }) => {
  const { t } = useTranslation('campaigns/wizard')
  const channels = useChannelChoices()
  const chosen = content.channels
  const [first] = channels ?? []
  const isFresh = chosen.length === 0 && first !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a number is chosen once, when they have come
  useEffect(() => {
    if (isFresh) onChange({ channels: [{ channelId: first.id, weight: 1 }] })
  }, [channels === undefined])
  const toggle = (channelId: string, on: boolean) =>
    onChange({
      channels: on ? [...chosen, { channelId, weight: 1 }] : chosen.filter((one) => one.channelId !== channelId),
    })
  return (
    <FormSection title={t('numbers.title')} description={t('numbers.text')} wide>
      {(channels ?? []).map(({ id, name, phone }) => {
        const own = chosen.find(({ channelId }) => channelId === id)
        return (
          <Group key={id} justify="space-between" mih={36}>
            <Checkbox
              label={`${name} · ${phone}`}
              checked={own !== undefined}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
            {own && chosen.length > 1 ? (
              <NumberInput
                aria-label={t('numbers.weight', { name })}
                prefix={`${t('numbers.parts')} `}
                w={110}
                min={1}
                max={100}
                allowDecimal={false}
                value={own.weight}
                onChange={(weight) =>
                  typeof weight === 'number' &&
                  onChange({ channels: chosen.map((one) => (one.channelId === id ? { ...one, weight } : one)) })
                }
              />
            ) : null}
          </Group>
        )
      })}
      {channels?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('numbers.none')}
        </Text>
      ) : null}
      {chosen.length > 1 ? (
        <Switch
          label={t('numbers.sticky')}
          description={t('numbers.stickyText')}
          checked={content.sticky}
          onChange={(event) => onChange({ sticky: event.currentTarget.checked })}
        />
      ) : null}
      <FormFailure>{tried && chosen.length === 0 ? t('numbers.needed') : null}</FormFailure>
    </FormSection>
  )
}

type VariantProps = {
  variant: CampaignVariant
  templates: readonly TemplateSummary[] | undefined
  columns: readonly string[]
  tried: boolean
  onChange: (variant: CampaignVariant) => void
}

const Language = ({
  variant,
  versions,
  onChange,
}: Omit<VariantProps, 'templates' | 'columns' | 'tried'> & { versions: readonly TemplateSummary[] }) => {
  const { t } = useTranslation('campaigns/wizard')
  const { language } = variant
  const chosen = language.strategy === 'fixed' ? language.language : language.fallback
  if (versions.length < 2) return null
  const set = (strategy: string, value: string) =>
    onChange({
      ...variant,
      language:
        strategy === 'contact' ? { strategy: 'contact', fallback: value } : { strategy: 'fixed', language: value },
    })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <SegmentedControl
        aria-label={t('language.title')}
        value={language.strategy}
        data={[
          { value: 'fixed', label: t('language.fixed') },
          { value: 'contact', label: t('language.contact') },
        ]}
        onChange={(strategy) => set(strategy, chosen)}
      />
      <Select
        aria-label={t(language.strategy === 'fixed' ? 'language.which' : 'language.fallback')}
        allowDeselect={false}
        value={chosen}
        data={versions.map((one) => one.language)}
        onChange={(value) => value && set(language.strategy, value)}
      />
    </SimpleGrid>
  )
}

const Variant = ({ variant, templates, columns, tried, onChange }: VariantProps) => {
  const { t } = useTranslation(['campaigns/wizard', 'validation'])
  const template = templates && templateOf(templates, variant)
  const choose = (next: TemplateSummary | null) =>
    onChange({
      ...variant,
      template: next?.name ?? '',
      language: { strategy: 'fixed', language: next?.language ?? 'en' },
      values: next ? firstSources(next) : {},
    })
  const inputs = template ? inputsOf(template) : []
  const notes = useLinkNotes(template)
  return (
    <>
      <TemplatePicker
        templates={templates}
        chosen={template}
        error={tried && !template ? t('template.needed') : null}
        onChoose={choose}
      />
      {template ? (
        <Language
          variant={variant}
          versions={(templates ?? []).filter(({ name }) => name === template.name)}
          onChange={onChange}
        />
      ) : null}
      {inputs.length > 0 ? (
        <ul className={classes.rows} aria-label={t('value.title')}>
          {inputs.map((variable) => {
            const value = variant.values[variable.key] ?? unfilled(variable)
            return (
              <ValueRow
                key={variable.key}
                variable={variable}
                value={value}
                columns={columns}
                note={notes.get(variable.key) ?? null}
                error={tried && !isGiven(value) ? t('validation:required') : null}
                onChange={(next) => onChange({ ...variant, values: { ...variant.values, [variable.key]: next } })}
              />
            )
          })}
        </ul>
      ) : null}
      <LinkNotes notes={notes} filled={new Set(inputs.map(({ key }) => key))} />
    </>
  )
}

const evenly = (variants: readonly CampaignVariant[]): CampaignVariant[] => {
  const part = Math.floor(100 / variants.length)
  return variants.map((one, place) => ({ ...one, share: place === 0 ? 100 - part * (variants.length - 1) : part }))
}

const blankVariant: CampaignVariant = {
  key: 'A',
  template: '',
  language: { strategy: 'fixed', language: 'en' },
  values: {},
  share: 100,
}

/** Variants of the content; there is always one to fill in. */
export const variantsOf = ({ variants }: CampaignContent): readonly CampaignVariant[] =>
  variants.length > 0 ? variants : [blankVariant]

type Props = { campaign: Campaign; draft: Draft; tried: boolean; onTest: (contactId: string | null) => void }

/** What is sent from which numbers, and beside it what recipients get. */
export const ContentStep = ({ campaign, draft, tried, onTest }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const { content } = draft.values
  const change = (part: Partial<CampaignContent>) => draft.change({ content: { ...content, ...part } })
  const channelId = content.channels[0]?.channelId ?? ''
  const { data } = useQuery({ ...channelTemplatesQuery(channelId), enabled: channelId !== '' })
  const templates = data?.data
  const variants = variantsOf(content)
  const columns = [...new Set(campaign.uploads.flatMap((upload) => upload.columns))]
  const [first] = variants
  const template = templates && first && templateOf(templates, first)
  const set = (place: number, variant: CampaignVariant) =>
    change({ variants: variants.map((one, at) => (at === place ? variant : one)) })
  const add = () => {
    const key = variantKeys[variants.length]
    if (key && first) change({ variants: evenly([...variants, { ...first, key }]) })
  }
  const shares = variants.reduce((sum, { share }) => sum + share, 0)
  return (
    <div className={classes.columns}>
      <Stack gap="md" miw={0}>
        <Numbers content={content} onChange={change} tried={tried} />
        {variants.map((variant, place) => (
          <FormSection
            key={variant.key}
            title={variants.length > 1 ? t('ab.variant', { key: variant.key }) : t('template.title')}
            description={variants.length > 1 ? undefined : t('template.text')}
            wide
          >
            {variants.length > 1 ? (
              <Group justify="space-between" align="flex-end">
                <NumberInput
                  label={t('ab.share', { key: variant.key })}
                  suffix=" %"
                  w={140}
                  min={1}
                  max={100}
                  allowDecimal={false}
                  value={variant.share}
                  onChange={(share) => typeof share === 'number' && set(place, { ...variant, share })}
                />
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  onClick={() =>
                    change({
                      variants: evenly(
                        variants
                          .filter((one) => one !== variant)
                          .map((one, at) => ({ ...one, key: variantKeys[at] ?? one.key })),
                      ),
                      ...(variants.length === 2 ? { test: null } : {}),
                    })
                  }
                >
                  {t('ab.remove', { key: variant.key })}
                </Button>
              </Group>
            ) : null}
            <Variant
              variant={variant}
              templates={templates}
              columns={columns}
              tried={tried}
              onChange={(next) => set(place, next)}
            />
          </FormSection>
        ))}
        <FormFailure>{tried && shares !== 100 ? t('ab.shares', { sum: shares }) : null}</FormFailure>
        {template && variants.length < contentLimits.variants ? (
          <Button variant="subtle" leftSection={<IconPlus size={16} />} style={{ alignSelf: 'start' }} onClick={add}>
            {t('ab.add')}
          </Button>
        ) : null}
        <VariantTest content={content} onChange={change} tried={tried} />
        {template ? (
          <FormSection title={t('links.title')} wide>
            <Switch
              label={t('links.track')}
              description={t('links.trackText')}
              checked={content.trackLinks}
              onChange={(event) => change({ trackLinks: event.currentTarget.checked })}
            />
          </FormSection>
        ) : null}
        {templates && template ? (
          <FormSection title={t('after.title')} description={t('after.text')} wide>
            <ReplyRoutes
              buttons={buttonsOf(templates, variants)}
              replies={content.replies}
              onChange={(replies) => change({ replies })}
            />
          </FormSection>
        ) : null}
      </Stack>
      <div className={classes.beside}>
        {template ? (
          <PreviewPanel id={campaign.id} version={campaign.version} template={template} onTest={onTest} />
        ) : (
          <section className={classes.side} aria-label={t('preview.title')}>
            <Text size="sm" c="dimmed">
              {t('preview.waiting')}
            </Text>
          </section>
        )}
      </div>
    </div>
  )
}
