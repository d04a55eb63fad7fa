import { Button, Checkbox, Menu, MultiSelect, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import type { AudienceExclusions, AudienceSource } from '@recado/contracts/campaigns/audience'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { countryOptions } from '#web/lib/i18n/regions.ts'
import { complete, isComplete } from './complete.ts'
import { blankSource, type SourceKind, SourceRow, sourceKinds, useGroupChoices } from './source-row.tsx'
import type { Draft } from './use-draft.ts'
import { Waterfall } from './waterfall.tsx'
import classes from './wizard.module.css'

const AddSource = ({ onAdd }: { onAdd: (kind: SourceKind) => void }) => {
  const { t } = useTranslation('campaigns/wizard')
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="light" leftSection={<IconPlus size={17} />} style={{ alignSelf: 'start' }}>
          {t('source.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sourceKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {t(`source.kind.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type ExclusionsProps = { exclusions: AudienceExclusions; onChange: (part: Partial<AudienceExclusions>) => void }

const Exclusions = ({ exclusions, onChange }: ExclusionsProps) => {
  const { t, i18n } = useTranslation('campaigns/wizard')
  const choicesOf = useGroupChoices()
  const several = (name: 'segments' | 'lists' | 'tags') => (
    <MultiSelect
      label={t(`exclude.${name}`)}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('common:nothingFound')}
      value={exclusions[name]}
      error={choicesOf(name, exclusions[name]).gone ? t('source.gone') : null}
      data={choicesOf(name, exclusions[name]).data}
      onChange={(ids) => onChange({ [name]: ids })}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {several('segments')}
        {several('lists')}
        {several('tags')}
        <NumberInput
          label={t('exclude.contacted')}
          suffix={` ${t('exclude.days')}`}
          min={1}
          max={90}
          allowDecimal={false}
          placeholder={t('exclude.never')}
          value={exclusions.contactedWithinDays ?? ''}
          onChange={(value) => onChange({ contactedWithinDays: typeof value === 'number' ? value : null })}
        />
        <MultiSelect
          label={t('exclude.countries')}
          placeholder={exclusions.countries ? '' : t('exclude.everywhere')}
          searchable
          hidePickedOptions
          limit={60}
          nothingFoundMessage={t('common:nothingFound')}
          value={exclusions.countries ?? []}
          data={countryOptions(i18n.language)}
          onChange={(countries) => onChange({ countries: countries.length > 0 ? countries : null })}
        />
      </SimpleGrid>
      <Checkbox
        label={t('exclude.open')}
        checked={exclusions.openConversation}
        onChange={(event) => onChange({ openConversation: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('exclude.other')}
        checked={exclusions.otherCampaigns}
        onChange={(event) => onChange({ otherCampaigns: event.currentTarget.checked })}
      />
    </>
  )
}

type Props = { campaign: Campaign; draft: Draft; tried: boolean }

/** Whom a campaign is for, and beside it how many that comes to. */
export const AudienceStep = ({ campaign, draft, tried }: Props) => {
  const { t } = useTranslation(['campaigns/wizard', 'validation'])
  const { audience } = draft.values
  const [pasted, setPasted] = useState<readonly AudienceSource[]>([])
  const change = (part: Partial<typeof audience>) => draft.change({ audience: { ...audience, ...part } })
  const set = (place: number, next: AudienceSource | null) => {
    const before = audience.sources[place]
    if (next && before && pasted.includes(before)) setPasted([...pasted, next])
    change({ sources: audience.sources.flatMap((one, at) => (at === place ? (next ?? []) : one)) })
  }
  const add = (kind: SourceKind) => {
    const source = blankSource(kind)
    if (kind === 'paste') setPasted([...pasted, source])
    change({ sources: [...audience.sources, source] })
  }
  return (
    <div className={classes.columns}>
      <Stack gap="md" miw={0}>
        {audience.sources.length > 0 ? (
          <ul className={classes.rows} aria-label={t('source.title')}>
            {audience.sources.map((source, place) => (
              <SourceRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a source is what stands at its place
                key={place}
                source={source}
                number={place + 1}
                pasted={pasted.includes(source)}
                campaign={campaign}
                error={tried && !isComplete(source) ? t('source.incomplete') : null}
                onChange={(next) => set(place, next)}
                onRemove={() => set(place, null)}
              />
            ))}
          </ul>
        ) : (
          <Text size="sm" c="dimmed">
            {t('source.none')}
          </Text>
        )}
        <AddSource onAdd={add} />
        <FormFailure>{tried && audience.sources.length === 0 ? t('source.needed') : null}</FormFailure>
        <FormSection title={t('exclude.title')} description={t('exclude.text')} wide>
          <Exclusions
            exclusions={audience.exclusions}
            onChange={(part) => change({ exclusions: { ...audience.exclusions, ...part } })}
          />
          <NumberInput
            label={t('holdout.label')}
            description={t('holdout.text')}
            suffix=" %"
            min={0}
            max={50}
            allowDecimal={false}
            maw={320}
            value={audience.holdoutPercent}
            onChange={(value) => change({ holdoutPercent: typeof value === 'number' ? value : 0 })}
          />
        </FormSection>
      </Stack>
      <div className={classes.beside}>
        <Waterfall id={campaign.id} parts={complete(draft.values, draft.values)} />
      </div>
    </div>
  )
}
