import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { type MemberGrant, memberGrants } from '@recado/contracts/abilities'
import { useTranslation } from 'react-i18next'
import { type Preset, presets } from './member-presets.ts'

type Props = {
  preset: Preset
  grants: MemberGrant[]
  onPreset: (preset: Preset) => void
  onGrants: (grants: MemberGrant[]) => void
}

/** Choice of what a member may do. */
export const AccessFields = ({ preset, grants, onPreset, onGrants }: Props) => {
  const { t } = useTranslation('companies')
  return (
    <>
      <Radio.Group label={t('access')} value={preset} onChange={(value) => onPreset(value as Preset)}>
        <Stack gap={10} mt={8}>
          {presets.map((value) => (
            <Radio key={value} value={value} label={t(`preset.${value}`)} description={t(`presetText.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {preset === 'custom' ? (
        <Checkbox.Group
          label={<Text size="sm">{t('grants')}</Text>}
          value={grants}
          onChange={(values) => onGrants(values as MemberGrant[])}
        >
          <Stack gap={8} mt={8}>
            {memberGrants.map((grant) => (
              <Checkbox key={grant} value={grant} label={t(`grant.${grant.replace('.', '_')}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : null}
    </>
  )
}
