import { Checkbox, Radio, Select, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type MemberGrant, memberGrants } from '@recado/contracts/abilities'
import { visibilities } from '@recado/contracts/identity/auth'
import { useTranslation } from 'react-i18next'
import { type Preset, presets } from './member-presets.ts'

type Values = { preset: Preset; custom: MemberGrant[]; visibility: (typeof visibilities)[number] }
type AccessForm = Pick<UseFormReturnType<Values>, 'values' | 'getInputProps'>

/** What a member may do, and which conversations they see. */
export const AccessFields = ({ form }: { form: AccessForm }) => {
  const { t } = useTranslation('companies/companies')
  const { preset } = form.values
  return (
    <>
      <Radio.Group label={t('access')} {...form.getInputProps('preset')}>
        <Stack gap={10} mt={8}>
          {presets.map((value) => (
            <Radio key={value} value={value} label={t(`preset.${value}`)} description={t(`presetText.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {preset === 'custom' ? (
        <Checkbox.Group label={<Text size="sm">{t('grants')}</Text>} {...form.getInputProps('custom')}>
          <Stack gap={8} mt={8}>
            {memberGrants.map((grant) => (
              <Checkbox key={grant} value={grant} label={t(`grant.${grant.replace('.', '_')}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : null}
      {preset === 'admin' ? null : (
        <Select
          label={t('visibility.label')}
          allowDeselect={false}
          data={visibilities.map((value) => ({ value, label: t(`visibility.${value}`) }))}
          {...form.getInputProps('visibility')}
        />
      )}
    </>
  )
}
